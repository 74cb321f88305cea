// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/pcapng_options.h"
#include "core/capture/record_parser.h"

#include <fmt/format.h>

#include <algorithm>

namespace millrace::capture {

namespace {

constexpr std::uint32_t blockSection = 0x0a0d0d0a, blockInterface = 1, blockOldPacket = 2, blockSimple = 3,
                        blockStatistics = 5, blockEnhanced = 6;
constexpr std::uint32_t orderMagic = 0x1a2b3c4d;
constexpr std::size_t mostBlock = RecordBuffer::capacity / 2;
/// Limit for blocks of other kinds, which are skipped.
constexpr std::size_t mostOtherBlock = std::size_t{16} << 20;
constexpr std::size_t mostInterfaces = 65'535;

/// Conversion of the time stamps of one interface to nanoseconds.
struct Clock
{
    std::uint64_t factor = 1000; ///< nanoseconds per unit, if a whole number
    std::uint64_t unitsPerSecond = 0; ///< otherwise
    std::int64_t offset = 0; ///< nanoseconds

    [[nodiscard]] std::int64_t nanoseconds(std::uint64_t units) const noexcept
    {
        __extension__ using Wide = __int128;
        Wide time = 0;
        if (unitsPerSecond == 0)
            time = static_cast<Wide>(units) * static_cast<Wide>(factor);
        else
            time = static_cast<Wide>(units) * 1'000'000'000 / static_cast<Wide>(unitsPerSecond);
        time += offset;
        // Half of the range, so that differences and doubles of times never overflow: the years 1824 to 2116.
        constexpr Wide latest = std::numeric_limits<std::int64_t>::max() / 2;
        return static_cast<std::int64_t>(std::clamp(time, -latest, latest));
    }
};

/// Blocks of pcapng (draft-ietf-opsawg-pcapng): several sections and interfaces, enhanced, simple and old packet
/// blocks, interface statistics. Other blocks are skipped.
class PcapngBlocks final : public RecordParser
{
public:
    explicit PcapngBlocks(ReaderState& state) : m_state(state) { }

    Result<std::size_t> parse(std::span<Packet> out) override
    {
        std::size_t count = 0;
        while (count < out.size()) {
            if (m_state.buffer.size() < 12 && (count > 0 || !m_state.buffer.need(12)))
                return count > 0 ? Result<std::size_t>(count) : ended();
            const std::uint8_t* p = m_state.buffer.data();
            const std::uint32_t type = m_order.word(p);
            if (type == blockSection && (count > 0 || !beginSection())) {
                if (count > 0)
                    return count;
                continue;
            }
            const std::size_t length = m_order.word(m_state.buffer.data() + 4);
            if (!soundLength(type, length)) {
                if (count > 0)
                    return count;
                resynchronise();
                continue;
            }
            if (m_state.buffer.size() < length) {
                if (count > 0)
                    return count;
                if (!haveBlock(length))
                    continue;
            }
            if (m_order.word(m_state.buffer.data() + length - 4) != length) {
                if (count > 0)
                    return count;
                resynchronise();
                continue;
            }
            MR_TRY(made, block(type, length, out[count]));
            count += made ? 1 : 0;
        }
        return count;
    }

    std::size_t headerBytes(const std::uint8_t* record) const override
    {
        return m_order.word(record) == blockSimple ? 12 : 28;
    }

private:
    bool soundLength(std::uint32_t type, std::size_t length) const
    {
        if (length < 12 || length % 4 != 0)
            return false;
        const bool mine = type == blockSection || type == blockInterface || type == blockOldPacket
            || type == blockSimple || type == blockStatistics || type == blockEnhanced;
        return length <= (mine ? mostBlock : mostOtherBlock);
    }

    /// Loads a complete block into the window, or skips one of another kind that does not fit.
    bool haveBlock(std::size_t length)
    {
        RecordBuffer& buffer = m_state.buffer;
        if (length <= mostBlock) {
            if (buffer.need(length))
                return true;
            if (!buffer.error() && blocksFollow())
                resynchronise();
            else
                leaveCut();
            return false;
        }
        if (!buffer.skipFar(length - 4) || !buffer.need(4))
            leaveCut();
        else if (m_order.word(buffer.data()) != length)
            resynchronise();
        else
            buffer.skip(4);
        return false;
    }

    /// Whether other blocks follow inside one that is longer than the rest of the file: then it was damaged, not
    /// truncated.
    bool blocksFollow()
    {
        for (std::size_t at = 4; at + 12 <= m_state.buffer.size(); at += 4)
            if (plausibleBlock(at))
                return true;
        return false;
    }

    void leaveCut()
    {
        if (!m_state.buffer.error()) {
            m_state.damage(
                "cut-record", Severity::Warning,
                fmt::format("the file ends within a block: its last {} bytes are not used", m_state.buffer.size()));
        }
        m_state.buffer.skip(m_state.buffer.size());
    }

