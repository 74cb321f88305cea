// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/record_parser.h"

#include <fmt/format.h>

#include <cstring>

namespace millrace::capture {

namespace {

constexpr std::uint32_t magicMicro = 0xa1b2c3d4, magicNano = 0xa1b23c4d, magicKuznetzov = 0xa1b2cd34;
constexpr std::size_t fileHeader = 24;

std::uint32_t load(const std::uint8_t* p) noexcept
{
    std::uint32_t value = 0;
    std::memcpy(&value, p, 4);
    return value;
}

/// Records of tcpdump's own format: "pcap" of the IETF draft-ietf-opsawg-pcap, and its variant with 24-byte record
/// headers.
class PcapRecords final : public RecordParser
{
public:
    PcapRecords(ReaderState& state, bool swapped, std::uint32_t fractionNanoseconds, std::size_t recordHeader)
        : m_state(state), m_swapped(swapped), m_nanoseconds(fractionNanoseconds), m_header(recordHeader)
    {
    }

    Result<std::size_t> parse(std::span<Packet> out) override
    {
        std::size_t count = 0;
        while (count == 0) {
            if (!haveRecord())
                return ended();
            count = m_swapped ? fill<true>(out) : fill<false>(out);
            if (count == 0 && m_damaged) {
                m_damaged = false;
                resynchronise();
            }
        }
        return count;
    }
    std::size_t headerBytes(const std::uint8_t*) const override { return m_header; }

private:
    struct Head
    {
        std::uint32_t seconds, fraction, captured, wire;
    };

    template <bool swapped>
    static Head head(const std::uint8_t* p) noexcept
    {
        Head head{load(p), load(p + 4), load(p + 8), load(p + 12)};
        if constexpr (swapped)
            head = {__builtin_bswap32(head.seconds), __builtin_bswap32(head.fraction), __builtin_bswap32(head.captured),
                    __builtin_bswap32(head.wire)};
        return head;
    }
    [[nodiscard]] Head headAt(const std::uint8_t* p) const noexcept
    {
        return m_swapped ? head<true>(p) : head<false>(p);
    }

    static bool sound(const Head& head) noexcept
    {
        return head.captured <= mostCaptured && (head.seconds | head.fraction | head.captured | head.wire) != 0;
    }

    /// All whole records in the window, as far as `out` reaches.
    template <bool swapped>
    std::size_t fill(std::span<Packet> out)
    {
        RecordBuffer& buffer = m_state.buffer;
        std::size_t count = 0;
        while (count < out.size()) {
            const std::size_t have = buffer.size();
            if (have < m_header)
                break;
            const std::uint8_t* p = buffer.data();
            const Head head = PcapRecords::head<swapped>(p);
            if (!sound(head)) {
                m_damaged = true;
                break;
            }
            if (have < m_header + head.captured)
                break;
            Packet& packet = out[count];
            packet = {};
            packet.time = std::int64_t{head.seconds} * 1'000'000'000 + std::int64_t{head.fraction} * m_nanoseconds;
            packet.offset = buffer.offset();
            packet.wireBytes = head.wire;
            packet.capturedBytes = head.captured;
            buffer.skip(m_header + head.captured);
            count += m_state.accept(packet, p + m_header) ? 1 : 0;
        }
        return count;
    }

    /// Makes the next record whole in the window; damaged heads count as whole.
    bool haveRecord()
    {
        if (!m_state.buffer.need(m_header))
            return false;
        const Head next = headAt(m_state.buffer.data());
        return !sound(next) || m_state.buffer.need(m_header + next.captured);
    }

    Result<std::size_t> ended()
    {
        const RecordBuffer& buffer = m_state.buffer;
        if (buffer.error() && buffer.error()->code != ErrorCode::Corrupt)
            return *buffer.error();
        if (buffer.error())
            m_state.damage("damaged-compression", Severity::Error, buffer.error()->what);
        else if (buffer.size() > 0)
            m_state.damage("cut-record", Severity::Warning,
                           fmt::format("the file ends within a record: its last {} bytes are not used", buffer.size()));
        m_state.buffer.skip(buffer.size());
        return std::size_t{0};
    }

