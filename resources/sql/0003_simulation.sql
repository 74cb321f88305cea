-- SPDX-FileCopyrightText: 2026 Millrace contributors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- How the values of a run were calculated: model, calibration and its error in one sentence. Empty: they were measured.
ALTER TABLE runs ADD COLUMN simulation TEXT NOT NULL DEFAULT '';

-- What the measured runs of this store say about the transport of the machines they ran on, as JSON; the last one
-- is in use.
CREATE TABLE calibrations (
    id INTEGER PRIMARY KEY,
    made TEXT NOT NULL,
    json TEXT NOT NULL
) STRICT;
