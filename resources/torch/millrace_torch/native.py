# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the C++ part of the backend for the PyTorch of this machine, once for each version, and loads it."""

import concurrent.futures
import contextlib
import fcntl
import functools
import hashlib
import importlib.machinery
import importlib.util
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time

import torch

NAME = "_millrace_torch"
PACKAGE = pathlib.Path(__file__).resolve().parent
POLICY = "core/policy"
# The rest is compiled together, except for those that need flags of their own or define the same structures.
APART = {"core/collective/reduce_kernel.cpp": ["-O3"], "core/collective/tcp_totals.cpp": []}
# What core/collective and core/policy need of core/base.
BASE = ["call_text", "clock", "error", "job", "random", "result", "seconds", "socket", "statistics", "text", "unique_fd", "units", "unknown"]

_module = None


class BuildError(ImportError):
    """The compiler, or a package that it needs, is missing, or it failed."""


def source_root():
    """The folder with core/: a part of this package on a node, the repository when it is used from there."""
    for folder in (PACKAGE / "native", PACKAGE.parents[2]):
        if (folder / "core" / "collective" / "session.cpp").is_file():
            return folder
    raise BuildError(f"the sources of Millrace's collectives are missing in {PACKAGE / 'native'}; copy the whole package")


def sources(root):
    base = [root / "core/base" / f"{name}.cpp" for name in BASE]
    return ([path for path in base if path.is_file()] + sorted((root / "core/collective").glob("*.cpp"))
            + sorted((root / POLICY).glob("*.cpp")))


def headers(root):
    base = [root / "core/base" / f"{name}.h" for name in BASE]
    return ([path for path in base if path.is_file()] + sorted((root / "core/collective").glob("*.h"))
            + sorted((root / POLICY).glob("*.h")))


def compiler():
    for name in (os.environ.get("CXX"), "c++", "g++", "clang++"):
        if name and shutil.which(shlex.split(name)[0]):
            return shlex.split(name)
    raise BuildError("no C++ compiler was found; install g++, or set CXX")


def torch_folders():
    home = pathlib.Path(torch.__file__).resolve().parent
    include = [folder for folder in (home / "include", pathlib.Path("/usr/include"))
               if (folder / "torch/csrc/distributed/c10d/Store.hpp").is_file()]
    if not include:
        raise BuildError(f"the headers of PyTorch {torch.__version__} are missing; on Debian, install libtorch-dev")
    return home, include[0]


def flags(root):
    home, include = torch_folders()
    python = pathlib.Path(sysconfig.get_paths()["include"])
    if not (python / "Python.h").is_file():
        raise BuildError(f"the headers of this Python are missing in {python}; on Debian, install python3-dev")
    pybind = [folder for folder in (include, include / "torch", pathlib.Path("/usr/include"))
              if (folder / "pybind11/pybind11.h").is_file()]
    if not pybind:
        raise BuildError("the headers of pybind11 are missing; on Debian, install pybind11-dev")
    system = [include, include / "torch/csrc/api/include", python, pybind[0]]
    common = ["-std=c++20", "-O2", "-fPIC", "-DFMT_HEADER_ONLY", f"-I{root}"]
    if (root / "third_party/fmt/format.h").is_file():
        common.append(f"-I{root / 'third_party'}")
    glue = [f"-I{PACKAGE}", f"-DTORCH_EXTENSION_NAME={NAME}", "-Wno-deprecated-declarations",
            f"-D_GLIBCXX_USE_CXX11_ABI={int(torch._C._GLIBCXX_USE_CXX11_ABI)}"]
    glue += [f"-isystem{folder}" for folder in dict.fromkeys(system) if folder != pathlib.Path("/usr/include")]
    libraries = ["-lc10", "-ltorch_cpu", "-ltorch", "-ltorch_python"]
    lookup = [f"-L{home / 'lib'}", f"-Wl,-rpath,{home / 'lib'}"]
    return common, glue, lookup + libraries + ["-pthread"]


