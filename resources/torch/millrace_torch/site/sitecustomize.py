# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the backend "millrace" known to every script: with this folder and the one of millrace_torch in PYTHONPATH, a script
needs only init_process_group("millrace"). The backend is registered when torch.distributed has been imported."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys


class AfterDistributed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads torch.distributed as usual, then imports millrace_torch."""

    def find_spec(self, name, path=None, target=None):
        if name != "torch.distributed":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            self.loader = spec.loader
            spec.loader = self
        return spec

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        self.loader.exec_module(module)
        # torch itself is half imported here: registering is all that is done now.
        if hasattr(module, "Backend"):
            from millrace_torch import registration
            registration.register(module)


def next_customization():
    """The sitecustomize that this one hides, for example the distribution's."""
    own = os.path.dirname(os.path.abspath(__file__))
    others = [each for each in sys.path if os.path.abspath(each or ".") != own]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


sys.meta_path.insert(0, AfterDistributed())
next_customization()
