// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/collective/peer_list.h"
#include "core/collective/wire.h"

#include <string>
#include <utility>
#include <vector>

namespace millrace::collective {

/// Reason for the end of a session: for its user, and for the other ranks.
struct Failure
{
    AbortReason reason = AbortReason::Failed;
    int culprit = -1; ///< a rank, or -1
    Error error;
};

/// Error messages of the members of one session.
class FailureText
{
public:
    FailureText(PeerList peers, int rank) : m_peers(std::move(peers)), m_rank(rank) { }

    [[nodiscard]] Failure died(int peer, std::string_view how) const;
    [[nodiscard]] Failure frozen(int peer, Nanoseconds waited) const;
    /// Ranks that answer, but compute while all others wait.
    [[nodiscard]] Failure tooSlow(const std::vector<int>& computing, Nanoseconds waited) const;
    /// All ranks wait: the network does not transport data, or ranks do not make the same calls.
    [[nodiscard]] Failure timedOut(const std::vector<int>& missing, Nanoseconds waited) const;
    [[nodiscard]] Failure brokeProtocol(int peer, std::string_view how) const;
    [[nodiscard]] Failure stopped() const;
    /// Another error of this rank.
    [[nodiscard]] Failure own(Error error) const;
    /// Failure detected and reported by another rank.
    [[nodiscard]] Failure reported(int reporter, AbortReason reason, int culprit) const;

private:
    [[nodiscard]] std::string names(const std::vector<int>& ranks) const;

    PeerList m_peers;
    int m_rank;
};

} // namespace millrace::collective
