# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch's own tests of torch.distributed (DistributedTest of torch.testing, as PyTorch 1.13 installs it), on the backend
"millrace", four ranks: python3 pytorch_suite.py [part of a name...]

The tests name the backends that can run them; millrace runs those of gloo. Ends with the numbers, the reasons of the skips
and the names of the tests that failed.
"""

import collections
import os
import sys
import tempfile
import types
import unittest

os.environ.update(BACKEND="gloo", WORLD_SIZE="4", OMP_NUM_THREADS="1",
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

distributed_test.BACKEND = "millrace"  # now that the tests have been chosen by the name gloo

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


def main():
    parts = sys.argv[1:]
    names = [name for name in unittest.defaultTestLoader.getTestCaseNames(PyTorchSuite)
             if not parts or any(part in name for part in parts)]
    needs_gpu = [name for name in names if any(part in name for part in ("cuda", "nccl", "multigpu"))]
    suite = unittest.TestSuite(PyTorchSuite(name) for name in names if name not in needs_gpu)
    result = unittest.TextTestRunner(verbosity=2, resultclass=Result).run(suite)
    reasons = collections.Counter(reason for _, reason in result.skipped)
    for reason, count in reasons.most_common():
        print(f"skipped {count}: {reason}")
    failed = [test.id().rpartition(".")[2] for test, _ in result.failures + result.errors]
    for name in failed:
        print(f"failed: {name}")
    print(f"{result.passed} passed, {len(result.skipped)} skipped, {len(failed)} failed; {len(needs_gpu)} for GPUs not run")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
