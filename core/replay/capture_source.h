// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/replay/replay_source.h"

#include <vector>

namespace millrace::replay {

/// Captures without a run: what each address sent, as the series "net.sent" in steps of 100 ms.
class CaptureSource final : public ReplaySource
{
public:
    explicit CaptureSource(const analysis::TrafficSummary& traffic);
    [[nodiscard]] Result<std::optional<ReplayItem>> next(const JobContext& job) override;
    [[nodiscard]] Span span() const override { return m_span; }

private:
    struct Value
    {
        Nanoseconds wall{0};
        std::uint32_t address = 0;
        double bitsPerSecond = 0;
    };
    std::vector<std::string> m_addresses;
    std::vector<Value> m_values; ///< by time
    std::size_t m_place = 0;
    Span m_span;
};

} // namespace millrace::replay