    Result<std::size_t> ended()
    {
        const RecordBuffer& buffer = m_state.buffer;
        if (buffer.error() && buffer.error()->code != ErrorCode::Corrupt)
            return *buffer.error();
        if (buffer.error())
            m_state.noteDamagedCompression();
        else if (buffer.size() > 0)
            leaveCut();
        m_state.buffer.skip(m_state.buffer.size());
        return std::size_t{0};
    }

    /// Reads the byte order of the section that begins here. False if it is damaged.
    bool beginSection()
    {
        RecordBuffer& buffer = m_state.buffer;
        const std::uint32_t magic = SectionOrder{}.word(buffer.data() + 8);
        if (magic != orderMagic && magic != __builtin_bswap32(orderMagic)) {
            resynchronise();
            return false;
        }
        m_order.swapped = magic != orderMagic;
        return true;
    }

    /// Returns true if the block had a packet.
    Result<bool> block(std::uint32_t type, std::size_t length, Packet& packet)
    {
        const std::uint8_t* p = m_state.buffer.data();
        const std::uint64_t offset = m_state.buffer.offset();
        m_state.buffer.skip(length);
        if (length < leastBytes(type)) {
            m_state.damage("damaged-record", Severity::Error,
                           fmt::format("a block of kind {} has only {} bytes", type, length));
            return false;
        }
        if (type == blockEnhanced || type == blockOldPacket)
            return packetBlock(type, p, length, offset, packet);
        switch (type) {
        case blockSimple: return simpleBlock(p, length, offset, packet);
        case blockSection: sectionBlock(p, length); return false;
        case blockInterface: MR_CHECK(interfaceBlock(p, length)); return false;
        case blockStatistics: statisticsBlock(p, length); return false;
        default: return false;
        }
    }

    static std::size_t leastBytes(std::uint32_t type)
    {
        switch (type) {
        case blockEnhanced:
        case blockOldPacket: return 32;
        case blockSection: return 28;
        case blockInterface: return 20;
        case blockStatistics: return 24;
        case blockSimple: return 16;
        default: return 12;
        }
    }

    bool packetBlock(std::uint32_t type, const std::uint8_t* p, std::size_t length, std::uint64_t offset,
                     Packet& packet)
    {
        const std::size_t interface =
            m_firstInterface + (type == blockEnhanced ? m_order.word(p + 8) : std::uint32_t{m_order.half(p + 8)});
        const std::size_t captured = m_order.word(p + 20);
        if (interface >= m_clocks.size() || captured > length - 32) {
            m_state.damage("damaged-record", Severity::Error,
                           interface >= m_clocks.size() ? "a packet names an interface that the file does not describe"
                                                        : "a packet claims more bytes than its block has");
            return false;
        }
        packet = {};
        const std::uint64_t units = (std::uint64_t{m_order.word(p + 12)} << 32) | m_order.word(p + 16);
        packet.time = m_clocks[interface].nanoseconds(units);
        packet.offset = offset;
        packet.capturedBytes = static_cast<std::uint32_t>(captured);
        packet.wireBytes = m_order.word(p + 24);
        packet.interface = static_cast<std::uint16_t>(interface);
        m_lastTime = packet.time;
        return m_state.accept(packet, p + 28);
    }

    bool simpleBlock(const std::uint8_t* p, std::size_t length, std::uint64_t offset, Packet& packet)
    {
        if (m_firstInterface >= m_clocks.size()) {
            m_state.damage("damaged-record", Severity::Error, "a packet precedes the description of its interface");
            return false;
        }
        packet = {};
        packet.wireBytes = m_order.word(p + 8);
        const std::uint32_t snap = m_state.info.interfaces[m_firstInterface].snapLength;
        auto captured = std::min(packet.wireBytes, static_cast<std::uint32_t>(length - 16));
        packet.capturedBytes = snap != 0 ? std::min(captured, snap) : captured;
        packet.offset = offset;
        packet.interface = static_cast<std::uint16_t>(m_firstInterface);
        packet.time = m_lastTime;
        if (!m_timelessNoted) {
            m_state.damage("no-time", Severity::Warning,
                           "packets without a time stamp have the time of the packet before them");
            m_timelessNoted = true;
        }
        return m_state.accept(packet, p + 12);
    }

    void sectionBlock(const std::uint8_t* p, std::size_t length)
    {
        CaptureInfo& info = m_state.info;
        m_firstInterface = m_clocks.size();
        ++info.sections;
        if (info.sections > 1)
            return;
        PcapngOptions options({p + 24, length - 28}, m_order);
        while (const auto option = options.next()) {
            if (option->code == 2)
                info.hardware = option->text();
            else if (option->code == 3)
                info.system = option->text();
            else if (option->code == 4)
                info.program = option->text();
        }
    }

