// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/emulate/fabric.h"
#include "core/emulate/lateness_histogram.h"
#include "core/emulate/tcp_segments.h"

#include <functional>
#include <optional>
#include <vector>

namespace millrace::emulate {

/// Hands frames to the nodes. With `joins`, packets of a connection that leave the fabric in the same round go as one
/// frame, as a NIC with receive offload hands them to its driver; frames of one connection keep their order. How late
/// each packet was counts when it is really written.
class FrameJoiner
{
public:
    /// Writes to node frame.to; false when it does not take the frame.
    using Write = std::function<bool(const Frame&)>;

    FrameJoiner(std::size_t nodes, bool joins, FramePool& pool, LatenessHistogram& lateness, Write write);

    /// False when the node does not take the frame; one that waits to be joined counts as taken until flush().
    [[nodiscard]] bool take(const Frame& frame);
    /// Writes everything that waits, and tells `fabric` of what could not be written.
    void flush(Fabric& fabric);

private:
    struct Waiting
    {
        JoinedFrame frame;
        Traffic traffic;
        std::vector<Nanoseconds> due;
    };
    [[nodiscard]] bool writeNow(const Frame& frame);
    void note(Waiting& waiting, const Frame& frame);
    void close(std::size_t pair);
    void write(Waiting& waiting);

    std::size_t m_nodes;
    bool m_joins;
    FramePool& m_pool;
    LatenessHistogram& m_lateness;
    Write m_write;
    std::vector<std::optional<Waiting>> m_waiting; ///< of the pair (from, to) at from × nodes + to
    std::vector<std::size_t> m_pairs; ///< that have something waiting
    struct Refused
    {
        int from = 0;
        int to = 0;
        Traffic traffic;
    };
    std::vector<Refused> m_refused;
};

} // namespace millrace::emulate
