-- SPDX-FileCopyrightText: 2026 Millrace contributors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Result store. Instants (*_ns) are nanoseconds since 1970-01-01T00:00:00Z; NULL means "not yet" or "not known".
-- A NULL in a column of type REAL that may be NULL is NaN. An empty node or subject means the whole run.

-- About the file itself: "uuid", globally unique; "created", RFC 3339.
CREATE TABLE store_info (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One execution of a grid. spec_json is the experiment exactly as it was run; seed is the unsigned 64-bit seed, as int64.
CREATE TABLE campaigns (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    project_name TEXT NOT NULL,
    project_path TEXT NOT NULL,
    grid_name TEXT NOT NULL,
    spec_json TEXT NOT NULL,
    seed INTEGER NOT NULL,
    tool_version TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('planned', 'running', 'done', 'failed', 'cancelled')),
    created_ns INTEGER NOT NULL
) STRICT;

-- One attempt at one repetition of one cell. duration_ns is by the monotonic clock; monotonic_offset_ns is wall clock
-- minus monotonic clock when the run was claimed.
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    cell TEXT NOT NULL,
    repetition INTEGER NOT NULL,
    block INTEGER NOT NULL,
    position INTEGER NOT NULL,
    attempt INTEGER NOT NULL CHECK (attempt >= 1),
    state TEXT NOT NULL CHECK (state IN ('planned', 'preparing', 'running', 'collecting', 'analysing', 'done', 'failed',
                                         'cancelled', 'invalid')),
    warmup INTEGER NOT NULL CHECK (warmup IN (0, 1)),
    superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)),
    excluded INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0, 1)),
    exclusion_reason TEXT NOT NULL DEFAULT '',
    created_ns INTEGER NOT NULL,
    started_ns INTEGER,
    ended_ns INTEGER,
    duration_ns INTEGER,
    monotonic_offset_ns INTEGER,
    error_code TEXT NOT NULL DEFAULT '',
    error_text TEXT NOT NULL DEFAULT '',
    UNIQUE (campaign_id, cell, repetition, warmup, attempt)
) STRICT;
CREATE INDEX runs_by_position ON runs (campaign_id, position, id);

-- The level of every factor of a run: as written, and as a number in a unit where it is a quantity.
CREATE TABLE run_factors (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    level TEXT NOT NULL,
    number REAL,
    unit TEXT NOT NULL,
    PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE metrics (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    subject TEXT NOT NULL,
    value REAL,
    unit TEXT NOT NULL,
    how TEXT NOT NULL,
    PRIMARY KEY (run_id, name, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE gates (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    subject TEXT NOT NULL,
    requested REAL,
    achieved REAL,
    low REAL,
    high REAL,
    unit TEXT NOT NULL,
    verdict TEXT NOT NULL CHECK (verdict IN ('pass', 'fail', 'unknown')),
    sentence TEXT NOT NULL,
    PRIMARY KEY (run_id, name, subject)
) STRICT, WITHOUT ROWID;

-- The environment of a node: JSON, compressed with zstd.
CREATE TABLE snapshots (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    node TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run_id, node)
) STRICT, WITHOUT ROWID;

CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    node TEXT NOT NULL,
    unit TEXT NOT NULL,
    UNIQUE (run_id, name, node)
) STRICT;

-- The samples of a series in the order in which they came, 4096 in a chunk, fewer while a run is live. The bytes of
-- data are described in core/store/chunk_codec.h.
CREATE TABLE chunks (
    series_id INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
    first_sample INTEGER NOT NULL,
    samples INTEGER NOT NULL CHECK (samples >= 1),
    data BLOB NOT NULL,
    PRIMARY KEY (series_id, first_sample)
) STRICT, WITHOUT ROWID;

-- What a plot needs to know of every chunk: over all of it, and in blocks of 256 samples.
CREATE TABLE overviews (
    series_id INTEGER NOT NULL,
    first_sample INTEGER NOT NULL,
    samples INTEGER NOT NULL,
    earliest_ns INTEGER NOT NULL,
    latest_ns INTEGER NOT NULL,
    blocks BLOB NOT NULL,
    PRIMARY KEY (series_id, first_sample),
    FOREIGN KEY (series_id, first_sample) REFERENCES chunks (series_id, first_sample) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    wall_ns INTEGER NOT NULL,
    monotonic_ns INTEGER NOT NULL,
    kind TEXT NOT NULL,
    node TEXT NOT NULL,
    text TEXT NOT NULL,
    json TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_run ON events (run_id);

-- Printed lines of a run, numbered from 0 in the order in which they came. The bytes of data are described in
-- core/store/log_codec.h.
CREATE TABLE log_blocks (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    first_line INTEGER NOT NULL,
    lines INTEGER NOT NULL CHECK (lines >= 1),
    data BLOB NOT NULL,
    PRIMARY KEY (run_id, first_line)
) STRICT, WITHOUT ROWID;

-- Every move of a campaign (run_id NULL) or of a run, written in the transaction of the move, before it is acted upon.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    wall_ns INTEGER NOT NULL,
    campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    run_id INTEGER REFERENCES runs (id) ON DELETE CASCADE,
    attempt INTEGER NOT NULL,
    from_state TEXT NOT NULL,
    to_state TEXT NOT NULL,
    note TEXT NOT NULL
) STRICT;
CREATE INDEX journal_by_campaign ON journal (campaign_id);
CREATE INDEX journal_by_run ON journal (run_id);