    Result<void> interfaceBlock(const std::uint8_t* p, std::size_t length)
    {
        if (m_clocks.size() >= mostInterfaces) {
            m_state.damage("too-many-interfaces", Severity::Error, "interfaces beyond 65 535 are not used");
            return {};
        }
        CaptureInterface interface;
        Clock clock;
        interface.section = m_state.info.sections == 0 ? 0 : m_state.info.sections - 1;
        interface.linkType = m_order.half(p + 8);
        interface.snapLength = m_order.word(p + 12);
        PcapngOptions options({p + 16, length - 20}, m_order);
        while (const auto option = options.next()) {
            if (option->code == 2)
                interface.name = option->text();
            else if (option->code == 9 && option->value.size() == 1)
                setResolution(option->value[0], interface, clock);
            else if (option->code == 11 && option->value.size() > 1 && option->value[0] == 0)
                interface.filter = option->text(1);
            else if (option->code == 14)
                interface.offsetSeconds = static_cast<std::int64_t>(option->number(m_order).value_or(0));
        }
        // A clock more than 200 years off would exceed the range of the time stamps.
        constexpr std::int64_t most = 6'300'000'000;
        if (interface.offsetSeconds > most || interface.offsetSeconds < -most)
            interface.offsetSeconds = 0;
        clock.offset = interface.offsetSeconds * 1'000'000'000;
        m_clocks.push_back(clock);
        return m_state.addInterface(std::move(interface), m_order.swapped);
    }

    void setResolution(std::uint8_t resolution, CaptureInterface& interface, Clock& clock)
    {
        const int power = resolution & 0x7f;
        if ((resolution & 0x80) != 0 && power < 63) {
            interface.unitsPerSecond = std::int64_t{1} << power;
            clock = {1, std::uint64_t{1} << power, 0};
        } else if ((resolution & 0x80) == 0 && power <= 18) {
            std::uint64_t units = 1;
            for (int i = 0; i < power; ++i)
                units *= 10;
            interface.unitsPerSecond = static_cast<std::int64_t>(units);
            clock = power <= 9 ? Clock{1'000'000'000 / units, 0, 0} : Clock{1, units, 0};
        } else {
            m_state.damage("unknown-resolution", Severity::Error,
                           fmt::format("time stamps of resolution {:#04x} are taken as microseconds", resolution));
        }
    }

    void statisticsBlock(const std::uint8_t* p, std::size_t length)
    {
        const std::size_t number = m_firstInterface + m_order.word(p + 8);
        if (number >= m_clocks.size())
            return;
        CaptureInterface& interface = m_state.info.interfaces[number];
        PcapngOptions options({p + 20, length - 24}, m_order);
        while (const auto option = options.next()) {
            if (option->code == 4)
                interface.received = option->number(m_order);
            else if (option->code == 5)
                interface.droppedByInterface = option->number(m_order);
            else if (option->code == 7)
                interface.droppedByKernel = option->number(m_order);
        }
    }

    /// Looks for the next place, in steps of four bytes, where a block of a known kind has the same length at both
    /// ends.
    void resynchronise()
    {
        RecordBuffer& buffer = m_state.buffer;
        const std::uint64_t from = buffer.offset();
        bool found = false;
        do {
            buffer.skip(std::min<std::size_t>(4, buffer.size()));
            (void)buffer.skipZeros();
            found = buffer.size() >= 12 && plausibleBlock();
        } while (!found && (buffer.size() >= 12 || buffer.need(12)));
        if (!found)
            buffer.skip(buffer.size());
        countIssue(m_state.info.issues,
                   {"damaged-record", Severity::Error, 1,
                    fmt::format("no block starts here; {} bytes were skipped{}", buffer.offset() - from,
                                found ? "" : ", to the end of the file"),
                    fmt::format("byte {}", from)});
    }

    /// Whether a block of a known kind begins `at` bytes after the current position; sections in any byte order.
    bool plausibleBlock(std::size_t at = 0)
    {
        RecordBuffer& buffer = m_state.buffer;
        const std::uint8_t* p = buffer.data() + at;
        SectionOrder order = m_order;
        const std::uint32_t type = order.word(p);
        if (type == blockSection)
            order.swapped = SectionOrder{}.word(p + 8) != orderMagic;
        const std::size_t length = order.word(p + 4);
        if (type == 0 || (type > blockEnhanced && type != blockSection) || length < leastBytes(type) || length % 4 != 0
            || at + length > mostBlock)
            return false;
        return buffer.need(at + length) && order.word(buffer.data() + at + length - 4) == length;
    }

    ReaderState& m_state;
    SectionOrder m_order;
    std::size_t m_firstInterface = 0;
    std::vector<Clock> m_clocks;
    std::int64_t m_lastTime = 0;
    bool m_timelessNoted = false;
};

} // namespace

Result<std::unique_ptr<RecordParser>> makePcapngParser(ReaderState& state)
{
    if (!state.buffer.need(28))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("it ends after {} bytes, within the header of its first section", state.buffer.size()));
    const std::uint32_t magic = SectionOrder{}.word(state.buffer.data() + 8);
    if (magic != orderMagic && magic != __builtin_bswap32(orderMagic))
        return fail(ErrorCode::InvalidInput, "its first section does not say its byte order");
    state.info.format = FileFormat::Pcapng;
    return std::unique_ptr<RecordParser>(std::make_unique<PcapngBlocks>(state));
}

} // namespace millrace::capture
