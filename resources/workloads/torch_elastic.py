# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A training that torchrun's elastic mode starts again when a worker fails or joins: each worker saves the state after its
steps, and all go on with the newest one."""

import io
import json
import os
import signal
import time

import torch
import torch.distributed as dist

from millrace_workload import finish


class Elastic:
    """`folder`: of this node, kept while it is started again. Times are of the node's monotonic clock."""

    def __init__(self, folder, log, every=1):
        os.makedirs(folder, exist_ok=True)
        self.state_file = os.path.join(folder, f"state-{log.rank}.pt")
        self.note_file = os.path.join(folder, f"note-{log.rank}.json")
        self.log = log
        self.every = every
        self.before = self.read_note()
        self.note = {"steps": 0, "attempted": 0, "workers": 0, "last_step": 0, "noticed": 0, "version": 0}
        self.report = None
        signal.signal(signal.SIGTERM, lambda *_: self.leave())

    def read_note(self):
        try:
            with open(self.note_file, encoding="ascii") as file:
                return json.load(file)
        except (OSError, ValueError):
            return None

    def write_note(self):
        with open(self.note_file + ".new", "w", encoding="ascii") as file:
            json.dump(self.note, file)
        os.replace(self.note_file + ".new", self.note_file)

    def leave(self):
        """The launcher ends this process since the members change."""
        self.note["noticed"] = time.monotonic_ns()
        self.write_note()
        finish(1)

    def failed(self, error):
        """A call of torch.distributed has failed: another worker is gone. The launcher starts this one again."""
        self.note["noticed"] = time.monotonic_ns()
        self.write_note()
        words = " ".join(str(error).split()) or type(error).__name__
        self.log.event("noticed", code="peer-failed", what=words[:2000])
        finish(1)

    def resume(self, model, optimizer, began, connected):
        """Everybody gets the newest state; returns the number of finished steps. `began`, `connected`: the connection."""
        held = self.load()
        counts = gathered(held["steps"] if held else 0)
        done = max(counts)
        if done:
            holder = counts.index(done)
            state = broadcast_bytes(self.bytes_of(held) if dist.get_rank() == holder else None, holder)
            newest = torch.load(io.BytesIO(state))
            model.load_state_dict(newest["model"])
            optimizer.load_state_dict(newest["optimizer"])
        versions = gathered(self.before["version"] if self.before else 0)
        self.note.update(steps=done, attempted=done, workers=dist.get_world_size(), version=max(versions) + 1)
        self.report = self.change(done, began, connected, time.monotonic_ns())
        return done

    def change(self, done, began, connected, ended):
        """Fields of the event resize. A worker that did not see the end of its predecessors is a newcomer."""
        before = self.before
        saw = before is not None and before["noticed"] > 0
        to = dist.get_world_size()
        fields = {"version": self.note["version"], "from": before["workers"] if saw else 0, "to": to,
                  "cause": "start" if not saw else "join" if to > before["workers"] else "failure", "step": done,
                  "redone_steps": max(0, before["attempted"] - done) if saw else 0,
                  "detect_ns": max(0, before["noticed"] - before["last_step"]) if saw and before["last_step"] else 0,
                  "decide_ns": max(0, began - before["noticed"]) if saw else 0,
                  "connect_ns": connected - began, "state_ns": ended - connected}
        fields["resize_ns"] = fields["decide_ns"] + fields["connect_ns"] + fields["state_ns"]
        return fields

    def begin_step(self, number):
        self.note["attempted"] = number + 1

    def end_step(self, number, step_ns, model, optimizer):
        self.note.update(steps=number + 1, last_step=time.monotonic_ns())
        if (number + 1) % self.every == 0:
            torch.save({"steps": number + 1, "model": model.state_dict(), "optimizer": optimizer.state_dict()},
                       self.state_file + ".new")
            os.replace(self.state_file + ".new", self.state_file)
        self.write_note()
        if self.report:
            fields, self.report = self.report, None
            self.log.event("resize", first_step_ns=step_ns, **fields)

    def load(self):
        try:
            return torch.load(self.state_file)
        except (OSError, RuntimeError, EOFError):
            return None

    @staticmethod
    def bytes_of(state):
        buffer = io.BytesIO()
        torch.save(state, buffer)
        return buffer.getvalue()


def gathered(number):
    own = torch.tensor([number], dtype=torch.int64)
    every = [torch.empty_like(own) for _ in range(dist.get_world_size())]
    dist.all_gather(every, own)
    return [int(each) for each in every]


def broadcast_bytes(data, source):
    size = torch.tensor([len(data) if data is not None else 0], dtype=torch.int64)
    dist.broadcast(size, source)
    values = torch.empty(int(size), dtype=torch.uint8)
    if data is not None:
        values.copy_(torch.frombuffer(bytearray(data), dtype=torch.uint8))
    dist.broadcast(values, source)
    return values.numpy().tobytes()
