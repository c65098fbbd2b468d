-- The tables of the store, in words that SQLite and PostgreSQL both understand.
-- The columns of a table stand in the order of the fields of its row in rows.py. A change here needs the next VERSION
-- in database.py.

CREATE TABLE referee_store (
    version INTEGER NOT NULL,
    -- How often something was deleted, and how much of that has been erased from the disk.
    deleted INTEGER NOT NULL,
    erased INTEGER NOT NULL
);

-- In SQLite a table WITHOUT ROWID has its rows beside each other, in order, and needs no index for its key.

-- Everything that has a code is a ledger: a head, here and in tables or events, and a log of numbered lines.

CREATE TABLE ledgers (
    code TEXT PRIMARY KEY,
    -- Grows with every change but new lines of a table's log, and with what an event shows of its tables.
    version INTEGER NOT NULL,
    -- Grows with every change to existing lines of the log.
    rewritten INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE log (
    code TEXT NOT NULL REFERENCES ledgers ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq >= 1),
    type TEXT NOT NULL,
    -- The sender's; null in an event's log.
    id TEXT,
    author TEXT,
    at DOUBLE PRECISION NOT NULL,
    body JSON NOT NULL,
    -- Two daemons never write one place of a log, and no entry stands there twice.
    PRIMARY KEY (code, seq),
    UNIQUE (code, id)
) WITHOUT ROWID;

CREATE TABLE tables (
    code TEXT PRIMARY KEY REFERENCES ledgers ON DELETE CASCADE,
    game TEXT NOT NULL,
    game_version TEXT NOT NULL,
    created_at DOUBLE PRECISION NOT NULL,
    options JSON NOT NULL,
    house_rules JSON NOT NULL,
    host_hash TEXT,
    host_seat TEXT,
    setting JSON,
    started_at DOUBLE PRECISION,
    toss_key TEXT NOT NULL,
    host_phone TEXT,
    cards_ready BOOLEAN NOT NULL,
    game_failed BOOLEAN NOT NULL,
    watch_hash TEXT,
    watch_draft JSON,
    -- Whether the other side confirms its result.
    confirm BOOLEAN NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_by_age ON tables (created_at);

CREATE TABLE seats (
    code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    token_hash TEXT,
    joined BOOLEAN NOT NULL,
    reads_from INTEGER NOT NULL,
    nameless BOOLEAN NOT NULL,
    lent_at TEXT,
    PRIMARY KEY (code, position),
    UNIQUE (code, name)
) WITHOUT ROWID;

CREATE TABLE links (
    token_hash TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    seat TEXT NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL,
    by_owner BOOLEAN NOT NULL,
    FOREIGN KEY (code, seat) REFERENCES seats (code, name) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX links_by_seat ON links (code, seat);

CREATE TABLE claims (
    id TEXT PRIMARY KEY,
    secret_hash TEXT NOT NULL,
    code TEXT NOT NULL,
    seat TEXT NOT NULL,
    created_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    token_hash TEXT,
    address_hash TEXT,
    FOREIGN KEY (code, seat) REFERENCES seats (code, name) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX claims_by_seat ON claims (code, seat);

CREATE TABLE admissions (
    claim TEXT NOT NULL REFERENCES claims ON DELETE CASCADE,
    seat TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    admit BOOLEAN NOT NULL,
    PRIMARY KEY (claim, seat)
);

-- Those who have no seat at a table, and play in the next match of its people.
CREATE TABLE newcomers (
    code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    asked_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (code, name)
) WITHOUT ROWID;

CREATE TABLE keyring (
    name TEXT PRIMARY KEY,
    secret TEXT NOT NULL
);

-- How matches ended: it follows from their logs, and is kept so that lists and statistics need to fold none.

CREATE TABLE results (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    game TEXT NOT NULL,
    ended_at DOUBLE PRECISION NOT NULL,
    decided JSON,
    ended_early BOOLEAN NOT NULL
);
CREATE INDEX results_by_end ON results (ended_at, code, game);

CREATE TABLE placings (
    code TEXT NOT NULL REFERENCES results ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    player TEXT,
    score DOUBLE PRECISION NOT NULL,
    place INTEGER NOT NULL,
    won BOOLEAN NOT NULL,
    -- As in the result, so that an index has all that lists and statistics ask for.
    game TEXT NOT NULL,
    ended_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (code, position)
);
CREATE INDEX placings_by_player ON placings (player, ended_at, code, name, game, place, won);
CREATE INDEX placings_by_end ON placings (ended_at, code, player, game);

CREATE TABLE rematches (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    next TEXT NOT NULL REFERENCES tables ON DELETE CASCADE
);
CREATE INDEX rematches_by_next ON rematches (next);

-- Refused moves, which may be questioned for a while.

CREATE TABLE refusals (
    code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    id TEXT NOT NULL,
    author TEXT,
    body JSON NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (code, id)
);

-- Which of several daemons has the races of a table, and how its latest race ended.

CREATE TABLE leases (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    -- The number of a daemon: see leases.py.
    owner INTEGER NOT NULL,
    address TEXT NOT NULL
);

CREATE TABLE finishes (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    entries INTEGER NOT NULL,
    body JSON NOT NULL
);

-- Events: many tables on one evening.

CREATE TABLE events (
    code TEXT PRIMARY KEY REFERENCES ledgers ON DELETE CASCADE,
    plan JSON NOT NULL,
    director_hash TEXT NOT NULL,
    board_hash TEXT NOT NULL
);

CREATE TABLE event_tables (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    event TEXT NOT NULL REFERENCES events ON DELETE CASCADE
);
CREATE INDEX event_tables_by_event ON event_tables (event);
