// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "core/studies/multi_cloud/wandb_log.h"

#include <string>
#include <vector>

namespace millrace::studies::multi_cloud {

/// An epoch as the monitor recorded it.
struct MonitorEpoch
{
    std::size_t row = 0;
    std::uint64_t line = 0;
    double time = 0; ///< s since 1970, at its end
    double epoch = 0;
    double seconds = 0;
    double rate = 0; ///< samples/s
    double samples = 0; ///< NaN: not logged
    double peers = 0; ///< the fewest that were seen in it
    std::string flaw; ///< "bad-rate", "zero-epoch", "peers-left", "swarm-split"; empty: valid
};

/// What the monitor of a run recorded. NaN: not derivable.
struct MonitorValues
{

    std::vector<MonitorEpoch> epochs;
    double publishedRate = unknown; ///< mean of the rates of all epochs but the first
    double publishedLocalRate = unknown; ///< mean of the sum of the peers' rates between the first and the last epoch
    int peers = 0; ///< with their own columns

    /// Samples ÷ seconds of the valid epochs, without the first.
    [[nodiscard]] double rate() const;
    /// Mean seconds of the same epochs.
    [[nodiscard]] double epochSeconds() const;
};

[[nodiscard]] MonitorValues monitorValues(const WandbLog& log);

/// The host whose counters match one of the monitor's peers.
struct PeerMatch
{
    int peer = 0;
    std::string host; ///< empty: no good match
    double error = 0; ///< mean difference of the counters, samples
    double sure = 0; ///< 0 to 1: how much worse the next best host is
};

struct HostLog
{
    std::string host;
    const WandbLog* log = nullptr;
};

/// Matches peers with hosts: the monitor's counter of a peer within an epoch is compared with the host's own at the
/// same second. Below a certainty of 0.2 a peer stays unknown.
[[nodiscard]] std::vector<PeerMatch> matchPeers(const WandbLog& monitor, const std::vector<HostLog>& hosts);

} // namespace millrace::studies::multi_cloud
