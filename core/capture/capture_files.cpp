// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/capture_files.h"

#include "core/base/file_io.h"
#include "core/base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace millrace::capture {

namespace {

/// Interval of the check of the free space; other programs may write, too.
constexpr std::uint64_t lookEvery = std::uint64_t(4) << 20;
constexpr std::uint64_t leastRoom = std::uint64_t(1) << 20;

std::filesystem::path numbered(const std::filesystem::path& file, int number)
{
    return file.parent_path() / fmt::format("{}-{:05}{}", file.stem().string(), number, file.extension().string());
}

std::string fullText(std::uint64_t free, const CaptureSpec& spec)
{
    return fmt::format("the file system of {} has {} left, but {} must stay free; free some space, record less of each "
                       "packet, or set a filter",
                       spec.file.parent_path().string(), humanSize(static_cast<double>(free)),
                       humanSize(static_cast<double>(spec.keepFree)));
}

} // namespace

Result<CaptureFiles> CaptureFiles::open(const CaptureSpec& spec, std::uint16_t linkType)
{
    MR_TRY(free, freeSpace(spec.file.parent_path()));
    if (free < spec.keepFree)
        return fail(ErrorCode::DiskFull, fullText(free, spec));
    CaptureFiles files(spec, linkType);
    MR_CHECK(files.begin());
    return files;
}

Result<void> CaptureFiles::begin()
{
    const bool ring = m_spec.ringFileBytes > 0;
    MR_TRY(writer,
           PcapWriter::create(ring ? numbered(m_spec.file, ++m_number) : m_spec.file, m_linkType, m_spec.snapLength));
    m_writer.emplace(std::move(writer));
    m_nextLook = 0;
    return {};
}

bool CaptureFiles::add(std::int64_t time, std::uint32_t wireBytes, std::span<const std::uint8_t> captured)
{
    if (!m_end.empty())
        return false;
    const std::uint64_t bytes = m_writer->bytes() + PcapWriter::recordHeaderBytes + captured.size();
    if (m_spec.maximumBytes > 0 && m_spec.ringFileBytes == 0 && bytes > m_spec.maximumBytes) {
        m_end = fmt::format("the file has reached its maximum size of {}",
                            humanSize(static_cast<double>(m_spec.maximumBytes)));
        return false;
    }
    if (m_spec.ringFileBytes > 0 && bytes > m_spec.ringFileBytes && m_writer->packets() > 0)
        if (auto turned = turn(); !turned)
            stopFor(turned.error());
    if (m_end.empty() && m_writer->bytes() >= m_nextLook)
        watchDisk();
    if (m_end.empty())
        if (auto added = m_writer->add(time, wireBytes, captured); !added)
            stopFor(added.error());
    return m_end.empty();
}

void CaptureFiles::watchDisk()
{
    m_nextLook = m_writer->bytes() + lookEvery;
    const auto free = freeSpace(m_spec.file.parent_path());
    if (m_spec.keepFree == 0 || !free)
        return;
    const std::uint64_t taken = m_spec.keepFree + m_writer->buffered() + leastRoom;
    if (*free < taken)
        m_end = fullText(*free, m_spec);
    else
        m_nextLook = m_writer->bytes() + std::clamp((*free - taken) / 2, leastRoom / 2, lookEvery);
}

void CaptureFiles::stopFor(const Error& error)
{
    m_end = error.text() + (error.code == ErrorCode::DiskFull ? "; make room, or keep more space free" : "");
}

Result<void> CaptureFiles::turn()
{
    MR_CHECK(finish());
    while (m_whole.size() >= static_cast<std::size_t>(m_spec.ringFiles)) {
        std::error_code ignored;
        std::filesystem::remove(m_whole.front(), ignored);
        m_whole.erase(m_whole.begin());
        m_wholeBytes.erase(m_wholeBytes.begin());
    }
    return begin();
}

void CaptureFiles::flush()
{
    if (m_end.empty() && m_writer)
        if (auto flushed = m_writer->flush(); !flushed)
            stopFor(flushed.error());
}

Result<void> CaptureFiles::finish()
{
    if (!m_writer)
        return {};
    if (auto flushed = m_writer->flush(); !flushed && m_end.empty())
        stopFor(flushed.error());
    auto finished = m_writer->finish(false);
    if (finished) {
        m_whole.push_back(m_writer->file());
        m_wholeBytes.push_back(m_writer->bytes());
    }
    m_packetsBefore += m_writer->packets();
    m_writer.reset();
    return finished;
}

std::uint64_t CaptureFiles::packets() const noexcept
{
    return m_packetsBefore + (m_writer ? m_writer->packets() : 0);
}

std::uint64_t CaptureFiles::bytes() const noexcept
{
    return std::accumulate(m_wholeBytes.begin(), m_wholeBytes.end(), m_writer ? m_writer->bytes() : std::uint64_t(0));
}

} // namespace millrace::capture
