-- The database of all suites. Built by `python -m data.build` from the tables, read-only afterwards.
-- Ids are unique within a suite, so every key begins with the suite. `position` keeps the order of the files.

-- `contents` sums up all rows of all other tables (data/database.py), to be compared with what stands in them.
CREATE TABLE database (
    version VARCHAR PRIMARY KEY,
    contents VARCHAR NOT NULL
);

CREATE TABLE suite (
    id VARCHAR PRIMARY KEY CHECK (regexp_full_match(id, '[A-Za-z][A-Za-z0-9_]*')),
    position INTEGER NOT NULL UNIQUE,
    title VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    paper VARCHAR NOT NULL,
    url VARCHAR NOT NULL,
    authors VARCHAR NOT NULL,
    year INTEGER NOT NULL,
    source_url VARCHAR NOT NULL,
    licence VARCHAR NOT NULL,
    retrieved VARCHAR NOT NULL,
    data_version VARCHAR NOT NULL CHECK (regexp_full_match(data_version, '[0-9a-f]{12}'))
);

-- Folders whose suite is refused and not served, with every problem. `folder` counts them, `name` is the folder's own name.
CREATE TABLE not_served (
    folder INTEGER NOT NULL CHECK (folder >= 1),
    position INTEGER NOT NULL CHECK (position >= 1),
    name VARCHAR NOT NULL,
    suite VARCHAR NOT NULL,
    file VARCHAR NOT NULL,
    line INTEGER,
    column_name VARCHAR,
    found VARCHAR NOT NULL,
    expected VARCHAR NOT NULL,
    PRIMARY KEY (folder, position)
);

-- Rows and fingerprint of every table of a suite: what was put in, to be compared with what is read out.
CREATE TABLE manifest (
    suite VARCHAR NOT NULL REFERENCES suite (id),
    name VARCHAR NOT NULL,
    rows INTEGER NOT NULL CHECK (rows >= 0),
    fingerprint VARCHAR NOT NULL,
    PRIMARY KEY (suite, name)
);

CREATE TABLE metric (
    suite VARCHAR NOT NULL REFERENCES suite (id),
    id VARCHAR NOT NULL CHECK (regexp_full_match(id, '[A-Za-z][A-Za-z0-9_]*')),
    position INTEGER NOT NULL,
    label VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    direction VARCHAR NOT NULL CHECK (direction IN ('lower', 'higher', 'target')),
    role VARCHAR NOT NULL CHECK (role IN ('score', 'oracle')),
    lower_bound DOUBLE CHECK (isfinite(lower_bound)),
    upper_bound DOUBLE CHECK (isfinite(upper_bound)),
    utilities VARCHAR NOT NULL CHECK ((role = 'oracle') = (utilities = '')),
    family VARCHAR NOT NULL,
    measures VARCHAR NOT NULL,
    reference VARCHAR NOT NULL,
    target VARCHAR NOT NULL CHECK ((direction = 'target') = (target <> '')),
    aims VARCHAR NOT NULL,
    scale VARCHAR NOT NULL CHECK (scale IN ('linear', 'log')),
    "group" VARCHAR NOT NULL CHECK ("group" IN ('', 'forgetting', 'privacy', 'utility')),
    parts VARCHAR NOT NULL,
    under VARCHAR NOT NULL CHECK (under IN ('', 'below', 'above') AND (under = '' OR direction = 'target')),
    unit VARCHAR NOT NULL CHECK (unit = '' OR (unit = 'proportion' AND lower_bound = 0 AND upper_bound = 1)),
    PRIMARY KEY (suite, id),
    UNIQUE (suite, position),
    CHECK (lower_bound < upper_bound),
    CHECK (scale = 'linear' OR lower_bound > 0)
);

CREATE TABLE method (
    suite VARCHAR NOT NULL REFERENCES suite (id),
    id VARCHAR NOT NULL CHECK (regexp_full_match(id, '[A-Za-z][A-Za-z0-9_]*')),
    position INTEGER NOT NULL,
    label VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    family VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    reference VARCHAR NOT NULL,
    url VARCHAR NOT NULL,
    role VARCHAR NOT NULL CHECK (role IN ('candidate', 'reference', 'original')),
    settings VARCHAR NOT NULL, -- hyper-parameters as a JSON object of texts
    PRIMARY KEY (suite, id),
    UNIQUE (suite, position)
);

-- Methods of which a suite has several checkpoints.
CREATE TABLE family (
    suite VARCHAR NOT NULL REFERENCES suite (id),
    id VARCHAR NOT NULL CHECK (regexp_full_match(id, '[A-Za-z][A-Za-z0-9_]*')),
    position INTEGER NOT NULL,
    label VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    reference VARCHAR NOT NULL,
    url VARCHAR NOT NULL,
    PRIMARY KEY (suite, id),
    UNIQUE (suite, position)
);

-- The metrics of pool.csv, the models whose knowledge is known.
CREATE TABLE pool_metric (
    suite VARCHAR NOT NULL REFERENCES suite (id),
    id VARCHAR NOT NULL CHECK (regexp_full_match(id, '[A-Za-z][A-Za-z0-9_]*')),
    position INTEGER NOT NULL,
    label VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    direction VARCHAR NOT NULL CHECK (direction IN ('lower', 'higher')),
    measures VARCHAR NOT NULL,
    reference VARCHAR NOT NULL,
    PRIMARY KEY (suite, id),
    UNIQUE (suite, position)
);

