# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the ranks of a test, one process each, and collects what their functions return.

A rank is a fork of the test, which has imported PyTorch: an import takes longer than most of these trainings. So the test
itself must not train, which would start threads.
"""

import importlib
import os
import pathlib
import pickle
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve()
PACKAGES = HERE.parents[3] / "resources" / "torch"
sys.path.insert(0, str(PACKAGES))
os.environ["OMP_NUM_THREADS"] = "1"  # read when PyTorch is imported


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(rank, size, port, more=None):
    return {**os.environ, "RANK": str(rank), "WORLD_SIZE": str(size), "LOCAL_RANK": str(rank),
            "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "OMP_NUM_THREADS": "1",
            "USE_LIBUV": "0",  # Debian 13's PyTorch was built without it, and uses it by default
            "PYTHONPATH": f"{PACKAGES}:{HERE.parent}", **(more or {})}


class Forked:
    """A child that makes a call, with the part of subprocess.Popen's interface that the tests use."""

    def __init__(self, call, environ):
        self.returncode = None
        self.output = None
        self.files = [tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")]
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os._exit(self.perform(call, environ))

    def perform(self, call, environ):
        for descriptor, file in zip((1, 2), self.files):
            os.dup2(file.fileno(), descriptor)
        os.environ.clear()
        os.environ.update(environ)
        status = 0
        try:
            call()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:  # as the interpreter does
            traceback.print_exc()
            status = 1
        sys.stdout.flush()
        sys.stderr.flush()
        return status

    def poll(self):
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid == self.pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def communicate(self, timeout=None):
        limit = time.monotonic() + (timeout or 3600)
        while self.poll() is None:
            if time.monotonic() > limit:
                raise subprocess.TimeoutExpired("a rank", timeout)
            time.sleep(0.005)
        if self.output is None:
            self.output = []
            for file in self.files:
                with file:
                    file.seek(0)
                    self.output.append(file.read())
        return tuple(self.output)

    def kill(self):
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def call_and_keep(module, function, arguments, file):
    result = getattr(importlib.import_module(module), function)(*arguments)
    pathlib.Path(file).write_bytes(pickle.dumps(result))


def start(module, function, size, arguments=(), more=None, folder=None):
    """Forks that call module.function(*arguments) and pickle its result into folder/rank."""
    port = free_port()
    return [Forked(lambda: call_and_keep(module, function, arguments, f"{folder}/{rank}"),
                   environment(rank, size, port, more)) for rank in range(size)]


def start_programs(module, function, size, arguments, more, folder, prefix):
    """The same as programs of their own; `prefix(rank)`: a command that runs that of a rank."""
    port = free_port()
    code = (f"import ranks; ranks.call_and_keep({module!r}, {function!r}, {tuple(arguments)!r}, "
            f"{str(folder)!r} + '/' + ranks.os.environ['RANK'])")
    return [subprocess.Popen([*prefix(rank), sys.executable, "-c", code], env=environment(rank, size, port, more),
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for rank in range(size)]


class Network:
    """Namespaces 10.99.0.1, 10.99.0.2, … on one bridge, which has a namespace of its own."""

    def __init__(self, size):
        self.size = size
        self.names = [f"mrt{os.getpid()}n{rank}" for rank in range(size)]
        self.switch = f"mrt{os.getpid()}s"

    def ip(self, *arguments):
        subprocess.run(["ip", *arguments], check=True, capture_output=True)

    def __enter__(self):
        self.ip("netns", "add", self.switch)
        self.ip("-n", self.switch, "link", "add", "bridge0", "type", "bridge")
        self.ip("-n", self.switch, "link", "set", "bridge0", "up")
        for rank, name in enumerate(self.names):
            self.ip("netns", "add", name)
            self.ip("-n", name, "link", "add", "eth0", "type", "veth", "peer", "name", f"port{rank}", "netns", self.switch)
            self.ip("-n", self.switch, "link", "set", f"port{rank}", "master", "bridge0", "up")
            self.ip("-n", name, "link", "set", "lo", "up")
            self.ip("-n", name, "address", "add", f"10.99.0.{rank + 1}/24", "dev", "eth0")
            self.ip("-n", name, "link", "set", "eth0", "up")
            # As in runs of Millrace: some kernels choose another algorithm by default.
            self.ip("-n", name, "route", "replace", "10.99.0.0/24", "dev", "eth0", "congctl", "cubic")
        return self

    def __exit__(self, *_):
        for name in [*self.names, self.switch]:
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)

    def prefix(self, rank):
        return ["ip", "netns", "exec", self.names[rank]]

    def cut(self, rank):
        self.ip("-n", self.switch, "link", "set", f"port{rank}", "down")


def run(module, function, size, arguments=(), more=None, seconds=120):
    """Results by rank; raises with the end of stderr if a rank fails."""
    with tempfile.TemporaryDirectory() as folder:
        processes = start(module, function, size, arguments, more, folder)
        try:
            for rank, process in enumerate(processes):
                _, errors = process.communicate(timeout=seconds)
                if process.returncode != 0:
                    raise RuntimeError(f"rank {rank} exited with {process.returncode}: {errors[-1500:]}")
        finally:
            for process in processes:
                process.kill()
        return [pickle.loads(pathlib.Path(folder, str(rank)).read_bytes()) for rank in range(size)]
