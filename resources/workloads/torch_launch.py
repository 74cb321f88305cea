# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""torchrun with the same options, working with PyTorch 1.13 on Python 3.11, too.

There, torchrun fails with "'NoneType' object has no attribute 'get'": it looks for the default of --redirects and
--tee, 0, among the members of a flag type, and since Python 3.11 a member of value 0 is not listed any more.
"""

import os
import re
import sys

try:
    from torch.distributed import run
    from torch.distributed.elastic.multiprocessing import Std
except ImportError as error:
    sys.exit(f"the Python package torch cannot be used by {sys.executable}: {error}; install it there, or name another "
             "interpreter by the option \"python\" of the workload")


def std_from_text(text):
    if re.fullmatch("[0-3]", text):
        return Std(int(text))
    if re.fullmatch("([0-9]+:[0-3],)*[0-9]+:[0-3]", text):
        return {int(rank): Std(int(value)) for rank, value in (each.split(":") for each in text.split(","))}
    raise ValueError(f"{text} is neither a digit from 0 to 3 nor a list such as 0:3,1:0")


if hasattr(Std, "from_str") and Std.from_str("0") is None:
    Std.from_str = staticmethod(std_from_text)
if os.environ.get("MILLRACE_LOCAL_ADDRESS"):
    # In elastic mode, the workers meet at the first launcher's host name, which other nodes may not know.
    from torch.distributed.elastic.agent.server import api
    api._get_fq_hostname = lambda: os.environ["MILLRACE_LOCAL_ADDRESS"]
os.environ.setdefault("USE_LIBUV", "0")  # PyTorch 2 asks for it, and Debian 13's was built without it
run.main()
