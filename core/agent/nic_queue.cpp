// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/nic_queue.h"

#include "core/impair/impair_plan.h"
#include "core/impair/interface_state.h"

#include <algorithm>

namespace millrace::agent {

void addQueue(cluster::NicFacts& nic, const std::string& printed)
{
    const auto queues = impair::parseQueues(printed);
    if (printed.empty() || !queues)
        return;
    const auto root = std::ranges::find_if(*queues, [](const impair::Queue& queue) { return queue.root; });
    if (root != queues->end())
        nic.rootQueue = root->kind;
    if (root != queues->end() && root->handle == impair::rootHandle)
        nic.queueOwner = cluster::QueueOwner::Millrace;
    else
        nic.queueOwner =
            impair::foreignQueues(nic.name, *queues, 0, 0) ? cluster::QueueOwner::Foreign : cluster::QueueOwner::Kernel;
}

} // namespace millrace::agent
