"""The same services for browsers: Connect and gRPC-Web over HTTP, from the same servicers."""
