# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the ranks of a test, one process each, and collects what their functions return."""

import os
import pathlib
import pickle
import socket
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve()
PACKAGES = HERE.parents[3] / "resources" / "torch"
sys.path.insert(0, str(PACKAGES))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(rank, size, port, more=None):
    return {**os.environ, "RANK": str(rank), "WORLD_SIZE": str(size), "LOCAL_RANK": str(rank),
            "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "OMP_NUM_THREADS": "1",
            "USE_LIBUV": "0",  # Debian 13's PyTorch was built without it, and uses it by default
            "PYTHONPATH": f"{PACKAGES}:{HERE.parent}", **(more or {})}


def start(module, function, size, arguments=(), more=None, folder=None, prefix=lambda rank: []):
    """Processes that call module.function(*arguments) and pickle its result into folder/rank; `prefix`: a command that runs
    that of a rank."""
    port = free_port()
    code = (f"import pickle, {module} as m, os; result = m.{function}(*{tuple(arguments)!r}); "
            f"open({str(folder)!r} + '/' + os.environ['RANK'], 'wb').write(pickle.dumps(result))")
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
