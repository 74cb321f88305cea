// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/published_figure.h"
#include "core/studies/tum/published_traffic.h"

#include <string>
#include <vector>

namespace millrace::studies::tum {

/// The rows of the study's utilization.json: the milliseconds from the first to the last packet of every pair of hosts,
/// taken together. The notebook uses the row number as time, which is wrong after a silence of all pairs.
class StudyRows
{
public:
    /// The milliseconds of `traffic.pairs` over IPv4.
    [[nodiscard]] static StudyRows ofPairs(const PublishedTraffic& traffic);
    /// Those of bytes_per_sec.json: every millisecond from the first packet to the last.
    [[nodiscard]] static StudyRows ofAll(const PublishedTraffic& traffic);

    [[nodiscard]] std::int64_t count() const noexcept;
    /// Bytes of the existing rows in [`from`, `to`).
    [[nodiscard]] std::uint64_t sum(const analysis::SparseBins& bins, std::int64_t from,
                                    std::int64_t to) const noexcept;

    struct Stretch
    {
        std::int64_t begin = 0; ///< millisecond since 1970
        std::int64_t end = 0; ///< exclusive
    };
    [[nodiscard]] const std::vector<Stretch>& stretches() const noexcept { return m_stretches; }

private:
    std::vector<Stretch> m_stretches; ///< ascending, disjoint
};

/// Mean rates of a link over equal windows, in Gbit/s, by the notebook's rows and by time.
struct PublishedSeries
{
    std::string link; ///< "192.168.17.50 → 192.168.17.51", or "all"
    std::string studyName; ///< the study's name for it, by its position: "W1-W2"; empty: none
    double begin = 0; ///< seconds since the run's first packet
    double width = 0; ///< of a window, seconds
    std::vector<double> asPublished; ///< shorter where the rows end
    std::vector<double> right; ///< silence included
};

/// The study's names for the links of a run with `links` of them, in order of their addresses; empty for numbers other
/// than 12 and 6, on which the notebook stops.
[[nodiscard]] std::vector<std::string> studyLinkNames(std::size_t links);

/// Cells 6-8 and 26-28: 10 ms means of every pair of hosts from `firstRow` (of 10 ms), `rows` of them.
[[nodiscard]] std::vector<PublishedSeries> linkPanel(const PublishedTraffic& traffic, std::int64_t firstRow,
                                                     std::int64_t rows);

/// Windows of Tables I and II: seconds from the first packet.
struct StudyWindow
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
};
constexpr StudyWindow tableOneWindow{200, 300};
constexpr StudyWindow tableTwoWindow{90, 120};

/// Cells 32-33: the rate of all traffic together with its interval: three figures, low, mean and high.
[[nodiscard]] report::PublishedFigures tableOne(const PublishedTraffic& traffic, StudyWindow window = tableOneWindow);
/// Cells 14-16: the same for the link that the study calls W0-W1, with the interval that divides by 10 although there
/// are 30 values.
[[nodiscard]] report::PublishedFigures tableTwo(const PublishedTraffic& traffic, StudyWindow window = tableTwoWindow);

} // namespace millrace::studies::tum
