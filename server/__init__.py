"""The faces of the house: the command line, the gRPC services. They carry, and know no rule of any game."""
