// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/capture_spec.h"
#include "core/capture/pcap_writer.h"

#include <optional>
#include <span>

namespace millrace::capture {

/// The files that a recording writes: one, or a ring of the newest; watches their size and the free space. For one
/// thread.
class CaptureFiles
{
public:
    [[nodiscard]] static Result<CaptureFiles> open(const CaptureSpec& spec, std::uint16_t linkType);

    /// False: it is not recorded, `end()` says why, and nothing will be any more.
    [[nodiscard]] bool add(std::int64_t time, std::uint32_t wireBytes, std::span<const std::uint8_t> captured);
    /// Hands what is buffered to the system, for a reader of the part that is there already.
    void flush();
    /// Closes the last file. The error is of giving it its name.
    [[nodiscard]] Result<void> finish();

    /// Why nothing more can be recorded; empty: it goes on.
    [[nodiscard]] const std::string& end() const noexcept { return m_end; }
    [[nodiscard]] std::uint64_t packets() const noexcept;
    /// Of the files that there are.
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
    std::uint64_t m_packetsBefore = 0; ///< in the files before
    std::uint64_t m_nextLook = 0; ///< at the free space: when so many bytes are in this file
    int m_number = 0; ///< of the latest file of a ring
    std::string m_end;
};

} // namespace millrace::capture
