// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/record_parser.h"

#include <fmt/format.h>

#include <algorithm>
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
        : m_state(state), m_swapped(swapped), m_nanoseconds(fractionNanoseconds), m_header(recordHeader),
          m_usualCaptured(state.info.interfaces[0].snapLength != 0 ? state.info.interfaces[0].snapLength : mostCaptured)
    {
    }

    Result<std::size_t> parse(std::span<Packet> out) override
    {
        std::size_t count = 0;
        while (count == 0) {
            if (!haveRecord())
                return ended();
            count = m_swapped ? fill<true>(out) : fill<false>(out);
            if (count == 0 && m_doubtful && anotherFollows())
                believe();
            else if (count == 0 && (m_damaged || m_doubtful))
                resynchronise();
            m_damaged = false;
            m_doubtful = false;
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
    /// Whether a header is unusual; accepted if another header follows its record.
    [[nodiscard]] bool odd(const Head& head) const noexcept
    {
        return head.captured > m_usualCaptured || head.captured > head.wire || !wholeFraction(head);
    }
    [[nodiscard]] bool wholeFraction(const Head& head) const noexcept { return head.fraction < m_unitsPerSecond; }

    /// Parses all complete records in the window, as far as `out` reaches.
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
            const std::uint64_t offset = buffer.offset();
            const Head head = PcapRecords::head<swapped>(p);
            if (!sound(head)) {
                m_damaged = true;
                break;
            }
            if (have < m_header + head.captured)
                break;
            if (odd(head) && offset != m_believed) {
                m_doubtful = true;
                break;
            }
            Packet& packet = out[count];
            packet = {};
            packet.time = std::int64_t{head.seconds} * 1'000'000'000 + std::int64_t{head.fraction} * m_nanoseconds;
            packet.offset = offset;
            packet.wireBytes = head.wire;
            packet.capturedBytes = head.captured;
            buffer.skip(m_header + head.captured);
            count += m_state.accept(packet, p + m_header) ? 1 : 0;
        }
        return count;
    }

    /// Loads the next complete record into the window; damaged headers count as complete.
    bool haveRecord()
    {
        RecordBuffer& buffer = m_state.buffer;
        if (!buffer.need(m_header))
            return false;
        const Head next = headAt(buffer.data());
        if (!sound(next) || buffer.need(m_header + next.captured))
            return true;
        m_damaged = !buffer.error() && recordsFollow();
        return m_damaged;
    }

    /// Whether other records follow inside one that is longer than the rest of the file: then it was damaged, not
    /// truncated.
    bool recordsFollow()
    {
        for (std::size_t at = 1; at + m_header <= m_state.buffer.size(); ++at)
            if (plausibleChain(at))
                return true;
        return false;
    }

    /// Whether the record at the current position ends at the beginning of another, or at the end of the file.
    bool anotherFollows()
    {
        RecordBuffer& buffer = m_state.buffer;
        const Head here = headAt(buffer.data());
        const std::size_t end = m_header + here.captured;
        if (!buffer.need(end + m_header))
            return buffer.size() == end;
        const Head next = headAt(buffer.data() + end);
        return (sound(next) && wholeFraction(next) && near(here, next)) || plausibleChain(end);
    }

    bool nearLast(const Head& head) const noexcept
    {
        Head last{};
        last.seconds = static_cast<std::uint32_t>(m_state.lastTime() / 1'000'000'000);
        return near(last, head);
    }

    void believe()
    {
        m_believed = m_state.buffer.offset();
        // The file's snap length was wrong.
        m_usualCaptured = std::max(m_usualCaptured, headAt(m_state.buffer.data()).captured);
    }

    static bool near(const Head& one, const Head& other) noexcept
    {
        const std::uint32_t apart =
            one.seconds > other.seconds ? one.seconds - other.seconds : other.seconds - one.seconds;
        return apart < 10 * 86'400;
    }

    Result<std::size_t> ended()
    {
        const RecordBuffer& buffer = m_state.buffer;
        if (buffer.error() && buffer.error()->code != ErrorCode::Corrupt)
            return *buffer.error();
        if (buffer.error())
            m_state.noteDamagedCompression();
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
            skipped += 1 + buffer.skipZeros();
            found = buffer.size() >= m_header && plausibleChain();
        } while (!found && buffer.need(m_header));
        if (!found) {
            skipped += buffer.size();
            buffer.skip(buffer.size());
        }
        countIssue(m_state.info.issues,
                   {"damaged-record", Severity::Error, 1,
                    fmt::format("no record starts here; {} bytes were skipped{}", skipped,
                                found ? "" : ", to the end of the file"),
                    fmt::format("byte {}", from)});
    }

    /// Whether a few records follow each other, from `at` bytes after the current position.
    bool plausibleChain(std::size_t at = 0)
    {
        constexpr int wanted = 4;
        RecordBuffer& buffer = m_state.buffer;
        Head first{};
        for (int i = 0; i < wanted; ++i) {
            // A single record before the end is too likely found in the bytes of another.
            if (!buffer.need(at + m_header))
                return buffer.size() == at && (i > 1 || (i == 1 && nearLast(first)));
            const Head next = headAt(buffer.data() + at);
            if (i == 0)
                first = next;
            const bool plausible = sound(next) && next.captured > 0 && next.captured <= next.wire
                && next.wire <= 2 * mostCaptured && wholeFraction(next) && near(first, next);
            if (!plausible)
                return false;
            at += m_header + next.captured;
            if (at + m_header > RecordBuffer::capacity / 2)
                return !buffer.ended() || at <= buffer.size();
        }
        return true;
    }

    ReaderState& m_state;
    bool m_swapped;
    bool m_damaged = false;
    bool m_doubtful = false;
    std::uint64_t m_believed = 0; ///< position of an accepted unusual header
    std::uint32_t m_nanoseconds;
    std::uint32_t m_unitsPerSecond = 1'000'000'000 / m_nanoseconds;
    std::size_t m_header;
    std::uint32_t m_usualCaptured;
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
