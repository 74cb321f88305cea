# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What this rank sent to, received from and waited for each of its peers, from one report to the next: the line "peers"
of a worker's log, as the built-in worker writes it."""

import time

from . import native_of


def _difference(after, before):
    return [later - earlier for later, earlier in zip(after, before)]


class PeerReports:
    """Of a group of torch.distributed; default: the default group."""

    def __init__(self, rank, period=1.0, group=None):
        self._native = native_of(group)
        self._rank = rank
        self._period_ns = int(period * 1e9)
        self._steps = 0
        self._begin = time.monotonic_ns()
        self._before = self._native.statistics()

    def after_step(self, at_once=False):
        """The fields of a report, if one is due or is wanted at once and there was a step; else None."""
        if not at_once:
            self._steps += 1
        now = time.monotonic_ns()
        if self._steps == 0 or (not at_once and now - self._begin < self._period_ns):
            return None
        before, after = self._before, self._native.statistics()
        sent = _difference(after["sent_bytes"], before["sent_bytes"])
        received = _difference(after["received_bytes"], before["received_bytes"])
        waited = _difference(after["waited_ns"], before["waited_ns"])
        peers = [peer for peer in range(len(sent)) if sent[peer] or received[peer] or waited[peer]]
        fields = {"interval_ns": now - self._begin, "steps": self._steps, "payload": after["bytes"] - before["bytes"],
                  "comm_ns": int((after["seconds"] - before["seconds"]) * 1e9), "leads": self._rank == 0,
                  "strategy": after["strategy"], "peers": peers, "sent": [sent[peer] for peer in peers],
                  "received": [received[peer] for peer in peers], "waited_ns": [waited[peer] for peer in peers],
                  **self._pairs(before, after)}
        self._steps, self._begin, self._before = 0, now, after
        return fields

    @staticmethod
    def _pairs(before, after):
        """Nothing when the strategy has changed: its pairs are counted from then on."""
        if before["strategy"] != after["strategy"]:
            return {"pair_bytes": [], "pair_ns": []}
        then = {name: before[name] or [0] * len(after[name]) for name in ("pair_bytes", "pair_ns")}
        return {name: _difference(after[name], then[name]) for name in then}
