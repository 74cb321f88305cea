// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/capture_spec.h"
#include "core/capture/pcap_writer.h"

#include <optional>
#include <span>

namespace millrace::capture {

/// Files of a recording: one, or a ring of the newest; checks their size and the free space. For one thread.
class CaptureFiles
{
public:
    [[nodiscard]] static Result<CaptureFiles> open(const CaptureSpec& spec, std::uint16_t linkType);

    /// Returns false when recording has ended; `end()` gives the reason.
    [[nodiscard]] bool add(std::int64_t time, std::uint32_t wireBytes, std::span<const std::uint8_t> captured);
    /// Writes the buffer to the file, for a reader of the part so far.
    void flush();
    /// Closes the last file. The error is that of naming it.
    [[nodiscard]] Result<void> finish();

    /// Why recording has ended; empty: it continues.
    [[nodiscard]] const std::string& end() const noexcept { return m_end; }
    [[nodiscard]] std::uint64_t packets() const noexcept;
    /// Size of the existing files.
    [[nodiscard]] std::uint64_t bytes() const noexcept;
    [[nodiscard]] const std::vector<std::filesystem::path>& whole() const noexcept { return m_whole; }

private:
    CaptureFiles(const CaptureSpec& spec, std::uint16_t linkType) : m_spec(spec), m_linkType(linkType) { }
    [[nodiscard]] Result<void> begin();
    [[nodiscard]] Result<void> turn();
    void watchDisk();
    void stopFor(const Error& error);

    CaptureSpec m_spec;
    std::uint16_t m_linkType;
    std::optional<PcapWriter> m_writer;
    std::vector<std::filesystem::path> m_whole;
    std::vector<std::uint64_t> m_wholeBytes;
    std::uint64_t m_packetsBefore = 0; ///< in previous files
    std::uint64_t m_nextLook = 0; ///< size of this file at the next check of the free space
    int m_number = 0; ///< of the latest file of a ring
    std::string m_end;
};

} // namespace millrace::capture
