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
    std::stop_token stop = {}; ///< asked between blocks; next() then gives Cancelled
    bool tunnels = false; ///< a packet within a tunnel takes the place of the outer one; filters see the outer one
};

/// Reads a capture file packet by packet, in the order of the file, in memory that does not depend on its size: pcap
/// (both byte orders, µs and ns) and pcapng, plain or compressed by gzip or zstd; link types Ethernet, raw IP, Null,
/// Loop, SLL, SLL2. Damage is counted, never fatal once the file's header was understood. For one thread at a time.
class PacketReader
{
public:
    /// NotFound, Denied; InvalidInput for a file that is no capture, or a filter that libpcap does not understand.
    [[nodiscard]] static Result<PacketReader> open(const std::filesystem::path& file,
                                                   const ReaderOptions& options = {});

    PacketReader(PacketReader&&) noexcept;
    PacketReader& operator=(PacketReader&&) noexcept;
    ~PacketReader();

    /// The next packets, a few hundred at a time; empty at the end. Valid until the next call. Io when reading fails.
    [[nodiscard]] Result<std::span<const Packet>> next();
    /// The same into memory of the caller's: how many; 0 at the end. bytes() knows those of the last call.
    [[nodiscard]] Result<std::size_t> next(std::span<Packet> out);
    /// The captured bytes of a packet of the last span that next() gave.
    [[nodiscard]] std::span<const std::uint8_t> bytes(const Packet& packet) const;

    /// Grows while packets are read; complete at the end.
    [[nodiscard]] const CaptureInfo& info() const noexcept;
    [[nodiscard]] const AddressBook& addresses() const noexcept;
    /// What of the file (compressed as it is) was read, and its size (0: not known, a pipe).
    [[nodiscard]] std::uint64_t bytesRead() const noexcept;
    [[nodiscard]] std::uint64_t bytesTotal() const noexcept;

private:
    class Impl;
    explicit PacketReader(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace millrace::capture
