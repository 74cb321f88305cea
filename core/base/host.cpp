// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/host.h"

#include <chrono>
#include <thread>

namespace millrace {

std::string lastErrors(HostStream& ended)
{
    std::string tail = ended.errorTail();
    for (int i = 0; i < 10 && tail.empty(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        tail = ended.errorTail();
    }
    return tail;
}

} // namespace millrace
