// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/capture/packet.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

namespace millrace::analysis {

/// Builds a TrafficSummary from packets in the order of their file. Its memory is bounded by the options. Not
/// thread-safe.
class TrafficPass
{
public:
    /// The book has the addresses of IPv6 packets; it must outlive the pass.
    TrafficPass(const TrafficOptions& options, const capture::AddressBook& addresses);
    ~TrafficPass();
    TrafficPass(TrafficPass&&) noexcept;

    void add(std::span<const capture::Packet> packets);
    /// The result so far, without the sources.
    [[nodiscard]] TrafficSummary snapshot() const;
    /// The final result; the pass is empty afterwards.
    [[nodiscard]] TrafficSummary finish();

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Correction subtracted from the times of a file to map them to another clock: offset + drift · (time − reference).
struct ClockCorrection
{
    double offset = 0; ///< seconds
    double drift = 0; ///< seconds per second
    std::int64_t reference = 0; ///< on the file's clock

    [[nodiscard]] std::int64_t correct(std::int64_t time) const noexcept;
    bool operator==(const ClockCorrection&) const = default;
};

struct AnalysisRequest
{
    TrafficOptions traffic;
    std::string filter; ///< in libpcap's language
    int threads = 2; ///< 1 or more; the result is the same
    ClockCorrection clock;
    /// Called on the job's thread with the result so far, at most this often; may be empty.
    std::function<void(TrafficSummary)> onPartial;
    std::chrono::milliseconds partialEvery{300};
};

/// Reads and analyses one capture file in one pass. Cancelled, or the errors of capture::PacketReader; damage inside
/// the file is in the summary's issues.
[[nodiscard]] Result<TrafficSummary> analyseCapture(const std::filesystem::path& file, const AnalysisRequest& request,
                                                    const JobContext& job = {});

/// Reads several captures with one clock as a single stream in order of time, as if recorded in one place: round trips
/// and order are then known for connections whose two directions are in different files. A packet seen by several
/// captures counts once, where it was seen first. `clocks` are corrections of the files, or empty; request.clock and
/// request.threads are not used. The errors of analyseCapture().
[[nodiscard]] Result<TrafficSummary> analyseAsOne(std::span<const std::filesystem::path> files,
                                                  const AnalysisRequest& request, const JobContext& job = {},
                                                  std::span<const ClockCorrection> clocks = {});

/// Merges the summaries of several captures of the same network and time, on one clock: flows by their addresses and
/// ports. A flow seen by several captures is taken from the one at its sender (the capture whose busiest node it is),
/// otherwise from the one with most of its packets, and an issue says so. Bins must have the same width, or multiples
/// of it.
[[nodiscard]] TrafficSummary mergeTraffic(std::vector<TrafficSummary> summaries);

} // namespace millrace::analysis
