-- Events: many tables on one evening. What happens at each stands in a log of its own. See schema.sql.

CREATE TABLE IF NOT EXISTS events (
    code TEXT PRIMARY KEY,
    plan JSON NOT NULL,
    director_hash TEXT NOT NULL,
    board_hash TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS event_log (
    code TEXT NOT NULL REFERENCES events ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    body JSON NOT NULL,
    PRIMARY KEY (code, seq)
);

CREATE TABLE IF NOT EXISTS event_tables (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    event TEXT NOT NULL REFERENCES events ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS event_tables_by_event ON event_tables (event);

-- Tables whose results the other side confirms: up to which line of their log it has, and which seat did.

CREATE TABLE IF NOT EXISTS confirmations (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    seat TEXT
);

-- What was confirmed last: it counts until another result is confirmed.

CREATE TABLE IF NOT EXISTS confirmed (
    code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    position INTEGER NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (code, position)
);
