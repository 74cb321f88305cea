-- SPDX-FileCopyrightText: 2026 Millrace contributors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- What a run left behind as a file next to the store. The file is <store>.files/<first two digits of sha256>/<sha256>
-- with the ending of its kind; sha256 is empty where only the account of it was kept. For kind 'capture': packets in the
-- file, packets that passed the filter (received), those of them that the kernel dropped, those that the interface lost
-- before (NULL: it does not say), their bytes on the wire. reason is why the recording ended by itself, notes is a JSON
-- list of what is odd about it, summary is its analysis (NULL: none).
CREATE TABLE artefacts (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    node TEXT NOT NULL,
    kind TEXT NOT NULL,
    ordinal INTEGER NOT NULL DEFAULT 0,
    sha256 TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    packets INTEGER NOT NULL DEFAULT 0,
    received INTEGER NOT NULL DEFAULT 0,
    dropped_by_kernel INTEGER NOT NULL DEFAULT 0,
    dropped_by_interface INTEGER,
    wire_bytes INTEGER NOT NULL DEFAULT 0,
    interface TEXT NOT NULL DEFAULT '',
    filter TEXT NOT NULL DEFAULT '',
    direction TEXT NOT NULL DEFAULT '',
    snap_length INTEGER NOT NULL DEFAULT 0,
    start_ns INTEGER,
    stop_ns INTEGER,
    reason TEXT NOT NULL DEFAULT '',
    notes TEXT NOT NULL DEFAULT '',
    summary BLOB,
    UNIQUE (run_id, kind, node, ordinal)
) STRICT;
CREATE INDEX artefacts_by_hash ON artefacts (sha256);