CREATE TABLE benchmark (
    suite VARCHAR NOT NULL REFERENCES suite (id),
    id VARCHAR NOT NULL CHECK (regexp_full_match(id, '[A-Za-z][A-Za-z0-9_]*')),
    position INTEGER NOT NULL,
    label VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    reference VARCHAR NOT NULL,
    url VARCHAR NOT NULL,
    within VARCHAR CHECK (within <> id), -- the benchmark that contains it
    PRIMARY KEY (suite, id),
    UNIQUE (suite, position)
);

CREATE TABLE panel (
    suite VARCHAR NOT NULL REFERENCES suite (id),
    id VARCHAR NOT NULL CHECK (regexp_full_match(id, '[A-Za-z][A-Za-z0-9_]*')),
    position INTEGER NOT NULL,
    label VARCHAR NOT NULL,
    base_model VARCHAR NOT NULL,
    setting VARCHAR NOT NULL CHECK (setting IN ('multimodal', 'unimodal')),
    reference BOOLEAN NOT NULL,
    description VARCHAR NOT NULL,
    PRIMARY KEY (suite, id),
    UNIQUE (suite, position)
);

-- The runs of a suite are the table `runs` in a schema of its own, one row per run and one column per metric, in file
-- order (data/views.py). Over all suites, `run` has one row per run and `score` one per measured value: views on them.
-- run_id counts from 1 in file order; the published protocol breaks ties by that order.

-- The panel is NULL for a claim that compares panels.
CREATE TABLE published (
    suite VARCHAR NOT NULL REFERENCES suite (id),
    claim VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    "where" VARCHAR NOT NULL,
    url VARCHAR NOT NULL,
    status VARCHAR NOT NULL CHECK (status IN ('released', 'later_revision', 'superseded', 'context')),
    statistic VARCHAR NOT NULL,
    protocol VARCHAR NOT NULL CHECK (protocol IN ('published', 'tie-aware')),
    panel VARCHAR,
    subject VARCHAR NOT NULL,
    printed VARCHAR NOT NULL,
    value DOUBLE NOT NULL CHECK (isfinite(value)),
    decimals BIGINT NOT NULL CHECK (decimals BETWEEN 0 AND 17),
    sentence VARCHAR NOT NULL,
    PRIMARY KEY (suite, claim),
    UNIQUE (suite, position),
    FOREIGN KEY (suite, panel) REFERENCES panel (suite, id)
);

CREATE TABLE sample (
    suite VARCHAR NOT NULL,
    panel VARCHAR NOT NULL,
    benchmark VARCHAR NOT NULL,
    metric VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    n BIGINT NOT NULL CHECK (n >= 1),
    basis VARCHAR NOT NULL,
    PRIMARY KEY (suite, panel, benchmark, metric),
    FOREIGN KEY (suite, panel) REFERENCES panel (suite, id),
    FOREIGN KEY (suite, benchmark) REFERENCES benchmark (suite, id),
    FOREIGN KEY (suite, metric) REFERENCES metric (suite, id)
);

CREATE TABLE weight (
    suite VARCHAR NOT NULL,
    preset VARCHAR NOT NULL,
    metric VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    label VARCHAR NOT NULL,
    weight DOUBLE NOT NULL CHECK (weight BETWEEN 0 AND 1),
    transform VARCHAR NOT NULL,
    "where" VARCHAR NOT NULL,
    url VARCHAR NOT NULL,
    note VARCHAR NOT NULL,
    PRIMARY KEY (suite, preset, metric),
    FOREIGN KEY (suite, metric) REFERENCES metric (suite, id)
);

-- The method is NULL where a source counts all its methods together.
CREATE TABLE recoverability (
    suite VARCHAR NOT NULL REFERENCES suite (id),
    position INTEGER NOT NULL,
    source VARCHAR NOT NULL,
    url VARCHAR NOT NULL,
    method VARCHAR,
    directly_suppressed BIGINT NOT NULL CHECK (directly_suppressed >= 0),
    any_evidence BIGINT NOT NULL CHECK (any_evidence BETWEEN 0 AND directly_suppressed),
    mean_score DOUBLE CHECK (mean_score BETWEEN 0 AND 1),
    note VARCHAR NOT NULL,
    PRIMARY KEY (suite, position),
    UNIQUE (suite, source, method),
    FOREIGN KEY (suite, method) REFERENCES method (suite, id)
);

CREATE TABLE partition (
    suite VARCHAR NOT NULL,
    partition VARCHAR NOT NULL,
    metric VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    label VARCHAR NOT NULL,
    cluster BIGINT NOT NULL CHECK (cluster >= 1),
    "where" VARCHAR NOT NULL,
    url VARCHAR NOT NULL,
    note VARCHAR NOT NULL,
    PRIMARY KEY (suite, partition, metric),
    FOREIGN KEY (suite, metric) REFERENCES metric (suite, id)
);

-- Further tables of a suite that the schema does not know, cell by cell: a column holds texts or numbers.
CREATE TABLE extra (
    suite VARCHAR NOT NULL REFERENCES suite (id),
    name VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    column_position INTEGER NOT NULL,
    column_name VARCHAR NOT NULL,
    numeric BOOLEAN NOT NULL,
    text VARCHAR,
    number DOUBLE CHECK (isfinite(number)),
    PRIMARY KEY (suite, name, position, column_position),
    CHECK (CASE WHEN numeric THEN text IS NULL ELSE number IS NULL AND text IS NOT NULL END)
);
