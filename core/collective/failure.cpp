// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/failure.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <fmt/format.h>

namespace millrace::collective {

namespace {

std::string_view reasonText(AbortReason reason)
{
    switch (reason) {
    case AbortReason::Dead: return "has died";
    case AbortReason::Frozen: return "does not answer";
    case AbortReason::Timeout: return "blocks the others";
    case AbortReason::Protocol: return "broke the protocol";
    case AbortReason::Stopped: return "was stopped";
    case AbortReason::Failed: break;
    }
    return "has failed";
}

ErrorCode reasonCode(AbortReason reason)
{
    switch (reason) {
    case AbortReason::Timeout: return ErrorCode::Timeout;
    case AbortReason::Protocol: return ErrorCode::Protocol;
    default: return ErrorCode::PeerFailed;
    }
}

} // namespace

Failure FailureText::died(int peer, std::string_view how) const
{
    return {AbortReason::Dead, peer, fail(ErrorCode::PeerFailed, fmt::format("{} {}", m_peers.describe(peer), how))};
}

Failure FailureText::frozen(int peer, Nanoseconds waited) const
{
    return {AbortReason::Frozen, peer,
            fail(ErrorCode::PeerFailed,
                 fmt::format("{} has not answered for {}; it is frozen or cut off", m_peers.describe(peer),
                             humanDuration(waited)))};
}

std::string FailureText::names(const std::vector<int>& ranks) const
{
    std::vector<std::string> texts;
    for (const int rank : ranks)
        texts.push_back(m_peers.describe(rank));
    return join(texts, ", ");
}

Failure FailureText::tooSlow(const std::vector<int>& computing, Nanoseconds waited) const
{
    return {AbortReason::Timeout, computing.front(),
            fail(ErrorCode::Timeout,
                 fmt::format("no progress for {}: {} still computes while the others wait; increase the deadline if "
                             "the computation may take that long",
                             humanDuration(waited), names(computing)))};
}

Failure FailureText::timedOut(const std::vector<int>& missing, Nanoseconds waited) const
{
    return {AbortReason::Timeout, missing.empty() ? -1 : missing.front(),
            fail(ErrorCode::Timeout,
                 fmt::format("no progress for {}: data of {} are missing although all ranks answer; increase the "
                             "deadline if the network is that slow",
                             humanDuration(waited), names(missing)))};
}

Failure FailureText::brokeProtocol(int peer, std::string_view how) const
{
    return {AbortReason::Protocol, peer, fail(ErrorCode::Protocol, fmt::format("{} {}", m_peers.describe(peer), how))};
}

Failure FailureText::stopped() const
{
    return {AbortReason::Stopped, m_rank,
            fail(ErrorCode::Cancelled, fmt::format("{} was stopped", m_peers.describe(m_rank)))};
}

Failure FailureText::own(Error error) const
{
    return {AbortReason::Failed, m_rank, std::move(error)};
}

Failure FailureText::reported(int reporter, AbortReason reason, int culprit) const
{
    const bool known = culprit >= 0 && culprit < m_peers.size();
    std::string text;
    if (!known)
        text = fmt::format("{} gave up", m_peers.describe(reporter));
    else if (culprit == reporter)
        text = fmt::format("{} {}", m_peers.describe(culprit), reasonText(reason));
    else if (culprit == m_rank)
        text = fmt::format("{} gave up on this rank, {}, because it {}", m_peers.describe(reporter),
                           m_peers.describe(culprit), reasonText(reason));
    else
        text = fmt::format("{} {}, as {} reports", m_peers.describe(culprit), reasonText(reason),
                           m_peers.describe(reporter));
    return {reason, known ? culprit : reporter, fail(reasonCode(reason), std::move(text))};
}

} // namespace millrace::collective
