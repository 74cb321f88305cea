// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_delay.h"
#include "core/analysis/published_figure.h"
#include "core/analysis/published_rates.h"
#include "core/analysis/published_series.h"
#include "core/analysis/published_traffic.h"
#include "core/analysis/published_training.h"
#include "core/base/job.h"
#include "core/importers/packet_source.h"
#include "core/importers/tum_json.h"

#include <filesystem>
#include <vector>

namespace millrace::importers {

/// What is to be computed as the studies did.
struct PublishedRequest
{
    std::vector<std::filesystem::path> files; ///< captures, field lists of tshark, text logs of tcpdump; of one run
    PacketOptions packets;
    analysis::WallZone wallZone = analysis::WallZone::centralEurope(); ///< in which study A's tool would have run
    bool studyB = true; ///< rates by windows of packets, by seconds, bursts and delays, too
    std::uint64_t skip = 0; ///< packets that study B's windows leave out at the beginning
    std::size_t window = 30; ///< packets in study B's windows
    analysis::StudyWindow tableOne = analysis::tableOneWindow;
    analysis::StudyWindow tableTwo = analysis::tableTwoWindow;
    /// Of each file for burst windows, synchronised rates and delays, which need them in memory; the rest is counted
    /// ("packets-beyond").
    std::size_t mostPackets = 500'000;
};

struct PublishedFile
{
    std::filesystem::path file;
    PacketFormat format = PacketFormat::Capture;
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0; ///< of the file
    Issues issues;
};

struct PublishedAnalysis
{
    std::vector<PublishedFile> files;
    analysis::PublishedTraffic traffic;
    std::vector<FlowTimes> publishedTimes; ///< of the flows that study A counts
    analysis::PublishedFigures figures; ///< of study A
    analysis::PublishedFigures rates; ///< of study B; the subject is the file
    std::vector<analysis::FlowDelay> delays;
    std::vector<std::string> hosts; ///< names of the rows in `delays`
};

/// Reads the files, in order of time, once, and a second time where study A's flow times need it. Cancelled, or why a
/// file cannot be read; InvalidInput without files.
[[nodiscard]] Result<PublishedAnalysis> analysePublished(const PublishedRequest& request, const JobContext& job = {});

/// Figures of study A about one run: bytes by host, flows, flow times, clock, Tables I and II.
[[nodiscard]] analysis::PublishedFigures trafficFigures(const analysis::PublishedTraffic& traffic,
                                                        std::span<const FlowTimes> publishedTimes,
                                                        const PublishedRequest& request);

} // namespace millrace::importers
