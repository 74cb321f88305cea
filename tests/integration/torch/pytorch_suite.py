# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch's own tests of torch.distributed (DistributedTest of torch.testing, as PyTorch 1.13 installs it), on the backend
"millrace", four ranks: python3 pytorch_suite.py [part of a name...]

The tests name the backends that can run them; millrace runs those of gloo, and the exchange of all with all of MPI. A test
that fails is run once more on gloo: PyTorch 1.13 has tests that fail on Python 3.11, whatever the backend. Ends with the
numbers, the reasons of the skips and the names of the tests that failed, and fails for those that gloo passes.
"""

import collections
import os
import subprocess
import sys
import tempfile
import types
import unittest

BACKEND = os.environ.get("SUITE_BACKEND", "millrace")
os.environ.update(BACKEND=os.environ.get("SUITE_CHOSEN_AS", "gloo"), WORLD_SIZE="4", OMP_NUM_THREADS="1",
                  USE_LIBUV="0")
if "TEMP_DIR" not in os.environ:  # else in a process of a rank
    FOLDER = tempfile.TemporaryDirectory()
    os.environ["TEMP_DIR"] = FOLDER.name
    for inner in ("barrier", "test_dir", "init_dir"):
        os.mkdir(os.path.join(FOLDER.name, inner))
# A package that Debian leaves out; only tests of another kind use it.
sys.modules["expecttest"] = types.ModuleType("expecttest")
sys.modules["expecttest"].TestCase = unittest.TestCase
sys.modules["expecttest"].ACCEPT = False

import ranks  # noqa: E402,F401  puts the package on the path
import millrace_torch  # noqa: E402,F401
from torch.testing._internal.distributed import distributed_test  # noqa: E402

distributed_test.BACKEND = BACKEND  # now that the tests have been chosen by another name

class PyTorchSuite(distributed_test.TestDistBackend, distributed_test.DistributedTest._DistTestBase):
    def setUp(self):
        super().setUp()
        self._spawn_processes()


class Result(unittest.TextTestResult):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


# Only of gloo: its monitored barrier, which looks into its class, timeouts of its barrier, and sparse tensors.
NOT_OURS = ("monitored_barrier", "barrier_timeout", "sparse_all_reduce", "rank_0_timeout")


def run(names):
    suite = unittest.TestSuite(PyTorchSuite(name) for name in names)
    return unittest.TextTestRunner(verbosity=2, resultclass=Result).run(suite)


def failures(result):
    return [test.id().rpartition(".")[2] for test, _ in result.failures + result.errors]


def elsewhere(names, **environment):
    """Runs tests in a process with other settings; returns the names of those that failed."""
    process = subprocess.run([sys.executable, __file__, "--only", *names], env={**os.environ, **environment},
                             stdout=subprocess.PIPE, text=True, check=False)
    lines = process.stdout.splitlines()
    if not lines or "passed" not in lines[-1]:
        raise RuntimeError("the tests could not be run")
    print(f"{environment}: {lines[-1]}")
    return [line.removeprefix("failed: ") for line in lines if line.startswith("failed: ")]


def report(result, more=""):
    for reason, count in collections.Counter(reason for _, reason in result.skipped).most_common():
        print(f"skipped {count}: {reason}")
    for name in failures(result):
        print(f"failed: {name}")
    print(f"{result.passed} passed, {len(result.skipped)} skipped, {len(failures(result))} failed{more}", flush=True)


def main():
    names = unittest.defaultTestLoader.getTestCaseNames(PyTorchSuite)
    if sys.argv[1:2] == ["--only"]:
        report(run(sys.argv[2:]))
        return 0
    parts = sys.argv[1:]
    names = [name for name in names if not parts or any(part in name for part in parts)]
    needs_gpu = [name for name in names if any(part in name for part in ("cuda", "nccl", "multigpu"))]
    not_ours = [name for name in names if name not in needs_gpu and any(part in name for part in NOT_OURS)]
    all_to_all = [name for name in names if name not in needs_gpu and "all_to_all" in name]
    result = run([name for name in names if name not in {*needs_gpu, *not_ours, *all_to_all}])
    report(result, f"; not run: {len(needs_gpu)} for GPUs, {len(not_ours)} of gloo alone")
    failed = failures(result)
    if all_to_all:
        failed += elsewhere(all_to_all, SUITE_CHOSEN_AS="mpi")
    if failed:
        also = elsewhere(failed, SUITE_BACKEND="gloo")
        print(f"failed on gloo, too: {also}")
        failed = [name for name in failed if name not in also]
    print(f"failed only here: {failed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
