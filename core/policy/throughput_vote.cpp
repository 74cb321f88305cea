// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/throughput_vote.h"

namespace millrace::policy {

std::vector<int> ThroughputVote::take(std::span<const double> throughput)
{
    std::vector<int> voters;
    if (m_step++ < referenceStep)
        return voters;
    if (m_reference.size() != throughput.size()) {
        m_reference.assign(throughput.begin(), throughput.end());
        return voters;
    }
    for (std::size_t rank = 0; rank < throughput.size(); ++rank)
        if (throughput[rank] < m_threshold * m_reference[rank])
            voters.push_back(static_cast<int>(rank));
    return voters;
}

} // namespace millrace::policy
