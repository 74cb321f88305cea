// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"
#include "ui/plots/series_source.h"

#include <filesystem>
#include <memory>

namespace millrace::ui {

/// A series of a result store, read when a plot asks, on the plot's drawing thread, by a connection of its own that
/// only reads. Short series are read once; of long ones the stretch that was asked for last is remembered, so memory
/// does not grow with the series.
class StoredSeries : public SeriesSource
{
public:
    /// `range`: from the first to just after the last sample, from store::SeriesRecord. Nothing is read yet.
    StoredSeries(std::filesystem::path store, store::SeriesId series, std::int64_t samples, TimeRange range);
    ~StoredSeries() override;

    [[nodiscard]] TimeRange range() const override { return m_range; }
    [[nodiscard]] std::vector<analysis::SeriesColumn> columns(std::int64_t begin, std::int64_t end,
                                                              std::size_t width) const override;
    [[nodiscard]] std::uint64_t revision() const noexcept override { return 0; }
    /// What went wrong when it was last read.
    [[nodiscard]] std::string problem() const override;

private:
    struct Reader;
    TimeRange m_range;
    std::unique_ptr<Reader> m_reader;
};

} // namespace millrace::ui