def key(root, command, options):
    """Changes with everything that changes the result; not with the folder of the package, which each run has its own of."""
    places = {str(root): "ROOT", str(PACKAGE): "PACKAGE"}
    options = [functools.reduce(lambda text, place: text.replace(place, places[place]), sorted(places, key=len)[::-1], each)
               for each in options]
    digest = hashlib.sha256()
    version = subprocess.run(command + ["--version"], capture_output=True, text=True, check=False).stdout
    for text in (torch.__version__, sys.version, version, repr(options)):
        digest.update(text.encode() + b"\0")
    for path in sources(root) + headers(root) + sorted(PACKAGE.glob("*.cpp")) + sorted(PACKAGE.glob("*.h")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"torch-{torch.__version__.split('+')[0]}-{digest.hexdigest()[:16]}"


def cache_folder():
    chosen = os.environ.get("MILLRACE_TORCH_CACHE")
    candidates = [pathlib.Path(chosen)] if chosen else [
        pathlib.Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "millrace",
        pathlib.Path(tempfile.gettempdir()) / f"millrace-{os.getuid()}"]
    for folder in candidates:
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Code is loaded from here: nobody else may write to it.
            if folder.stat().st_uid == os.getuid() and os.access(folder, os.W_OK):
                return folder
    raise BuildError(f"{candidates[0]} is not writable; name a folder in MILLRACE_TORCH_CACHE")


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines()[-3:]
        raise BuildError(f"{command[0]} failed for PyTorch {torch.__version__}: {' | '.join(errors[:3])}\n"
                         f"command: {shlex.join(command)}")


def joined(target, paths):
    """Sources as one: PyTorch's headers take most of the time of a compilation."""
    target.write_text("".join(f"#include \"{path}\"\n" for path in paths))
    return target


class Progress:
    """Says on stderr that the build goes on, for those who wait for output."""

    def __enter__(self):
        self.done = threading.Event()
        began = time.monotonic()

        def talk():
            while not self.done.wait(10):
                print(f"millrace: still building ({time.monotonic() - began:.0f} s)", file=sys.stderr, flush=True)

        print(f"millrace: building the backend for PyTorch {torch.__version__}, once for this version",
              file=sys.stderr, flush=True)
        threading.Thread(target=talk, daemon=True).start()

    def __exit__(self, *_):
        self.done.set()


def build(root, command, common, glue, link, target):
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        scratch = pathlib.Path(scratch)
        apart = [root / name for name in APART]
        policy = sorted((root / POLICY).glob("*.cpp"))
        units = [(joined(scratch / "glue.cpp", sorted(PACKAGE.glob("*.cpp"))), common + glue),
                 (joined(scratch / "collective.cpp", [each for each in sources(root) if each not in apart + policy]), common),
                 (joined(scratch / "policy.cpp", policy), common)]
        units += [(root / name, common + more) for name, more in APART.items()]
        objects = [scratch / f"{index}.o" for index in range(len(units))]
        with concurrent.futures.ThreadPoolExecutor(max(1, len(os.sched_getaffinity(0)))) as pool:
            for _ in pool.map(lambda unit: run(command + unit[0][1] + ["-c", str(unit[0][0]), "-o", str(unit[1])]),
                              zip(units, objects)):
                pass
        result = scratch / target.name
        run(command + ["-shared", "-o", str(result)] + [str(each) for each in objects] + link)
        os.replace(result, target)


def library():
    """Path of the built module; builds it if needed. One process at a time builds, the others wait for it."""
    root = source_root()
    command = compiler()
    common, glue, link = flags(root)
    folder = cache_folder() / key(root, command, common + glue + link)
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"{NAME}.so"
    if target.is_file():
        return target
    with open(folder / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.is_file():
            with Progress():
                build(root, command, common, glue, link, target)
    return target


def load():
    global _module
    if _module is None:
        path = str(library())
        spec = importlib.util.spec_from_file_location(
            NAME, path, loader=importlib.machinery.ExtensionFileLoader(NAME, path))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        _module = module
    return _module
