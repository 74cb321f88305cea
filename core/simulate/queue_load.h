// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/simulate/all_reduce.h"

#include <optional>
#include <string>

namespace millrace::simulate {

/// What several ranks send to one node in an all-reduce, where that is more than its queue holds: TCP may lose packets
/// there, which is not simulated.
struct QueueLoad
{
    std::size_t node = 0;
    int senders = 0; ///< other nodes
    double bytes = 0;
    double queueBytes = 0;

    /// One sentence for people.
    [[nodiscard]] std::string text(const cluster::Cluster& cluster) const;
};

/// The node that has the most for its queue; nothing if none has too much, and for more than 1024 ranks, of which it is
/// not known.
[[nodiscard]] std::optional<QueueLoad> overloadedQueue(const AllReduceSpec& spec, const cluster::Cluster& cluster);

} // namespace millrace::simulate
