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

/// Writes frames to the nodes. With `joins`, packets of a connection that leave the fabric in the same round are
/// written as one frame, as a NIC does with receive offload; frames of one connection keep their order. The lateness of
/// each packet is measured at the actual write.
class FrameJoiner
{
public:
    /// Writes to node frame.to; false if the frame was not accepted.
    using Write = std::function<bool(const Frame&)>;

    FrameJoiner(std::size_t nodes, bool joins, FramePool& pool, LatenessHistogram& lateness, Write write);

    /// Returns false if the node does not accept the frame; one waiting to be joined counts as accepted until flush().
    [[nodiscard]] bool take(const Frame& frame);
    /// Writes all waiting frames, and reports failures to `fabric`.
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
    std::vector<std::size_t> m_pairs; ///< with waiting frames
    struct Refused
    {
        int from = 0;
        int to = 0;
        Traffic traffic;
    };
    std::vector<Refused> m_refused;
};

} // namespace millrace::emulate
