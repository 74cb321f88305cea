// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/importers/loose_json.h"
#include "core/importers/tool_run.h"

#include <map>
#include <string>
#include <utility>

namespace millrace::importers {

/// Totals of the intervals of an iperf3 document, compared with its "end".
class Iperf3Totals
{
public:
    /// `start` and `test`: the members "start" and "start.test_start".
    Iperf3Totals(const LooseJson& start, const LooseJson& test);

    [[nodiscard]] static std::string directionName(bool sent) { return sent ? "sent" : "received"; }
    void add(bool sent, double bytes, double end);
    /// "sent 1"; empty: too many streams.
    [[nodiscard]] std::string streamName(bool sent, double socket);
    [[nodiscard]] std::string direction() const; ///< "sent", "received", "both"; empty: unknown
    [[nodiscard]] double streams() const noexcept; ///< of the direction with more of them
    [[nodiscard]] double lastEnd() const noexcept { return m_lastEnd; } ///< s

    void addMetrics(ToolRun& run, const LooseJson& end, const std::string& place) const;

private:
    void addDirection(ToolRun& run, const LooseJson& end, bool sent, const std::string& place) const;
    void addRtt(ToolRun& run, const LooseJson& end) const;
    /// The member of `end` with the totals of this direction, at its sender or its receiver.
    [[nodiscard]] const LooseJson* sumOf(const LooseJson& end, bool sent, bool atSender) const;

    bool m_reverse = false;
    double m_bytes[2] = {0, 0}; ///< of the intervals; [sent]
    bool m_seen[2] = {false, false};
    double m_lastEnd = 0;
    std::map<std::pair<bool, double>, int> m_streams;
    int m_count[2] = {0, 0};
};

} // namespace millrace::importers
