-- Games and their events. Nothing is ever changed or removed.

CREATE TABLE slovosud.games (
    -- The order of creation.
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE
);

CREATE TABLE slovosud.events (
    game_id TEXT COLLATE "C" NOT NULL REFERENCES slovosud.games (id),
    -- 0 is the creation, whose event is the description of the game.
    version BIGINT NOT NULL CHECK (version >= 0),
    caller TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    body_digest TEXT NOT NULL CHECK (length(body_digest) = 64),
    event BYTEA NOT NULL,
    answer BYTEA NOT NULL,
    ends BOOLEAN NOT NULL,
    stored_at TEXT NOT NULL,
    previous TEXT NOT NULL CHECK (length(previous) = 64),
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    -- Of two events that race for a version, one wins.
    PRIMARY KEY (game_id, version),
    -- A key is used once, and never expires.
    UNIQUE (caller, key)
);

CREATE TABLE slovosud.secrets (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL CHECK (length(value) = 32)
);

CREATE FUNCTION slovosud.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER stay BEFORE UPDATE OR DELETE ON slovosud.games
    FOR EACH ROW EXECUTE FUNCTION slovosud.refuse();
CREATE TRIGGER remain BEFORE TRUNCATE ON slovosud.games
    FOR EACH STATEMENT EXECUTE FUNCTION slovosud.refuse();
CREATE TRIGGER stay BEFORE UPDATE OR DELETE ON slovosud.events
    FOR EACH ROW EXECUTE FUNCTION slovosud.refuse();
CREATE TRIGGER remain BEFORE TRUNCATE ON slovosud.events
    FOR EACH STATEMENT EXECUTE FUNCTION slovosud.refuse();
CREATE TRIGGER stay BEFORE UPDATE OR DELETE ON slovosud.secrets
    FOR EACH ROW EXECUTE FUNCTION slovosud.refuse();
CREATE TRIGGER remain BEFORE TRUNCATE ON slovosud.secrets
    FOR EACH STATEMENT EXECUTE FUNCTION slovosud.refuse();
