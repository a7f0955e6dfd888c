"""Games kept by the server: what may happen in them, who may see what, and the tokens that open them.

Knows the referee and the store, not the wire: `server.game_service` speaks protocol buffers.
"""
