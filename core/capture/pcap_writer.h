// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace millrace::capture {

/// Writes a capture file in the pcap format with nanosecond time stamps (magic 0xa1b23c4d, this machine's byte order;
/// draft-ietf-opsawg-pcap). It has no name until finish(), so that nothing remains without that, even if the program is
/// killed (on file systems without support it is "<file>.part" until then). Only complete records reach the file: on a
/// full disk it ends after the last one that fitted. For one thread.
class PcapWriter
{
public:
    static constexpr std::size_t fileHeaderBytes = 24;
    static constexpr std::size_t recordHeaderBytes = 16;

    /// `linkType` as in capture files.
    [[nodiscard]] static Result<PcapWriter> create(const std::filesystem::path& file, std::uint16_t linkType,
                                                   std::uint32_t snapLength,
                                                   std::size_t bufferBytes = std::size_t(1) << 20);
    PcapWriter(PcapWriter&& other) noexcept;
    PcapWriter& operator=(PcapWriter&&) = delete;
    ~PcapWriter();

    /// Adds one packet: nanoseconds since 1970, its length on the wire, its captured bytes (cut at the snap length).
    /// InvalidInput for times
    /// outside of the format (before 1970, after 2106); DiskFull or Io if the buffer could not be written; after that
    /// only call finish().
    [[nodiscard]] Result<void> add(std::int64_t time, std::uint32_t wireBytes, std::span<const std::uint8_t> captured);
    /// Writes the buffer to the file.
    [[nodiscard]] Result<void> flush();
    /// Flushes, syncs to the disk if `durable`, and names the file. Must be the last call. After an error of add() or
    /// flush() it keeps the complete records that fitted.
    [[nodiscard]] Result<void> finish(bool durable = true);

    /// Size of the file including the buffer.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return m_written + m_used; }
    [[nodiscard]] std::size_t buffered() const noexcept { return m_used; }
    /// Packets in the file, without those lost to a full disk.
    [[nodiscard]] std::uint64_t packets() const noexcept { return m_packets; }
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }

private:
    PcapWriter(std::filesystem::path file, std::string part, UniqueFd fd, std::uint32_t snapLength,
               std::size_t bufferBytes);
    [[nodiscard]] Result<void> write(std::span<const std::uint8_t> bytes, std::size_t& written);
    [[nodiscard]] Result<void> giveName();
    void keepWholeRecords(std::size_t writtenOfBuffer);

    std::filesystem::path m_file;
    std::string m_part; ///< temporary name; empty: none
    UniqueFd m_fd;
    std::uint32_t m_snapLength;
    std::size_t m_bufferBytes;
    std::unique_ptr<std::uint8_t[]> m_buffer; ///< begins with a record
    std::size_t m_used = 0;
    std::uint64_t m_written = 0;
    std::uint64_t m_packets = 0;
    bool m_failed = false;
};

} // namespace millrace::capture
