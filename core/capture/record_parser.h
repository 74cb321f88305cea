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

/// What both file formats share while they are read.
class ReaderState
{
public:
    ReaderState(RecordBuffer buffer_, std::string filter, bool tunnels)
        : buffer(std::move(buffer_)), m_decoder(addresses, tunnels), m_filter(std::move(filter))
    {
    }

    /// Decodes the frame of a packet whose time, lengths, offset and interface are set; false when the filter drops it.
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
    /// Adds an interface and makes its filter; `swapped`: described in the other byte order than this machine's.
    /// InvalidInput when libpcap does not understand the filter; one that is only without sense for this link type
    /// passes none of its packets, and is counted.
    [[nodiscard]] Result<void> addInterface(CaptureInterface interface, bool swapped);
    /// True when addInterface() failed.
    [[nodiscard]] bool filterRejected() const noexcept { return m_filterRejected; }
    /// Of the packet before; the least number before the first.
    [[nodiscard]] std::int64_t lastTime() const noexcept { return m_lastTime; }
    /// Counts damage at the present position.
    void damage(const char* kind, Severity severity, std::string sentence);
    /// Counts the error of the buffer, after which no more can be decompressed.
    void noteDamagedCompression();

    RecordBuffer buffer;
    CaptureInfo info;
    AddressBook addresses;

private:
    [[nodiscard]] bool passes(const Packet& packet, const std::uint8_t* frame);
    /// The filter of an interface; null: none of its packets pass.
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

/// Cuts one file format into packets.
class RecordParser
{
public:
    virtual ~RecordParser() = default;
    /// Fills up to `out`; 0 at the end. All packets of one call lie in the window of the buffer.
    [[nodiscard]] virtual Result<std::size_t> parse(std::span<Packet> out) = 0;
    /// Where the captured bytes of a record begin, counted from its start.
    [[nodiscard]] virtual std::size_t headerBytes(const std::uint8_t* record) const = 0;
};

/// The state's buffer stands at the start of the file. InvalidInput when it is of neither format.
[[nodiscard]] Result<std::unique_ptr<RecordParser>> makePcapParser(ReaderState& state);
[[nodiscard]] Result<std::unique_ptr<RecordParser>> makePcapngParser(ReaderState& state);

/// More than this in one record is damage; libpcap's own limit.
constexpr std::uint32_t mostCaptured = 262'144;

} // namespace millrace::capture
