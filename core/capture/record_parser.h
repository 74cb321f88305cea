// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/frame_decoder.h"
#include "core/capture/packet_filter.h"
#include "core/capture/record_buffer.h"

#include <map>
#include <memory>
#include <span>

namespace millrace::capture {

/// Reader state shared by both file formats.
class ReaderState
{
public:
    ReaderState(RecordBuffer buffer_, std::string filter, bool tunnels)
        : buffer(std::move(buffer_)), m_decoder(addresses, tunnels), m_filter(std::move(filter))
    {
    }

    /// Decodes the frame of a packet with time, lengths, offset and interface set; false if the filter drops it.
    bool accept(Packet& packet, const std::uint8_t* frame)
    {
        ++info.packets;
        if (packet.time < m_lastTime)
            noteBackwards(packet);
        m_lastTime = packet.time;
        if (packet.capturedBytes > packet.wireBytes)
            noteCapturedOverOriginal(packet);
        if (m_filtering && !passes(packet, frame))
            return false;
        m_decoder.decode(info.interfaces[packet.interface].linkType, frame, packet);
        return true;
    }
    /// Adds an interface and compiles its filter; `swapped`: described in the other byte order than this machine's.
    /// InvalidInput if libpcap rejects the filter; one that is invalid only for this link type passes none of its
    /// packets, and is counted.
    [[nodiscard]] Result<void> addInterface(CaptureInterface interface, bool swapped);
    /// Whether addInterface() failed.
    [[nodiscard]] bool filterRejected() const noexcept { return m_filterRejected; }
    /// Time of the previous packet; the minimum before the first.
    [[nodiscard]] std::int64_t lastTime() const noexcept { return m_lastTime; }
    /// Counts damage at the current position.
    void damage(const char* kind, Severity severity, std::string sentence);
    /// Counts the error of the buffer, after which decompression cannot continue.
    void noteDamagedCompression();

    RecordBuffer buffer;
    CaptureInfo info;
    AddressBook addresses;

private:
    [[nodiscard]] bool passes(const Packet& packet, const std::uint8_t* frame);
    /// Returns the filter of an interface; null: none of its packets pass.
    [[nodiscard]] Result<const PacketFilter*> filterFor(const CaptureInterface& interface, bool swapped);
    void noteBackwards(const Packet& packet);
    void noteCapturedOverOriginal(const Packet& packet);

    FrameDecoder m_decoder;
    std::string m_filter;
    bool m_filtering = false;
    bool m_filterRejected = false;
    std::map<std::pair<std::uint16_t, bool>, PacketFilter> m_filters; ///< by link type and byte order
    std::vector<const PacketFilter*> m_filterOf; ///< by interface; null: none of its packets pass
    std::int64_t m_lastTime = std::numeric_limits<std::int64_t>::min();
};

/// Splits one file format into packets.
class RecordParser
{
public:
    virtual ~RecordParser() = default;
    /// Fills up to `out`; 0 at the end. All packets of one call are in the window of the buffer.
    [[nodiscard]] virtual Result<std::size_t> parse(std::span<Packet> out) = 0;
    /// Returns the offset of the captured bytes in a record.
    [[nodiscard]] virtual std::size_t headerBytes(const std::uint8_t* record) const = 0;
};

/// Returns the parser of a file; the state's buffer is at its start. InvalidInput if it is of neither format.
[[nodiscard]] Result<std::unique_ptr<RecordParser>> makePcapParser(ReaderState& state);
[[nodiscard]] Result<std::unique_ptr<RecordParser>> makePcapngParser(ReaderState& state);

/// Larger records are damage; libpcap's own limit.
constexpr std::uint32_t mostCaptured = 262'144;

} // namespace millrace::capture
