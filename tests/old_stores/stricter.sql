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
INSERT INTO "log" VALUES('39XQM',1,'entry','00000000-0000-0000-0000-000000000014',NULL,1.79570549484049916269e+09,'{"kind":"starter","seat":null,"data":{"card":"9H"},"host":true}');
INSERT INTO "log" VALUES('39XQM',2,'entry','00000000-0000-0000-0000-000000000015',NULL,1.79570549484739542004e+09,'{"kind":"play","seat":{"=":[0]},"data":{"card":"2H"},"host":true}');
INSERT INTO "log" VALUES('39XQM',3,'entry','00000000-0000-0000-0000-000000000016',NULL,1.79570549484926652913e+09,'{"kind":"play","seat":{"=":[1]},"data":{"card":"TH"},"host":true}');
INSERT INTO "log" VALUES('3CWDP',1,'entry','00000000-0000-0000-0000-000000000008',NULL,1.79570549457251977922e+09,'{"kind":"contract","seat":null,"data":{"declarer":{"=":[0]},"game":"grand","announced":"ouvert","bid":18},"host":true}');
INSERT INTO "log" VALUES('3CWDP',2,'entry','00000000-0000-0000-0000-000000000009',NULL,1.79570549458418869974e+09,'{"kind":"concede","seat":null,"data":{"seat":{"=":[1]}},"host":true}');
INSERT INTO "log" VALUES('3CWDP',3,'entry','00000000-0000-0000-0000-00000000000a',NULL,1.7957054945898385048e+09,'{"kind":"skat","seat":null,"data":{"skat":["8D","9D"]},"host":true}');
INSERT INTO "log" VALUES('7DENR',1,'entry','00000000-0000-0000-0000-00000000000d',NULL,1.79570549468050217624e+09,'{"kind":"contract","seat":null,"data":{"declarer":{"=":[0]},"game":"spades","announced":"hand","bid":18},"host":true}');
INSERT INTO "log" VALUES('7DENR',2,'entry','00000000-0000-0000-0000-00000000000e',NULL,1.7957054946922683716e+09,'{"kind":"trick","seat":null,"data":{"plays":{"=":{"0":"JC","1":"7D","2":"8S"}}},"host":true}');
INSERT INTO "log" VALUES('7DENR',3,'entry','00000000-0000-0000-0000-00000000000f',NULL,1.79570549470828628533e+09,'{"kind":"misdeal","seat":null,"data":{},"host":true}');
INSERT INTO "log" VALUES('7TNNK',1,'entry','00000000-0000-0000-0000-000000000032',NULL,1.79570549559940767286e+09,'{"kind":"bids","seat":null,"data":{"bids":{"=":{"0":3,"1":3,"2":3,"3":3}}},"host":true}');
INSERT INTO "log" VALUES('7TNNK',2,'entry','00000000-0000-0000-0000-000000000033',NULL,1.79570549562064099308e+09,'{"kind":"trick","seat":null,"data":{"plays":{"=":{"0":"2C","1":"4C","2":"9C","3":"5D"}}},"host":true}');
INSERT INTO "log" VALUES('7TNNK',3,'entry','00000000-0000-0000-0000-000000000034',NULL,1.79570549563227701184e+09,'{"kind":"trick","seat":null,"data":{"plays":{"=":{"2":"AC","3":"6C","0":"TC","1":"7C"}}},"host":true}');
INSERT INTO "log" VALUES('7TNNK',4,'entry','00000000-0000-0000-0000-000000000035',NULL,1.79570549564300560954e+09,'{"kind":"trick","seat":null,"data":{"plays":{"=":{"2":"KC","3":"8C","0":"JC","1":"3C"}}},"host":true}');
INSERT INTO "log" VALUES('94YJX',1,'entry','00000000-0000-0000-0000-000000000017',NULL,1.79570549489457750315e+09,'{"kind":"round","seat":null,"data":{"points":{"=":{"0":1000000000000,"1":5}}},"host":true}');
INSERT INTO "log" VALUES('94YJX',2,'entry','00000000-0000-0000-0000-000000000018',NULL,1.7957054949043705464e+09,'{"kind":"round","seat":null,"data":{"points":{"=":{"0":-7,"1":5}}},"host":true}');
INSERT INTO "log" VALUES('9U3CR',1,'entry','00000000-0000-0000-0000-00000000001e',NULL,1.79570549521651506418e+09,'{"kind":"contract","seat":null,"data":{"declarer":{"=":[0]},"game":"grand","announced":"ouvert","bid":18},"host":true}');
INSERT INTO "log" VALUES('9U3CR',2,'entry','00000000-0000-0000-0000-00000000001f',NULL,1.79570549522424936297e+09,'{"kind":"concede","seat":null,"data":{"seat":{"=":[1]}},"host":true}');
INSERT INTO "log" VALUES('9U3CR',3,'entry','00000000-0000-0000-0000-000000000020',NULL,1.79570549534439182284e+09,'{"kind":"skat","seat":null,"data":{"skat":["8D","9D"]},"host":true}');
INSERT INTO "log" VALUES('9U3CR',4,'entry','00000000-0000-0000-0000-000000000021',NULL,1.7957054953493695259e+09,'{"kind":"contract","seat":null,"data":{"declarer":{"=":[0]},"game":"null","announced":"nothing","bid":18},"host":true}');
INSERT INTO "log" VALUES('9U3CR',5,'entry','00000000-0000-0000-0000-000000000022',NULL,1.79570549535732483861e+09,'{"kind":"claim","seat":null,"data":{"seat":{"=":[0]}},"host":true}');
INSERT INTO "log" VALUES('9U3CR',6,'entry','00000000-0000-0000-0000-000000000023',NULL,1.79570549536430120471e+09,'{"kind":"contract","seat":null,"data":{"declarer":{"=":[0]},"game":"spades","announced":"schwarz","bid":18},"host":true}');
INSERT INTO "log" VALUES('9U3CR',7,'entry','00000000-0000-0000-0000-000000000024',NULL,1.79570549536933159826e+09,'{"kind":"trick","seat":null,"data":{"plays":{"=":{"2":"7S","0":"JC","1":"8S"}}},"host":true}');
INSERT INTO "log" VALUES('9U3CR',8,'entry','00000000-0000-0000-0000-000000000025',NULL,1.79570549537613821026e+09,'{"kind":"misdeal","seat":null,"data":{},"host":true}');
INSERT INTO "log" VALUES('9U3CR',9,'entry','00000000-0000-0000-0000-000000000026',NULL,1.79570549538010931019e+09,'{"kind":"contract","seat":null,"data":{"declarer":{"=":[0]},"game":"spades","announced":"schwarz","bid":18},"host":true}');
INSERT INTO "log" VALUES('9U3CR',10,'entry','00000000-0000-0000-0000-000000000027',NULL,1.79570549538469433786e+09,'{"kind":"trick","seat":null,"data":{"plays":{"=":{"2":"7S","0":"JC","1":"8S"}}},"host":true}');
INSERT INTO "log" VALUES('9U3CR',11,'entry','00000000-0000-0000-0000-000000000028',NULL,1.79570549538851261138e+09,'{"kind":"claim","seat":null,"data":{"seat":{"=":[0]}},"host":true}');
INSERT INTO "log" VALUES('9U3CR',12,'entry','00000000-0000-0000-0000-000000000029',NULL,1.79570549539208269111e+09,'{"kind":"skat","seat":null,"data":{"skat":["8D","9D"]},"host":true}');
INSERT INTO "log" VALUES('AXFPC',1,'entry','00000000-0000-0000-0000-00000000002f',NULL,1.79570549551661443705e+09,'{"kind":"trick","seat":null,"data":{"plays":{"=":{"2":"2C","3":"4C","0":"9C","1":"5C"}}},"host":true}');
INSERT INTO "log" VALUES('AXFPC',2,'entry','00000000-0000-0000-0000-000000000030',NULL,1.79570549553006267545e+09,'{"kind":"trick","seat":null,"data":{"plays":{"=":{"1":"4D","2":"6D","3":"2D","0":"TC"}}},"host":true}');
INSERT INTO "log" VALUES('AXFPC',3,'entry','00000000-0000-0000-0000-000000000031',NULL,1.79570549554591178892e+09,'{"kind":"trick","seat":null,"data":{"plays":{"=":{"1":"3D","2":"8D","3":"JD","0":"AD"}}},"host":true}');
INSERT INTO "log" VALUES('CM747',1,'entry','00000000-0000-0000-0000-00000000001b',NULL,1.79570549502857780459e+09,'{"kind":"deal","seat":null,"data":{"pegged":{"=":{"0":3,"1":8}},"hands":{"=":{"0":4,"1":24}},"crib":2},"host":true}');
INSERT INTO "log" VALUES('CM747',2,'entry','00000000-0000-0000-0000-00000000001c',NULL,1.79570549504036736489e+09,'{"kind":"deal","seat":null,"data":{"pegged":{"=":{"0":2,"1":9}},"hands":{"=":{"0":8,"1":24}},"crib":4},"host":true}');
INSERT INTO "log" VALUES('E9TMU',1,'entry','00000000-0000-0000-0000-000000000002',NULL,1.79570549450963044164e+09,'{"kind":"contract","seat":null,"data":{"turned":"9H","maker":{"=":[2]},"trump":"H"},"host":true}');
INSERT INTO "log" VALUES('E9TMU',2,'entry','00000000-0000-0000-0000-000000000003',NULL,1.79570549452029800414e+09,'{"kind":"claim","seat":null,"data":{"seat":{"=":[2]}},"host":true}');
INSERT INTO "log" VALUES('E9TMU',3,'entry','00000000-0000-0000-0000-000000000004',NULL,1.79570549452819371223e+09,'{"kind":"contract","seat":null,"data":{"turned":"9C","maker":{"=":[0]},"trump":"C"},"host":true}');
INSERT INTO "log" VALUES('E9TMU',4,'entry','00000000-0000-0000-0000-000000000005',NULL,1.79570549454028964043e+09,'{"kind":"claim","seat":null,"data":{"seat":{"=":[0]}},"host":true}');
INSERT INTO "log" VALUES('E9TMU',5,'entry','00000000-0000-0000-0000-000000000006',NULL,1.79570549454508495337e+09,'{"kind":"contract","seat":null,"data":{"turned":"9D","maker":{"=":[2]},"trump":"D"},"host":true}');
INSERT INTO "log" VALUES('E9TMU',6,'entry','00000000-0000-0000-0000-000000000007',NULL,1.79570549454970550531e+09,'{"kind":"claim","seat":null,"data":{"seat":{"=":[2]}},"host":true}');
INSERT INTO "log" VALUES('H9KDQ',1,'entry','00000000-0000-0000-0000-000000000036',NULL,1.79570549593680286407e+09,'{"kind":"deal","seat":null,"data":{"declarer":{"=":[0]},"level":"3","strain":"NT","doubled":"no","tricks":9,"honours":"150"},"host":true}');
INSERT INTO "log" VALUES('HA3Q3',1,'entry','00000000-0000-0000-0000-000000000001',NULL,1.79570549447148871419e+09,'{"kind":"contract","seat":null,"data":{"turned":"9H","maker":{"=":[2]},"trump":"H"},"host":true}');
INSERT INTO "log" VALUES('JTE4X',1,'entry','00000000-0000-0000-0000-000000000010',NULL,1.79570549475239515306e+09,'{"kind":"contract","seat":null,"data":{"declarer":{"=":[0]},"game":"spades","announced":"schwarz","bid":18},"host":true}');
INSERT INTO "log" VALUES('JTE4X',2,'entry','00000000-0000-0000-0000-000000000011',NULL,1.79570549476717591288e+09,'{"kind":"trick","seat":null,"data":{"plays":{"=":{"0":"JC","1":"7S","2":"8S"}}},"host":true}');
INSERT INTO "log" VALUES('JTE4X',3,'entry','00000000-0000-0000-0000-000000000012',NULL,1.79570549478028059007e+09,'{"kind":"claim","seat":null,"data":{"seat":{"=":[0]}},"host":true}');
INSERT INTO "log" VALUES('JTE4X',4,'entry','00000000-0000-0000-0000-000000000013',NULL,1.7957054947924618721e+09,'{"kind":"skat","seat":null,"data":{"skat":["8D","9D"]},"host":true}');
INSERT INTO "log" VALUES('PRMDX',1,'entry','00000000-0000-0000-0000-00000000001d',NULL,1.79570549515852475163e+09,'{"kind":"deal","seat":null,"data":{"knocker":{"=":[0]},"deadwood":{"=":{"0":0,"1":98}}},"host":true}');
INSERT INTO "log" VALUES('PTDWQ',1,'entry','00000000-0000-0000-0000-00000000002a',NULL,1.79570549542570781706e+09,'{"kind":"starter","seat":null,"data":{"card":"9H"},"host":true}');
INSERT INTO "log" VALUES('PTDWQ',2,'entry','00000000-0000-0000-0000-00000000002b',NULL,1.79570549544027090074e+09,'{"kind":"play","seat":{"=":[0]},"data":{"card":"2H"},"host":true}');
INSERT INTO "log" VALUES('PTDWQ',3,'entry','00000000-0000-0000-0000-00000000002c',NULL,1.79570549544961118697e+09,'{"kind":"misdeal","seat":null,"data":{},"host":true}');
INSERT INTO "log" VALUES('PTDWQ',4,'entry','00000000-0000-0000-0000-00000000002d',NULL,1.79570549545334219934e+09,'{"kind":"depth","seat":null,"data":{},"host":true}');
INSERT INTO "log" VALUES('PTDWQ',5,'entry','00000000-0000-0000-0000-00000000002e',NULL,1.7957054954686307907e+09,'{"kind":"points","seat":null,"data":{"left":{"=":{"0":0,"1":60}}},"host":true}');
INSERT INTO "log" VALUES('TFK4N',1,'entry','00000000-0000-0000-0000-000000000019',NULL,1.79570549493672251698e+09,'{"kind":"round","seat":null,"data":{"points":{"=":{"0":1000000000000,"1":5}}},"host":true}');
INSERT INTO "log" VALUES('TFK4N',2,'entry','00000000-0000-0000-0000-00000000001a',NULL,1.7957054949562318325e+09,'{"kind":"end","seat":null,"data":{},"host":true}');
INSERT INTO "log" VALUES('XR77K',1,'entry','00000000-0000-0000-0000-00000000000b',NULL,1.79570549461500692366e+09,'{"kind":"contract","seat":null,"data":{"declarer":{"=":[0]},"game":"null","announced":"nothing","bid":18},"host":true}');
INSERT INTO "log" VALUES('XR77K',2,'entry','00000000-0000-0000-0000-00000000000c',NULL,1.79570549462349486353e+09,'{"kind":"claim","seat":null,"data":{"seat":{"=":[0]}},"host":true}');
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
INSERT INTO "placings" VALUES('E9TMU',0,'N','n',6.0,1,1,'euchre',1.79570549454970550531e+09);
INSERT INTO "placings" VALUES('E9TMU',1,'E','e',0.0,2,0,'euchre',1.79570549454970550531e+09);
INSERT INTO "placings" VALUES('E9TMU',2,'S','s',6.0,1,1,'euchre',1.79570549454970550531e+09);
INSERT INTO "placings" VALUES('E9TMU',3,'W','w',0.0,2,0,'euchre',1.79570549454970550531e+09);
INSERT INTO "placings" VALUES('TFK4N',0,'Ana','ana',1000000000000.0,1,1,'score-pad',1.7957054949562318325e+09);
INSERT INTO "placings" VALUES('TFK4N',1,'Ben','ben',5.0,2,0,'score-pad',1.7957054949562318325e+09);
INSERT INTO "placings" VALUES('CM747',0,'Ana','ana',19.0,2,0,'cribbage',1.79570549504036736489e+09);
INSERT INTO "placings" VALUES('CM747',1,'Ben','ben',61.0,1,1,'cribbage',1.79570549504036736489e+09);
INSERT INTO "placings" VALUES('PRMDX',0,'Ana','ana',348.0,1,1,'gin-rummy',1.79570549515852475163e+09);
INSERT INTO "placings" VALUES('PRMDX',1,'Ben','ben',0.0,2,0,'gin-rummy',1.79570549515852475163e+09);
INSERT INTO "placings" VALUES('9U3CR',0,'A','a',-497.0,3,0,'skat',1.79570549539208269111e+09);
INSERT INTO "placings" VALUES('9U3CR',1,'B','b',0.0,1,1,'skat',1.79570549539208269111e+09);
INSERT INTO "placings" VALUES('9U3CR',2,'C','c',0.0,1,1,'skat',1.79570549539208269111e+09);
INSERT INTO "placings" VALUES('PTDWQ',0,'Ana','ana',60.0,1,1,'crazy-eights',1.7957054954686307907e+09);
INSERT INTO "placings" VALUES('PTDWQ',1,'Ben','ben',0.0,2,0,'crazy-eights',1.7957054954686307907e+09);
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
INSERT INTO "results" VALUES('E9TMU','euchre',1.79570549454970550531e+09,'{"say":"{partners} win with {total}","with":{"partners":["N","S"],"total":"6"}}');
INSERT INTO "results" VALUES('TFK4N','score-pad',1.7957054949562318325e+09,'{"say":"{winner} wins with {total}","with":{"winner":"Ana","total":"1000000000000"}}');
INSERT INTO "results" VALUES('CM747','cribbage',1.79570549504036736489e+09,'{"say":"{winner} wins with {n}, and a skunk","with":{"winner":"Ben","n":61}}');
INSERT INTO "results" VALUES('PRMDX','gin-rummy',1.79570549515852475163e+09,'{"say":"{winners} wins the game with {total}","with":{"winners":["Ana"],"total":348}}');
INSERT INTO "results" VALUES('9U3CR','skat',1.79570549539208269111e+09,'{"say":"{winners} share the win with {total} each","with":{"winners":["B","C"],"total":"0"}}');
INSERT INTO "results" VALUES('PTDWQ','crazy-eights',1.7957054954686307907e+09,'{"say":"{winner} wins with {total}","with":{"winner":"Ana","total":"60"}}');
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
INSERT INTO "seats" VALUES('39XQM',0,'Ana',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('39XQM',1,'Ben',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('3CWDP',0,'A',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('3CWDP',1,'B',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('3CWDP',2,'C',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('7DENR',0,'A',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('7DENR',1,'B',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('7DENR',2,'C',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('7TNNK',0,'N',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('7TNNK',1,'E',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('7TNNK',2,'S',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('7TNNK',3,'W',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('94YJX',0,'Ana',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('94YJX',1,'Ben',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('9U3CR',0,'A',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('9U3CR',1,'B',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('9U3CR',2,'C',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('AXFPC',0,'N',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('AXFPC',1,'E',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('AXFPC',2,'S',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('AXFPC',3,'W',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('CM747',0,'Ana',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('CM747',1,'Ben',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('E9TMU',0,'N',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('E9TMU',1,'E',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('E9TMU',2,'S',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('E9TMU',3,'W',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('H9KDQ',0,'N',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('H9KDQ',1,'E',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('H9KDQ',2,'S',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('H9KDQ',3,'W',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('HA3Q3',0,'N',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('HA3Q3',1,'E',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('HA3Q3',2,'S',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('HA3Q3',3,'W',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('JTE4X',0,'A',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('JTE4X',1,'B',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('JTE4X',2,'C',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('PRMDX',0,'Ana',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('PRMDX',1,'Ben',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('PTDWQ',0,'Ana',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('PTDWQ',1,'Ben',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('TFK4N',0,'Ana',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('TFK4N',1,'Ben',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('XR77K',0,'A',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('XR77K',1,'B',NULL,0,0,0,NULL);
INSERT INTO "seats" VALUES('XR77K',2,'C',NULL,0,0,0,NULL);
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
INSERT INTO "tables" VALUES('39XQM','crazy-eights','1',1.79570549480580830574e+09,'{"variant":"mau-mau","scoring":"winner","depth":"cards"}','[]','816fa0f1f453e750ae36fc023d3461dbe7778680b38ab7dd7d03ff24c7f25b35',NULL,'{"order":[{"=":[0]},{"=":[1]}],"dealer":{"=":[1]},"options":{"variant":"mau-mau","scoring":"winner","depth":"cards"}}',1.79570549482672452926e+09,'57b0fbe9c20f21c7b052a170dd35e75a689394fff5c5eb8af77dd7762c39d48f',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('3CWDP','skat','1',1.79570549456287431719e+09,'{"depth":"tricks","rounds":12}','[]','67fc1c868e286f4517c4fb8afb5511acd3a5cfd28cbb0ab4587e254b723cc4a3',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]}],"dealer":{"=":[2]},"options":{"depth":"tricks","rounds":12}}',1.79570549456920552249e+09,'c09530a163fda91b373718615beaee684228b9b611cf5507c451d628d2b547eb',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('7DENR','skat','1',1.79570549466058921811e+09,'{"depth":"tricks","rounds":12}','[]','2e7fc87ce2a538de31723d0ef71f7a0c1174b2bb2f0cf9a768e51e3c042860a3',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]}],"dealer":{"=":[2]},"options":{"depth":"tricks","rounds":12}}',1.79570549466598916059e+09,'504d54edb69fb9fdc5d8b264d2b33114683ab11bff0edc7dfab361d5be555ab7',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('7TNNK','spades','1',1.79570549556700277326e+09,'{"play":"pairs","target":500,"lost_at":-200,"behind":100,"depth":"tricks"}','[]','25e01032749e23431dbd10e17677096f02e22e05d3d2fa44fc657424978e4121',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]},{"=":[3]}],"dealer":{"=":[3]},"options":{"play":"pairs","target":500,"lost_at":-200,"behind":100,"depth":"tricks"}}',1.79570549559429168701e+09,'556563dd19c1eb13b7257a046a830995814e469e4fce41a078ed0353b6322ccd',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('94YJX','score-pad','1',1.7957054948662250042e+09,'{"preset":"plain","wins":"most","playoff":false,"halves":false,"deal":true}','[]','05ea441598acc809d12830e2dcbad79b0c1bb2b6a5633efabc71db07ec5c7932',NULL,'{"order":[{"=":[0]},{"=":[1]}],"dealer":{"=":[0]},"options":{"preset":"plain","wins":"most","playoff":false,"halves":false,"deal":true}}',1.79570549488348054885e+09,'10034980a7a918e1143acec3684cbbcbbe356b0c8495e3cc1917a25527c62fdf',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('9U3CR','skat','1',1.79570549518481540674e+09,'{"depth":"tricks","rounds":1}','[]','c06bacdf8577d7f1e9066cf6cfd28a6c77d5c05f61187abcd9c7f5fe85959dcf',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]}],"dealer":{"=":[2]},"options":{"depth":"tricks","rounds":1}}',1.79570549520492458344e+09,'6f7a74bbb0674ef6f409e4f28c0da3ab7ee8077911bda4467380ddf74647b239',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('AXFPC','hearts','1',1.79570549547604012491e+09,'{"depth":"tricks","target":100,"passing":"hold","queen_breaks":false}','[]','e1565e920da1f413c43068dd5f75d158189f4b85000a88a59a8238652c04eea6',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]},{"=":[3]}],"dealer":{"=":[3]},"options":{"depth":"tricks","target":100,"passing":"hold","queen_breaks":false}}',1.79570549549727725979e+09,'d8e251d5fcce58bd2aaefeb224e15762e2191afe969943f281a036d53d208301',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('CM747','cribbage','1',1.79570549499775099751e+09,'{"depth":"deals","target":"61","muggins":false}','[]','ea50ae79d900aae7d2aa63ac9b9405fee22b58dec14c1603b54c0a0050171c3f',NULL,'{"order":[{"=":[0]},{"=":[1]}],"dealer":{"=":[0]},"options":{"depth":"deals","target":"61","muggins":false}}',1.79570549501156830791e+09,'f90f60a29b78c1481afa62a1d9d3791c2b053dfd09aa86a01f59d26fbdd8b118',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('E9TMU','euchre','1',1.79570549448075747487e+09,'{"target":5,"depth":"tricks"}','[]','ec8cdb94a80515dadca36eb145afcdd171d089602cffca415d79ce20a5438c90',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]},{"=":[3]}],"dealer":{"=":[3]},"options":{"target":5,"depth":"tricks"}}',1795705494.48919,'f3ace8061f2e990ba12cbf89f83d530a4fbe73577d7c9a4f5e572da3b425a6f1',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('H9KDQ','bridge','1',1.79570549591530346871e+09,'{"scoring":"chicago","vulnerable":"dealer","honours":true,"depth":"deals"}','[]','86309e6ba9a214c7fa2f812fbe4bdf414a4a3b587b2cd1f1ec398d786e36c35b',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]},{"=":[3]}],"dealer":{"=":[0]},"options":{"scoring":"chicago","vulnerable":"dealer","honours":true,"depth":"deals"}}',1.79570549591726469993e+09,'794b8fc07a7fdf73e355648035c045d2280fc9b9211323bdf90f9d821312633a',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('HA3Q3','euchre','1',1.79570549443929195401e+09,'{"target":5,"depth":"tricks"}','[]','63b5fde9a53cd82ee90db2d3ce98b48de765bba147546612d3a9452fe2987f09',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]},{"=":[3]}],"dealer":{"=":[3]},"options":{"target":5,"depth":"tricks"}}',1.79570549445120596892e+09,'f075a6bea8d537380500d8eae7501900e65ac6adc73a0390763f5cc307ed7a5b',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('JTE4X','skat','1',1.79570549471229290961e+09,'{"depth":"tricks","rounds":12}','[]','e606f92e90ceaaf04f22036b865aee5f63182d0afce0234bb3af25013c10aa73',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]}],"dealer":{"=":[2]},"options":{"depth":"tricks","rounds":12}}',1.79570549471944403653e+09,'00dc7f0911058fc5fdca81ba9a87914fd644da2fb07216d92271ccb6260b3f54',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('PRMDX','gin-rummy','1',1.79570549505354499814e+09,'{"depth":"deals","target":100,"knock":"ten","gin_bonus":25,"undercut_bonus":25,"box_bonus":25,"game_bonus":100,"last_discard":false}','[]','2fc00d904bbcd2d4889d9a70f600acda55ca9b5f52d4615d924d710e55fd90f8',NULL,'{"order":[{"=":[0]},{"=":[1]}],"dealer":{"=":[0]},"options":{"depth":"deals","target":100,"knock":"ten","gin_bonus":25,"undercut_bonus":25,"box_bonus":25,"game_bonus":100,"last_discard":false}}',1.79570549513039422031e+09,'76e5c3fd7204eaf13998a662bd78bf18178202966862d665f0307d0480193ff8',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('PTDWQ','crazy-eights','1',1.79570549541315269475e+09,'{"variant":"mau-mau","scoring":"winner","target":50,"depth":"cards"}','[]','56bf8147a78901aa2c27497128dad1d3e559647623680c417b58dfacfe423fb7',NULL,'{"order":[{"=":[0]},{"=":[1]}],"dealer":{"=":[1]},"options":{"variant":"mau-mau","scoring":"winner","target":50,"depth":"cards"}}',1.79570549541625761992e+09,'56bc443b71bb06e21e460229232248dfdeec9c4d8913dd0f769e36a7132eee50',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('TFK4N','score-pad','1',1795705494.9161,'{"preset":"plain","wins":"most","playoff":false,"halves":false,"deal":true}','[]','fd82f13370785305313fdac147c3b3372726520c2364a4013fc273748db83f36',NULL,'{"order":[{"=":[0]},{"=":[1]}],"dealer":{"=":[0]},"options":{"preset":"plain","wins":"most","playoff":false,"halves":false,"deal":true}}',1.79570549492497801786e+09,'6371b0fde7b6eca0a82dcff13493a2cd078ce1029a00f6a3b6bd434128d2822e',NULL,1,0,0,0,NULL,NULL);
INSERT INTO "tables" VALUES('XR77K','skat','1',1.79570549459584617615e+09,'{"depth":"tricks","rounds":12}','[]','3f704561cf552bd6e63265c20e5c7a6cfaa017465ab3dc09252baca927cc6cd9',NULL,'{"order":[{"=":[0]},{"=":[1]},{"=":[2]}],"dealer":{"=":[2]},"options":{"depth":"tricks","rounds":12}}',1.79570549460908269884e+09,'529b3e09c2c09049ddf9d8204cb23b9ae09f24f6a3e1a3a4dc282953920e9f16',NULL,1,0,0,0,NULL,NULL);
CREATE INDEX tables_by_age ON tables (created_at);
CREATE INDEX links_by_seat ON links (code, seat);
CREATE INDEX claims_by_seat ON claims (code, seat);
CREATE INDEX results_by_end ON results (ended_at, code, game);
CREATE INDEX placings_by_player ON placings (player, ended_at, code, name, game, place, won);
CREATE INDEX placings_by_end ON placings (ended_at, code, player, game);
CREATE INDEX rematches_by_next ON rematches (next);
COMMIT;
