// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/capture/capture_info.h"
#include "core/capture/packet.h"

#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace millrace::capture {

struct ReaderOptions
{
    std::string filter = {}; ///< in libpcap's language; empty: all packets
    std::stop_token stop = {}; ///< checked between blocks; next() then returns Cancelled
    bool tunnels = false; ///< a packet within a tunnel replaces the outer one; filters see the outer one
};

/// Reads a capture file packet by packet, in the order of the file, with memory independent of its size: pcap (both
/// byte orders, µs and ns) and pcapng, plain or compressed by gzip or zstd; link types Ethernet, raw IP, Null, Loop,
/// SLL, SLL2. Damage is counted, never fatal after a valid file header. For one thread at a time.
class PacketReader
{
public:
    /// Opens a file: NotFound, Denied; InvalidInput if it is not a capture, or libpcap rejects the filter.
    [[nodiscard]] static Result<PacketReader> open(const std::filesystem::path& file,
                                                   const ReaderOptions& options = {});

    PacketReader(PacketReader&&) noexcept;
    PacketReader& operator=(PacketReader&&) noexcept;
    ~PacketReader();

    /// Returns the next packets, a few hundred at a time; empty at the end. Valid until the next call. Io if reading
    /// fails.
    [[nodiscard]] Result<std::span<const Packet>> next();
    /// Reads into the caller's memory and returns the count; 0 at the end. bytes() is valid for the last call.
    [[nodiscard]] Result<std::size_t> next(std::span<Packet> out);
    /// Returns the captured bytes of a packet of the last span returned by next().
    [[nodiscard]] std::span<const std::uint8_t> bytes(const Packet& packet) const;

    /// Grows while packets are read; complete at the end.
    [[nodiscard]] const CaptureInfo& info() const noexcept;
    [[nodiscard]] const AddressBook& addresses() const noexcept;
    /// Bytes of the file (compressed) read so far, and its size (0: not known, a pipe).
    [[nodiscard]] std::uint64_t bytesRead() const noexcept;
    [[nodiscard]] std::uint64_t bytesTotal() const noexcept;

private:
    class Impl;
    explicit PacketReader(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace millrace::capture
