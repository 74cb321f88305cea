-- SPDX-FileCopyrightText: 2026 Millrace contributors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Trained predictors of what a training uses. The id is the version; none is removed.
CREATE TABLE predictors (
    id INTEGER PRIMARY KEY,
    made_ns INTEGER NOT NULL,
    parent_id INTEGER REFERENCES predictors (id), -- version that learned further samples; NULL: trained
    samples INTEGER NOT NULL,
    data_sha256 TEXT NOT NULL, -- of the samples as JSON
    origin TEXT NOT NULL, -- what it was trained on, one sentence
    content BLOB NOT NULL -- JSON, one zstd frame
) STRICT;

-- Which version was taken into use when; the last one is in use.
CREATE TABLE predictor_uses (
    id INTEGER PRIMARY KEY,
    at_ns INTEGER NOT NULL,
    predictor_id INTEGER NOT NULL REFERENCES predictors (id)
) STRICT;
