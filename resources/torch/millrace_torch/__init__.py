# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Millrace's collectives as a backend of torch.distributed, for CPU tensors.

    import millrace_torch
    torch.distributed.init_process_group("millrace")

The import registers the backend. Its settings are environment variables (see settings.py), the same for all ranks.
"""

from .registration import groups


def native_of(group=None):
    """The backend's object of a group of torch.distributed; default: the default group."""
    import torch
    import torch.distributed as dist
    chosen = group if group is not None else dist.distributed_c10d._get_default_group()
    if hasattr(chosen, "_get_backend"):
        return chosen._get_backend(torch.device("cpu"))
    return chosen


def statistics(group=None):
    """Numbers of a group since it began: operations, bytes, seconds with an operation in progress, payload sent to and
    received from every rank, waits for it (waited_ns), payload and time by graph pair of the strategy, strategy,
    congestion_control."""
    return native_of(group).statistics()


def _register():
    import sys
    if "torch.distributed" in sys.modules and not hasattr(sys.modules["torch.distributed"], "Backend"):
        return  # half imported: sitecustomize registers it
    import torch.distributed as dist
    if not dist.is_available():
        import torch
        raise ImportError(f"this PyTorch ({torch.__version__}) was built without torch.distributed")
    from .registration import register
    register(dist)


_register()

__all__ = ["groups", "native_of", "statistics"]