    /// Looks for the next place where several records follow each other.
    void resynchronise()
    {
        RecordBuffer& buffer = m_state.buffer;
        const std::uint64_t from = buffer.offset();
        std::uint64_t skipped = 0;
        bool found = false;
        do {
            buffer.skip(1);
            ++skipped;
            skipped += skipZeros();
            found = buffer.size() >= m_header && plausibleChain();
        } while (!found && buffer.need(m_header));
        if (!found) {
            skipped += buffer.size();
            buffer.skip(buffer.size());
        }
        countIssue(m_state.info.issues,
                   {"damaged-record", Severity::Error, 1,
                    fmt::format("no record begins here; {} bytes were skipped{}", skipped,
                                found ? "" : ", to the end of the file"),
                    fmt::format("byte {}", from)});
    }

    /// Long stretches of zeros, as sparse files have them.
    std::uint64_t skipZeros()
    {
        RecordBuffer& buffer = m_state.buffer;
        std::uint64_t skipped = 0;
        for (;;) {
            if (!buffer.need(64))
                return skipped;
            const std::uint8_t* p = buffer.data();
            std::size_t zeros = 0;
            std::uint64_t eight = 0;
            while (zeros + 8 <= buffer.size()) {
                std::memcpy(&eight, p + zeros, 8);
                if (eight != 0)
                    break;
                zeros += 8;
            }
            // A record may begin with up to seven zeros of its own.
            if (zeros < 32)
                return skipped;
            buffer.skip(zeros - 8);
            skipped += zeros - 8;
            if (buffer.size() > 16)
                return skipped;
        }
    }

    bool plausibleChain()
    {
        constexpr int wanted = 4;
        RecordBuffer& buffer = m_state.buffer;
        std::size_t at = 0;
        std::uint32_t first = 0;
        for (int i = 0; i < wanted; ++i) {
            if (!buffer.need(at + m_header))
                return i > 0 && buffer.size() == at;
            const Head next = headAt(buffer.data() + at);
            if (i == 0)
                first = next.seconds;
            const std::uint32_t apart = next.seconds > first ? next.seconds - first : first - next.seconds;
            const bool plausible = sound(next) && next.captured > 0 && next.captured <= next.wire
                && next.wire <= 2 * mostCaptured && std::uint64_t{next.fraction} * m_nanoseconds < 1'000'000'000
                && apart < 10 * 86'400;
            if (!plausible)
                return false;
            at += m_header + next.captured;
            if (at + m_header > RecordBuffer::capacity / 2)
                return true;
        }
        return true;
    }

    ReaderState& m_state;
    bool m_swapped;
    bool m_damaged = false;
    std::uint32_t m_nanoseconds;
    std::size_t m_header;
};

} // namespace

Result<std::unique_ptr<RecordParser>> makePcapParser(ReaderState& state)
{
    if (!state.buffer.need(fileHeader))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("it ends after {} bytes, within the header of 24 bytes", state.buffer.size()));
    const std::uint8_t* p = state.buffer.data();
    std::uint32_t magic = load(p);
    const bool swapped = magic == __builtin_bswap32(magicMicro) || magic == __builtin_bswap32(magicNano)
        || magic == __builtin_bswap32(magicKuznetzov);
    if (swapped)
        magic = __builtin_bswap32(magic);
    const auto number = [&](std::size_t at) { return swapped ? __builtin_bswap32(load(p + at)) : load(p + at); };
    CaptureInterface interface;
    interface.snapLength = number(16);
    interface.linkType = static_cast<std::uint16_t>(number(20) & 0xffff);
    interface.unitsPerSecond = magic == magicNano ? 1'000'000'000 : 1'000'000;
    state.info.format = FileFormat::Pcap;
    state.info.sections = 1;
    MR_CHECK(state.addInterface(std::move(interface), swapped));
    state.buffer.skip(fileHeader);
    return std::unique_ptr<RecordParser>(std::make_unique<PcapRecords>(state, swapped, magic == magicNano ? 1u : 1000u,
                                                                       magic == magicKuznetzov ? 24u : 16u));
}

} // namespace millrace::capture
