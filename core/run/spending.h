// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "core/plan/estimate.h"
#include "core/project/project.h"
#include "core/run/run_plan.h"
#include "core/store/metric_kinds.h"
#include "core/store/records.h"

#include <optional>
#include <string>
#include <vector>

namespace millrace::run {

/// The value of a whole run; NaN: it has none.
[[nodiscard]] double valueOf(const std::vector<store::Metric>& metrics, const store::MetricKind& kind);

/// What runs have used.
struct Spent
{
    double seconds = 0;
    double bytes = 0; ///< sent by all nodes

    /// The time of a simulated run is that of its steps.
    void add(const std::vector<store::Metric>& metrics, Nanoseconds duration, bool isSimulated);
};

/// What the runs of a grid cost by the prices of its project, against the grid's budget and deadline. The machines are
/// paid for as long as the runs take; bytes at the dearest price between two nodes of the cluster, so that the
/// cost is at most this. On an emulated or simulated cluster: what it would cost on the machines that its nodes name.
class Spending
{
public:
    Spending(const project::Project& project, const cluster::Cluster& cluster, const grid::GridSpec& grid);

    /// Whether any node is rented; without, nothing costs anything.
    [[nodiscard]] bool isRented() const noexcept { return m_rented; }
    /// Whether the grid has a budget or a deadline.
    [[nodiscard]] bool isLimited() const noexcept { return m_budget || m_deadline; }
    /// For the cost of each run; nothing: no node is rented, or a price is not known.
    [[nodiscard]] std::optional<RunPrice> price() const;
    /// $; NaN: a price, the time or the bytes are not known.
    [[nodiscard]] double dollars(double seconds, double bytes) const noexcept;
    [[nodiscard]] double dollars(const plan::Estimate& estimate) const noexcept;
    /// Prices that are not known, one sentence each.
    [[nodiscard]] const std::vector<std::string>& missing() const noexcept { return m_missing; }
    /// Why an estimated campaign must not begin; empty: it may, also where its time is not known.
    [[nodiscard]] std::optional<std::string> refusal(const plan::Estimate& estimate) const;
    /// Why no further run is made after so much; empty: go on.
    [[nodiscard]] std::optional<std::string> limitReached(const Spent& spent) const;

private:
    RunPrice m_price; ///< NaN: not known
    bool m_rented = false;
    std::optional<double> m_budget; ///< $
    std::optional<double> m_deadline; ///< s
    std::vector<std::string> m_missing;
};

/// "12.3 $".
[[nodiscard]] std::string dollarsText(double dollars);

} // namespace millrace::run
