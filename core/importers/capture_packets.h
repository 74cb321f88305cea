// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/packet_reader.h"
#include "core/importers/file_format.h"

#include <unordered_map>

namespace millrace::importers {

/// The packets of a capture file, pcap or pcapng. For one thread.
class CapturePackets final : public PacketSource
{
public:
    [[nodiscard]] static Result<std::unique_ptr<PacketSource>> open(const std::filesystem::path& file, NameBook& names,
                                                                    const PacketOptions& options);

    [[nodiscard]] Result<std::span<const PacketRecord>> next() override;
    [[nodiscard]] const Issues& issues() const noexcept override { return m_reader.info().issues; }
    [[nodiscard]] std::uint64_t bytesRead() const noexcept override { return m_reader.bytesRead(); }
    [[nodiscard]] std::uint64_t bytesTotal() const noexcept override { return m_reader.bytesTotal(); }
    [[nodiscard]] const capture::CaptureInfo& info() const noexcept { return m_reader.info(); }

private:
    CapturePackets(capture::PacketReader reader, NameBook& names, std::uint32_t file);
    [[nodiscard]] std::uint32_t nameOf(capture::Network network, capture::AddressId id);
    [[nodiscard]] PacketRecord convert(const capture::Packet& packet);

    capture::PacketReader m_reader;
    NameBook& m_names;
    std::uint32_t m_file;
    std::uint64_t m_row = 0;
    std::unordered_map<std::uint64_t, std::uint32_t> m_known; ///< network and address to name
    std::vector<PacketRecord> m_out;
};

/// Whether a file with these first bytes is a capture, pcap or pcapng.
[[nodiscard]] bool isCapture(std::string_view head) noexcept;

extern const FileFormat captureFormat;

} // namespace millrace::importers
