// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/crosstraffic/flow_schedule.h"
#include "core/report/figure_spec.h"

#include <filesystem>
#include <memory>

namespace millrace::ui {

class LiveSeries;

/// What a profile asks for, worked out for a look at it.
struct TrafficPreview
{
    crosstraffic::TrafficProfile profile; ///< as it was asked for
    crosstraffic::SchedulePreview values;
    Nanoseconds shown{0}; ///< the stretch that is previewed
    bool shortened = false; ///< there are too many flows for more
    std::size_t flows = 0;
    std::size_t streams = 0; ///< flows without an end
    std::vector<std::string> flaws; ///< of the whole load where it has not too many flows
    std::vector<crosstraffic::VolumeFit> volumes; ///< likewise
    std::shared_ptr<LiveSeries> rate; ///< bit/s; nullptr where it is not known
    std::shared_ptr<LiveSeries> bursts; ///< nullptr without flows that end
};

/// The first 10 s of the load, or all of it where it is shorter. Nodes that are not chosen yet get names of their own.
/// Fails as crosstraffic::makeSchedule() does, and with the first error that the profile has apart from its nodes.
[[nodiscard]] Result<TrafficPreview> makePreview(const crosstraffic::TrafficProfile& profile, std::uint64_t seed,
                                                 const JobContext& job);

/// Share of flows at least so large, of what was drawn; both axes logarithmic. Words in the user's language.
[[nodiscard]] report::FigureSpec sizeFigure(const TrafficPreview& preview);

/// Writes the whole load as load files of the study: `file` itself, or with several sources one for each, named after
/// it. The result names the files. What lasts as long as the load cannot be written: InvalidInput.
[[nodiscard]] Result<std::vector<std::filesystem::path>> saveLoadFiles(const crosstraffic::TrafficProfile& profile,
                                                                       std::uint64_t seed,
                                                                       const std::filesystem::path& file,
                                                                       const JobContext& job);
/// Writes the distribution of sizes in the profile's unit.
[[nodiscard]] Result<void> saveSizeFile(const crosstraffic::SizeSpec& sizes, const std::filesystem::path& file);

} // namespace millrace::ui
