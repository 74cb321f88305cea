// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/log_source.h"

#include <chrono>
#include <sys/stat.h>

namespace millrace::replay {
namespace {

constexpr std::size_t blockBytes = std::size_t(1) << 18;
constexpr std::size_t linesToRecognise = 2000;

Nanoseconds changeTime(const std::filesystem::path& file)
{
    struct stat status
    {
    };
    if (::stat(file.c_str(), &status) != 0)
        return wallNow();
    return std::chrono::seconds(status.st_mtim.tv_sec) + Nanoseconds(status.st_mtim.tv_nsec);
}

} // namespace

Result<std::unique_ptr<LogSource>> LogSource::open(const std::filesystem::path& file, std::string framework)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return fail(ErrorCode::NotFound, "there is no file " + file.string());
    std::unique_ptr<LogSource> source(new LogSource);
    source->m_file = file;
    source->m_stream.open(file, std::ios::binary);
    if (!source->m_stream)
        return failErrno("reading " + file.string());
    source->m_bytes = std::filesystem::file_size(file, error);
    source->m_begin = source->m_now = changeTime(file);
    source->readBlock();
    for (const std::string& line : source->m_block)
        if (line.find('\0') != line.npos)
            return fail(ErrorCode::Unsupported, file.string() + " is not a text file; give a log, a capture or a run");
    const auto first = std::span(source->m_block).first(std::min(linesToRecognise, source->m_block.size()));
    source->m_framework = framework.empty() ? monitor::recogniseFramework(first) : std::move(framework);
    MR_TRY(parser, monitor::makeLogParser(source->m_framework));
    source->m_times = std::move(parser);
    return source;
}

void LogSource::readBlock()
{
    m_block.clear();
    m_place = 0;
    std::string bytes(blockBytes, '\0');
    while (m_block.empty() && !m_atEnd) {
        m_stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        const auto count = static_cast<std::size_t>(m_stream.gcount());
        m_read += count;
        m_splitter.feed(std::string_view(bytes).substr(0, count), m_block);
        if (count < bytes.size()) {
            m_splitter.finish(m_block);
            m_atEnd = true;
        }
    }
}

Nanoseconds LogSource::timeOf(const std::string& line)
{
    using namespace std::chrono_literals;
    for (auto event = m_times->parse(line, monitor::Stream::Out, {m_now, m_now}); event; event = m_times->more()) {
        const monitor::EventOrigin& origin = monitor::originOf(*event);
        if (origin.timedByWorker) {
            if (!m_hasTime)
                m_begin = m_now = origin.wall;
            m_hasTime = true;
            m_now = std::max(m_now, origin.wall);
            continue;
        }
        const auto* iteration = std::get_if<monitor::IterationEvent>(&*event);
        if (m_hasTime || iteration == nullptr || (!iteration->duration && !iteration->samplesPerSecond))
            continue;
        if (!m_hasSpeaker) {
            m_speaker = origin.worker;
            m_speakerRank = origin.rank;
            m_hasSpeaker = true;
        }
        if (origin.worker == m_speaker && origin.rank == m_speakerRank)
            m_now += std::min<Nanoseconds>(iteration->duration.value_or(1s), 24h);
    }
    return m_now;
}

Result<std::optional<ReplayItem>> LogSource::next(const JobContext& job)
{
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the replay was stopped");
    if (m_place == m_block.size())
        readBlock();
    if (m_stream.bad())
        return fail(ErrorCode::Io, "reading " + m_file.string() + " failed");
    if (m_place == m_block.size())
        return std::optional<ReplayItem>();
    store::LogLine line;
    line.wall = timeOf(m_block[m_place]);
    line.process = m_file.filename().string();
    line.stream = "stdout";
    line.text = std::move(m_block[m_place++]);
    const Nanoseconds wall = line.wall;
    return std::optional(ReplayItem{wall, std::move(line)});
}

ReplaySource::Span LogSource::span() const
{
    const double share = m_bytes == 0 || m_read == 0 ? 1 : static_cast<double>(m_read) / static_cast<double>(m_bytes);
    const auto passed = std::chrono::duration<double>(m_now - m_begin).count() / std::min(1.0, share);
    return {m_begin, m_begin + std::chrono::duration_cast<Nanoseconds>(std::chrono::duration<double>(passed))};
}

} // namespace millrace::replay
