BEGIN TRANSACTION;
CREATE TABLE admissions (
    claim TEXT NOT NULL REFERENCES claims ON DELETE CASCADE,
    seat TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    admit BOOLEAN NOT NULL,
    PRIMARY KEY (claim, seat)
);
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
CREATE TABLE finishes (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    entries INTEGER NOT NULL,
    body JSON NOT NULL
);
CREATE TABLE keyring (
    name TEXT PRIMARY KEY,
    secret TEXT NOT NULL
);
CREATE TABLE leases (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    -- The number of a daemon: see leases.py.
    owner INTEGER NOT NULL,
    address TEXT NOT NULL
);
CREATE TABLE links (
    token_hash TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    seat TEXT NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL,
    by_owner BOOLEAN NOT NULL,
    FOREIGN KEY (code, seat) REFERENCES seats (code, name) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE log (
    code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq >= 1),
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    author TEXT,
    at DOUBLE PRECISION NOT NULL,
    body JSON NOT NULL,
    -- Two daemons never write one place of a log, and no entry stands there twice.
    PRIMARY KEY (code, seq),
    UNIQUE (code, id)
) WITHOUT ROWID;
INSERT INTO "log" VALUES('UNDER',1,'entry','00000000-0000-0000-0000-000000000001',NULL,1795700000.0,'{"kind":"deal","seat":null,"data":{"put_in":{"=":{"0":100,"1":10,"2":0,"3":100}},"winners":[{"=":[3]}]},"host":true}');
INSERT INTO "log" VALUES('UNDER',2,'entry','00000000-0000-0000-0000-000000000002',NULL,1795700000.0,'{"kind":"deal","seat":null,"data":{"put_in":{"=":{"1":10,"2":5,"3":10}},"winners":[{"=":[1]}]},"host":true}');
INSERT INTO "log" VALUES('UNDER',3,'entry','00000000-0000-0000-0000-000000000003',NULL,1795700000.0,'{"kind":"depth","seat":null,"data":{},"host":true}');
INSERT INTO "log" VALUES('UNDER',4,'entry','00000000-0000-0000-0000-000000000004',NULL,1795700000.0,'{"kind":"call","seat":{"=":[2]},"data":{},"host":true}');
INSERT INTO "log" VALUES('UNDER',5,'entry','00000000-0000-0000-0000-000000000005',NULL,1795700000.0,'{"kind":"call","seat":{"=":[3]},"data":{},"host":true}');
INSERT INTO "log" VALUES('UNDER',6,'entry','00000000-0000-0000-0000-000000000006',NULL,1795700000.0,'{"kind":"misdeal","seat":null,"data":{},"host":true}');
INSERT INTO "log" VALUES('UNDER',7,'entry','00000000-0000-0000-0000-000000000007',NULL,1795700000.0,'{"kind":"raise","seat":{"=":[2]},"data":{"to":30},"host":true}');
INSERT INTO "log" VALUES('UNDER',8,'entry','00000000-0000-0000-0000-000000000008',NULL,1795700000.0,'{"kind":"fold","seat":{"=":[3]},"data":{},"host":true}');
INSERT INTO "log" VALUES('UNDER',9,'entry','00000000-0000-0000-0000-000000000009',NULL,1795700000.0,'{"kind":"fold","seat":{"=":[1]},"data":{},"host":true}');
INSERT INTO "log" VALUES('UNDER',10,'entry','00000000-0000-0000-0000-00000000000a',NULL,1795700000.0,'{"kind":"depth","seat":null,"data":{},"host":true}');
INSERT INTO "log" VALUES('ENDED',1,'entry','00000000-0000-0000-0000-00000000000b',NULL,1795700000.0,'{"kind":"deal","seat":null,"data":{"put_in":{"=":{"0":5,"1":100,"2":100}},"winners":[{"=":[1]}]},"host":true}');
INSERT INTO "log" VALUES('ENDED',2,'entry','00000000-0000-0000-0000-00000000000c',NULL,1795700000.0,'{"kind":"deal","seat":null,"data":{"put_in":{"=":{"0":10,"1":10}},"winners":[{"=":[1]}]},"host":true}');
INSERT INTO "log" VALUES('ENDED',3,'entry','00000000-0000-0000-0000-00000000000d',NULL,1795700000.0,'{"kind":"end","seat":null,"data":{},"host":true}');
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
INSERT INTO "placings" VALUES('ENDED',0,'Ana','ana',85.0,2,0,'holdem',1795700000.0);
INSERT INTO "placings" VALUES('ENDED',1,'Ben','ben',215.0,1,1,'holdem',1795700000.0);
INSERT INTO "placings" VALUES('ENDED',2,'Cy','cy',0.0,3,0,'holdem',1795700000.0);
CREATE TABLE referee_store (
    version INTEGER NOT NULL,
    -- How often something was deleted, and how much of that has been erased from the disk.
    deleted INTEGER NOT NULL,
    erased INTEGER NOT NULL
);
INSERT INTO "referee_store" VALUES(2,0,0);
CREATE TABLE refusals (
    code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    id TEXT NOT NULL,
    author TEXT,
    body JSON NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (code, id)
);
CREATE TABLE rematches (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    next TEXT NOT NULL REFERENCES tables ON DELETE CASCADE
);
CREATE TABLE results (
    code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    game TEXT NOT NULL,
    ended_at DOUBLE PRECISION NOT NULL,
    decided JSON
);
INSERT INTO "results" VALUES('ENDED','holdem',1795700000.0,'{"say":"{winner} wins with {total}","with":{"winner":"Ben","total":"215"}}');
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
INSERT INTO "seats" VALUES('UNDER',0,'Ana',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('UNDER',1,'Ben',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('UNDER',2,'Cy',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('UNDER',3,'Dee',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('ENDED',0,'Ana',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('ENDED',1,'Ben',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('ENDED',2,'Cy',NULL,0,0,0,NULL);
CREATE TABLE tables (
    code TEXT PRIMARY KEY,
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
    version INTEGER NOT NULL,
    rewritten INTEGER NOT NULL,
    cards_ready BOOLEAN NOT NULL,
    game_failed BOOLEAN NOT NULL,
    watch_hash TEXT,
    watch_draft JSON
) WITHOUT ROWID;
INSERT INTO "tables" VALUES('UNDER','holdem','1',1795700000.0,'{"stack":100,"small":5,"big":10,"chip":1,"depth":"deals"}','[]','72714c32eda67e5c591b0811acc60c0e11a9cbc11113a8e71e8a771e0d640285',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]},{"=":[3]}],"dealer":{"=":[3]},"options":{"stack":100,"small":5,"big":10,"chip":1,"depth":"deals"}}',1795700000.0,'4fbe6b4e4d10ede31df0701f8354f589f9c9a102fb1c81e93e9aa3749261da44',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('ENDED','holdem','1',1795700000.0,'{"stack":100,"small":5,"big":10,"chip":1,"depth":"deals"}','[]','7da3ddcda00287086a56e8b37df59a095b84f4dde4806fc8ab22b10892c7185b',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]}],"dealer":{"=":[2]},"options":{"stack":100,"small":5,"big":10,"chip":1,"depth":"deals"}}',1795700000.0,'f0ba2ad6f2c5cfffe35b6aeacfdf01d584e17784f84ecb72425bced720472b85',NULL,1,0,0,0,NULL,NULL);
CREATE INDEX tables_by_age ON tables (created_at);
CREATE INDEX links_by_seat ON links (code, seat);
CREATE INDEX claims_by_seat ON claims (code, seat);
CREATE INDEX results_by_end ON results (ended_at, code, game);
CREATE INDEX placings_by_player ON placings (player, ended_at, code, name, game, place, won);
CREATE INDEX placings_by_end ON placings (ended_at, code, player, game);
CREATE INDEX rematches_by_next ON rematches (next);
COMMIT;