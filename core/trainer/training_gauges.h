// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/exposition/metrics_text.h"
#include "core/policy/decision.h"
#include "core/policy/observation.h"
#include "core/trainer/train_report.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace millrace::trainer {

/// What a worker's log says, as the current values for a monitoring system. Any thread.
class TrainingGauges
{
public:
    explicit TrainingGauges(int rank) : m_rank(std::to_string(rank)) { }

    /// Members and setting of what follows.
    void setMembers(int workers);
    void take(const StepReport& step);
    void take(const PeerReport& report, const policy::Setting& setting);
    void take(const policy::Decision& decision);
    void take(const ResizeReport& report);
    /// A statistic of the gradients: "gradient-noise-scale".
    void take(std::string_view name, double value);

    [[nodiscard]] std::vector<exposition::Family> families() const;

private:
    struct Peer
    {
        double sent = 0;
        double received = 0;
        double waited = 0;
    };
    /// Labelled with the rank.
    [[nodiscard]] exposition::Family one(std::string_view name, std::string_view unit, std::string_view type,
                                         std::string help, double value) const;

    std::string m_rank;
    mutable std::mutex m_mutex;
    int m_workers = 0;
    double m_steps = 0;
    double m_samples = 0;
    StepReport m_last;
    double m_resizes = 0;
    std::map<std::string, double> m_decisions; ///< by policy
    std::map<std::string, double> m_statistics;
    std::map<int, Peer> m_peers;
    PeerReport m_report; ///< the last one
    policy::Setting m_setting; ///< of the last report
};

} // namespace millrace::trainer
