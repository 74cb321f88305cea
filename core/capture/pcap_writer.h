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

/// Writes a capture file in the pcap format with time stamps of nanoseconds (magic 0xa1b23c4d, this machine's byte
/// order; draft-ietf-opsawg-pcap). It has no name until finish(), so that nothing is left without that, even when the
/// program is killed (where the file system cannot do this, it is "<file>.part" until then). Only whole records reach
/// the file: when the disk is full it is cut after the last one that fitted. For one thread.
class PcapWriter
{
public:
    static constexpr std::size_t fileHeaderBytes = 24;
    static constexpr std::size_t recordHeaderBytes = 16;

    /// `linkType` as capture files number them.
    [[nodiscard]] static Result<PcapWriter> create(const std::filesystem::path& file, std::uint16_t linkType,
                                                   std::uint32_t snapLength,
                                                   std::size_t bufferBytes = std::size_t(1) << 20);
    PcapWriter(PcapWriter&& other) noexcept;
    PcapWriter& operator=(PcapWriter&&) = delete;
    ~PcapWriter();

    /// Adds one packet: nanoseconds since 1970, its length on the wire, what there is of it (cut at the snap length).
    /// InvalidInput for times
    /// that the format cannot hold (before 1970, after 2106); DiskFull or Io when the buffer could not be written,
    /// after which only finish() makes sense.
    [[nodiscard]] Result<void> add(std::int64_t time, std::uint32_t wireBytes, std::span<const std::uint8_t> captured);
    /// Hands what is buffered to the system.
    [[nodiscard]] Result<void> flush();
    /// Flushes, brings it to the disk if `durable`, and gives the file its name. The last call. After an error of add()
    /// or flush() it keeps the whole records that fitted.
    [[nodiscard]] Result<void> finish(bool durable = true);

    /// Of the file as it will be: with what is still buffered.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return m_written + m_used; }
    [[nodiscard]] std::size_t buffered() const noexcept { return m_used; }
    /// In the file, without those that a full disk refused.
    [[nodiscard]] std::uint64_t packets() const noexcept { return m_packets; }
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }

private:
    PcapWriter(std::filesystem::path file, std::string part, UniqueFd fd, std::uint32_t snapLength,
               std::size_t bufferBytes);
    [[nodiscard]] Result<void> write(std::span<const std::uint8_t> bytes, std::size_t& written);
    [[nodiscard]] Result<void> giveName();
    void keepWholeRecords(std::size_t writtenOfBuffer);

    std::filesystem::path m_file;
    std::string m_part; ///< its name so far; empty: it has none
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
