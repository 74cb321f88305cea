// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/published_analysis.h"
#include "core/studies/tum/json.h"
#include "core/studies/tum/published_series.h"

namespace millrace::studies::tum {

/// Location and time zone of the study's tables.
struct PublishedTrafficOptions
{
    analysis::WallZone wallZone = analysis::WallZone::centralEurope(); ///< in which the study's tool would have run
    StudyWindow tableOne = tableOneWindow;
    StudyWindow tableTwo = tableTwoWindow;
};

/// Figures of one run: bytes by host, flows, flow times, clock, Tables I and II.
[[nodiscard]] report::PublishedFigures trafficFigures(const PublishedTraffic& traffic,
                                                      std::span<const FlowTimes> publishedTimes,
                                                      const PublishedTrafficOptions& options);

/// The study's traffic and figures from the packets of one run. Several files are read a second time for the flow times
/// as published.
class TrafficEstimators final : public PublishedEstimators
{
public:
    /// `names` must outlive it.
    explicit TrafficEstimators(const importers::NameBook& names, PublishedTrafficOptions options = {});

    void add(std::span<const importers::PacketRecord> packets) override { m_pass.add(packets); }
    [[nodiscard]] Result<void> finish(const PublishedRequest& request, std::vector<PublishedFile>& files,
                                      const JobContext& job) override;
    [[nodiscard]] PublishedSection section() const override;

    // After finish().
    PublishedTraffic traffic;
    std::vector<FlowTimes> publishedTimes; ///< of the flows that the study counts
    report::PublishedFigures figures;

private:
    PublishedTrafficOptions m_options;
    PublishedTrafficPass m_pass;
};

} // namespace millrace::studies::tum
