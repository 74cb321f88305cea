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
            "PYTHONPATH": f"{PACKAGES}:{HERE.parent}", **(more or {})}


def start(module, function, size, arguments=(), more=None, folder=None):
    """Processes that call module.function(*arguments) and pickle its result into folder/rank."""
    port = free_port()
    code = (f"import pickle, {module} as m, os; result = m.{function}(*{tuple(arguments)!r}); "
            f"open({str(folder)!r} + '/' + os.environ['RANK'], 'wb').write(pickle.dumps(result))")
    return [subprocess.Popen([sys.executable, "-c", code], env=environment(rank, size, port, more),
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for rank in range(size)]


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
