// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/pcap_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <unistd.h>

namespace millrace::capture {

namespace {

constexpr std::uint32_t nanosecondMagic = 0xa1b23c4d;
constexpr std::uint32_t noSnapLimit = 262144;
constexpr std::int64_t second = 1'000'000'000;

struct FileHeader
{
    std::uint32_t magic = nanosecondMagic;
    std::uint16_t major = 2;
    std::uint16_t minor = 4;
    std::uint32_t reserved[2] = {};
    std::uint32_t snapLength = 0;
    std::uint32_t linkType = 0;
};
static_assert(sizeof(FileHeader) == PcapWriter::fileHeaderBytes);

struct RecordHeader
{
    std::uint32_t seconds = 0;
    std::uint32_t nanoseconds = 0;
    std::uint32_t capturedBytes = 0;
    std::uint32_t wireBytes = 0;
};
static_assert(sizeof(RecordHeader) == PcapWriter::recordHeaderBytes);

std::string partOf(const std::filesystem::path& file)
{
    return file.string() + ".part";
}

} // namespace

PcapWriter::PcapWriter(std::filesystem::path file, std::string part, UniqueFd fd, std::uint32_t snapLength,
                       std::size_t bufferBytes)
    : m_file(std::move(file)), m_part(std::move(part)), m_fd(std::move(fd)), m_snapLength(snapLength),
      m_bufferBytes(std::max(bufferBytes, snapLength + recordHeaderBytes)),
      m_buffer(std::make_unique<std::uint8_t[]>(m_bufferBytes))
{
}

PcapWriter::PcapWriter(PcapWriter&& other) noexcept
    : m_file(std::move(other.m_file)), m_part(std::exchange(other.m_part, {})), m_fd(std::move(other.m_fd)),
      m_snapLength(other.m_snapLength), m_bufferBytes(other.m_bufferBytes), m_buffer(std::move(other.m_buffer)),
      m_used(other.m_used), m_written(other.m_written), m_packets(other.m_packets), m_failed(other.m_failed)
{
}

PcapWriter::~PcapWriter()
{
    if (!m_part.empty())
        ::unlink(m_part.c_str());
}

Result<PcapWriter> PcapWriter::create(const std::filesystem::path& file, std::uint16_t linkType,
                                      std::uint32_t snapLength, std::size_t bufferBytes)
{
    std::string part;
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    UniqueFd fd(::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0644));
    if (!fd) { // not supported by every file system
        part = partOf(file);
        fd = UniqueFd(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644));
    }
    if (!fd)
        return failErrno("writing " + file.string());
    const std::uint32_t snap = snapLength == 0 ? noSnapLimit : std::min(snapLength, noSnapLimit);
    PcapWriter writer(file, std::move(part), std::move(fd), snap, bufferBytes);
    FileHeader header;
    header.snapLength = snap;
    header.linkType = linkType;
    std::array<std::uint8_t, sizeof header> bytes{};
    std::memcpy(bytes.data(), &header, sizeof header);
    std::size_t written = 0;
    MR_CHECK(writer.write(bytes, written));
    writer.m_written = written;
    return writer;
}

Result<void> PcapWriter::add(std::int64_t time, std::uint32_t wireBytes, std::span<const std::uint8_t> captured)
{
    if (time < 0 || time / second > std::numeric_limits<std::uint32_t>::max())
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("the time of a packet, {} ns since 1970, cannot be stored in {}: pcap supports 1970 to 2106",
                        time, m_file.string()));
    const std::size_t kept = std::min<std::size_t>(captured.size(), m_snapLength);
    if (m_used + recordHeaderBytes + kept > m_bufferBytes)
        MR_CHECK(flush());
    const RecordHeader header{static_cast<std::uint32_t>(time / second), static_cast<std::uint32_t>(time % second),
                              static_cast<std::uint32_t>(kept), wireBytes};
    std::memcpy(m_buffer.get() + m_used, &header, sizeof header);
    if (kept > 0)
        std::memcpy(m_buffer.get() + m_used + sizeof header, captured.data(), kept);
    m_used += sizeof header + kept;
    ++m_packets;
    return {};
}

Result<void> PcapWriter::write(std::span<const std::uint8_t> bytes, std::size_t& written)
{
    while (written < bytes.size()) {
        const ssize_t put = ::write(m_fd.get(), bytes.data() + written, bytes.size() - written);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return failErrno("writing " + m_file.string());
        written += static_cast<std::size_t>(put);
    }
    return {};
}

Result<void> PcapWriter::flush()
{
    if (m_failed)
        return fail(ErrorCode::Io, "writing " + m_file.string() + " has failed before");
    std::size_t written = 0;
    auto result = write({m_buffer.get(), m_used}, written);
    if (!result) {
        m_failed = true;
        keepWholeRecords(written);
    }
    m_written += m_used;
    m_used = 0;
    return result;
}

void PcapWriter::keepWholeRecords(std::size_t writtenOfBuffer)
{
    std::size_t whole = 0;
    std::uint64_t lost = 0;
    for (std::size_t at = 0; at < m_used;) {
        RecordHeader header;
        std::memcpy(&header, m_buffer.get() + at, sizeof header);
        at += sizeof header + header.capturedBytes;
        if (at <= writtenOfBuffer)
            whole = at;
        else
            ++lost;
    }
    [[maybe_unused]] const int cut = ::ftruncate(m_fd.get(), static_cast<off_t>(m_written + whole));
    m_packets -= lost;
    m_used = whole;
}

Result<void> PcapWriter::finish(bool durable)
{
    if (!m_failed)
        MR_CHECK(flush());
    if (durable && ::fsync(m_fd.get()) != 0)
        return failErrno("writing " + m_file.string());
    if (m_part.empty())
        MR_CHECK(giveName());
    if (::rename(m_part.c_str(), m_file.c_str()) != 0)
        return failErrno("renaming " + m_part);
    m_part.clear();
    m_fd.reset();
    return {};
}

Result<void> PcapWriter::giveName()
{
    const std::string part = partOf(m_file);
    ::unlink(part.c_str());
    const std::string own = fmt::format("/proc/self/fd/{}", m_fd.get());
    if (::linkat(AT_FDCWD, own.c_str(), AT_FDCWD, part.c_str(), AT_SYMLINK_FOLLOW) != 0
        && ::linkat(m_fd.get(), "", AT_FDCWD, part.c_str(), AT_EMPTY_PATH) != 0)
        return failErrno("naming " + m_file.string());
    m_part = part;
    return {};
}

} // namespace millrace::capture
