-- The schema of version 0001, as it was when that was the newest. It stays as it is when the schema changes.

CREATE TABLE keyring (
    name TEXT NOT NULL,
    secret TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE players (
    player TEXT NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (player)
);

CREATE INDEX players_by_matches ON players (matches, player);

CREATE TABLE players_games (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    places INTEGER NOT NULL,
    PRIMARY KEY (player, game)
);

CREATE TABLE rivals (
    player TEXT NOT NULL,
    rival TEXT NOT NULL,
    matches INTEGER NOT NULL,
    ahead INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    PRIMARY KEY (player, rival)
);

CREATE INDEX rivals_by_matches ON rivals (player, matches, rival);

CREATE TABLE tables (
    code TEXT NOT NULL,
    game TEXT NOT NULL,
    game_version TEXT NOT NULL,
    created_at DOUBLE NOT NULL,
    options JSON NOT NULL,
    house_rules JSON NOT NULL,
    host_hash TEXT,
    host_seat TEXT,
    setting JSON,
    started_at DOUBLE,
    toss_key TEXT NOT NULL,
    host_phone TEXT,
    PRIMARY KEY (code)
);

CREATE INDEX tables_by_age ON tables (created_at);

CREATE TABLE log (
    "table" TEXT NOT NULL,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    "by" TEXT,
    body JSON NOT NULL,
    at DOUBLE NOT NULL,
    PRIMARY KEY ("table", seq),
    CONSTRAINT log_table FOREIGN KEY("table") REFERENCES tables (code) ON DELETE CASCADE,
    CONSTRAINT log_one_an_id UNIQUE ("table", id),
    CONSTRAINT log_seq_from_one CHECK (seq >= 1)
)
 WITHOUT ROWID;

CREATE TABLE rematches (
    "table" TEXT NOT NULL,
    next TEXT NOT NULL,
    PRIMARY KEY ("table"),
    CONSTRAINT rematches_table FOREIGN KEY("table") REFERENCES tables (code) ON DELETE CASCADE,
    CONSTRAINT rematches_next FOREIGN KEY(next) REFERENCES tables (code) ON DELETE CASCADE
);

CREATE INDEX rematches_by_next ON rematches (next);

CREATE TABLE results (
    "table" TEXT NOT NULL,
    game TEXT NOT NULL,
    ended_at DOUBLE NOT NULL,
    PRIMARY KEY ("table"),
    CONSTRAINT results_table FOREIGN KEY("table") REFERENCES tables (code) ON DELETE CASCADE
);

CREATE INDEX results_by_end ON results (ended_at, "table", game);

CREATE TABLE seats (
    "table" TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    token_hash TEXT,
    joined BOOLEAN NOT NULL,
    reads_from INTEGER NOT NULL,
    nameless BOOLEAN NOT NULL,
    PRIMARY KEY ("table", name),
    CONSTRAINT seats_table FOREIGN KEY("table") REFERENCES tables (code) ON DELETE CASCADE,
    CONSTRAINT seats_one_a_position UNIQUE ("table", position)
);

CREATE TABLE claims (
    id TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    "table" TEXT NOT NULL,
    seat TEXT NOT NULL,
    created_at DOUBLE NOT NULL,
    state TEXT NOT NULL,
    token_hash TEXT,
    PRIMARY KEY (id),
    CONSTRAINT claims_seat FOREIGN KEY("table", seat) REFERENCES seats ("table", name) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT claims_state CHECK (state IN ('waiting', 'admitted', 'refused'))
);

CREATE INDEX claims_by_seat ON claims ("table", seat);

CREATE TABLE links (
    token_hash TEXT NOT NULL,
    "table" TEXT NOT NULL,
    seat TEXT NOT NULL,
    expires_at DOUBLE NOT NULL,
    by_owner BOOLEAN NOT NULL,
    PRIMARY KEY (token_hash),
    CONSTRAINT links_seat FOREIGN KEY("table", seat) REFERENCES seats ("table", name) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX links_by_seat ON links ("table", seat);

CREATE TABLE placings (
    "table" TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    player TEXT,
    score INTEGER NOT NULL,
    place INTEGER NOT NULL,
    won BOOLEAN NOT NULL,
    game TEXT NOT NULL,
    ended_at DOUBLE NOT NULL,
    PRIMARY KEY ("table", position),
    CONSTRAINT placings_result FOREIGN KEY("table") REFERENCES results ("table") ON DELETE CASCADE
);

CREATE INDEX placings_by_end ON placings (ended_at, "table", player, game);

CREATE INDEX placings_by_player ON placings (player, ended_at, "table");

CREATE TABLE admissions (
    claim TEXT NOT NULL,
    seat TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    admit BOOLEAN NOT NULL,
    PRIMARY KEY (claim, seat),
    CONSTRAINT admissions_claim FOREIGN KEY(claim) REFERENCES claims (id) ON DELETE CASCADE
);

CREATE TABLE referee_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT referee_version_pkc PRIMARY KEY (version_num)
);

INSERT INTO referee_version VALUES ('0001');
