-- Games and their events. Nothing is ever changed or removed.

CREATE TABLE games (
    -- The order of creation.
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE events (
    game_id TEXT NOT NULL REFERENCES games (id),
    -- 0 is the creation, whose event is the description of the game.
    version INTEGER NOT NULL CHECK (version >= 0),
    caller TEXT NOT NULL,
    key TEXT NOT NULL,
    body_digest TEXT NOT NULL CHECK (length(body_digest) = 64),
    event BLOB NOT NULL,
    answer BLOB NOT NULL,
    ends INTEGER NOT NULL CHECK (ends IN (0, 1)),
    stored_at TEXT NOT NULL,
    previous TEXT NOT NULL CHECK (length(previous) = 64),
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    -- Of two events that race for a version, one wins.
    PRIMARY KEY (game_id, version),
    -- A key is used once, and never expires.
    UNIQUE (caller, key)
) STRICT;

CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL CHECK (length(value) = 32)
) STRICT;

CREATE TRIGGER games_stay BEFORE UPDATE ON games BEGIN SELECT raise(ABORT, 'games are never changed'); END;
CREATE TRIGGER games_remain BEFORE DELETE ON games BEGIN SELECT raise(ABORT, 'games are never removed'); END;
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT raise(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT raise(ABORT, 'events are never removed'); END;
CREATE TRIGGER secrets_stay BEFORE UPDATE ON secrets BEGIN SELECT raise(ABORT, 'secrets are never changed'); END;
CREATE TRIGGER secrets_remain BEFORE DELETE ON secrets BEGIN SELECT raise(ABORT, 'secrets are never removed'); END;
