// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/collective/peer_list.h"
#include "core/collective/wire.h"

#include <string>
#include <vector>

namespace millrace::collective {

/// Why a session ended: what its user is told, and what the other ranks are told.
struct Failure
{
    AbortReason reason = AbortReason::Failed;
    int culprit = -1; ///< a rank, or -1
    Error error;
};

/// How the members of one session word their failures.
class FailureText
{
public:
    FailureText(const PeerList& peers, int rank) : m_peers(peers), m_rank(rank) { }

    [[nodiscard]] Failure died(int peer, std::string_view how) const;
    [[nodiscard]] Failure frozen(int peer, Nanoseconds waited) const;
    /// Ranks that answer, but compute while all others wait.
    [[nodiscard]] Failure tooSlow(const std::vector<int>& computing, Nanoseconds waited) const;
    /// Everybody waits: a network that carries nothing, or ranks that do not make the same calls.
    [[nodiscard]] Failure timedOut(const std::vector<int>& missing, Nanoseconds waited) const;
    [[nodiscard]] Failure brokeProtocol(int peer, std::string_view how) const;
    [[nodiscard]] Failure stopped() const;
    /// Any other error of this rank.
    [[nodiscard]] Failure own(Error error) const;
    /// What another rank found out and reported.
    [[nodiscard]] Failure reported(int reporter, AbortReason reason, int culprit) const;

private:
    [[nodiscard]] std::string names(const std::vector<int>& ranks) const;

    PeerList m_peers;
    int m_rank;
};

} // namespace millrace::collective
