// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/text.h"
#include "core/monitor/log_parser.h"
#include "core/replay/replay_source.h"

#include <deque>
#include <filesystem>
#include <fstream>
#include <vector>

namespace millrace::replay {

/// A log file on disk. Its lines have the times that they contain (JSON lines, rows of train_history.log);
/// without times, an iteration takes its logged duration, or a second where only a rate is logged, and everything
/// begins at the file's modification time.
class LogSource final : public ReplaySource
{
public:
    /// NotFound or Io; Unsupported for a file with zero bytes in its first block: it is no log. An empty framework is
    /// recognised by the first lines.
    [[nodiscard]] static Result<std::unique_ptr<LogSource>> open(const std::filesystem::path& file,
                                                                 std::string framework);
    [[nodiscard]] Result<std::optional<ReplayItem>> next(const JobContext& job) override;
    /// The end is a guess by the part of the file that has been read; exact at the end.
    [[nodiscard]] Span span() const override;
    [[nodiscard]] const std::string& framework() const noexcept { return m_framework; }

private:
    LogSource() = default;
    void readBlock();
    [[nodiscard]] Nanoseconds timeOf(const std::string& line);

    std::filesystem::path m_file;
    std::string m_framework;
    std::ifstream m_stream;
    std::uintmax_t m_bytes = 0;
    std::uintmax_t m_read = 0;
    LineSplitter m_splitter;
    std::vector<std::string> m_block;
    std::size_t m_place = 0; ///< in the block
    bool m_atEnd = false;
    std::unique_ptr<monitor::LogParser> m_times; ///< reads along for the times alone
    std::string m_speaker; ///< the first worker that ended an iteration: its time is the time
    int m_speakerRank = -1;
    bool m_hasSpeaker = false;
    bool m_hasTime = false;
    Nanoseconds m_begin{0};
    Nanoseconds m_now{0};
};

} // namespace millrace::replay
