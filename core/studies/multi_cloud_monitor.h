// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "core/importers/wandb_log.h"

#include <string>
#include <vector>

namespace millrace::studies {

/// An epoch as the monitor recorded it.
struct MonitorEpoch
{
    std::size_t row = 0;
    std::uint64_t line = 0;
    double time = 0; ///< s since 1970, when it was over
    double epoch = 0;
    double seconds = 0;
    double rate = 0; ///< samples/s
    double samples = 0; ///< NaN: not logged
    double peers = 0; ///< the fewest that were seen in it
    std::string flaw; ///< "bad-rate", "zero-epoch", "peers-left", "swarm-split"; empty: it counts
};

/// What the monitor of a run says. NaN: cannot be known from it.
struct MonitorValues
{

    std::vector<MonitorEpoch> epochs;
    double publishedRate = unknown; ///< mean of the rates of all epochs but the first
    double publishedLocalRate = unknown; ///< mean of the sum of the peers' rates between the first and the last epoch
    int peers = 0; ///< with columns of their own

    /// Samples ÷ seconds of the epochs that count, without the first.
    [[nodiscard]] double rate() const;
    /// Mean seconds of the same epochs.
    [[nodiscard]] double epochSeconds() const;
};

[[nodiscard]] MonitorValues monitorValues(const importers::WandbLog& log);

/// A host that the counters of one of the monitor's peers fit.
struct PeerMatch
{
    int peer = 0;
    std::string host; ///< empty: none fits well enough
    double error = 0; ///< mean difference of the counters, samples
    double sure = 0; ///< 0 to 1: how much worse the next best host is
};

struct HostLog
{
    std::string host;
    const importers::WandbLog* log = nullptr;
};

/// Which peer is which host: the monitor's counter of a peer within an epoch is compared with the host's own at the
/// same second. Below a certainty of 0.2 a peer stays unknown.
[[nodiscard]] std::vector<PeerMatch> matchPeers(const importers::WandbLog& monitor, const std::vector<HostLog>& hosts);

} // namespace millrace::studies
