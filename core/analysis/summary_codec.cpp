// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/summary_codec.h"

#include "core/base/file_io.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace millrace::analysis {

namespace {

static_assert(std::endian::native == std::endian::little, "summaries are written as they lie in memory");

constexpr std::string_view magic = "MRTRAFFIC";
/// Format 2 added tunnels, duplicates, protocols, queue pairs, DSCP and ECN; format 1 is still read.
constexpr std::uint32_t formatNumber = 2, oldestFormat = 1;
constexpr std::size_t digestBytes = 64;

class Writer
{
public:
    static constexpr bool reading = false;
    [[nodiscard]] static constexpr bool has(std::uint32_t) noexcept { return true; }

    template <typename T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void value(const T& number)
    {
        m_bytes.append(reinterpret_cast<const char*>(&number), sizeof(T));
    }
    void text(const std::string& text)
    {
        value(static_cast<std::uint64_t>(text.size()));
        m_bytes += text;
    }
    template <typename T>
    requires(std::is_arithmetic_v<T>) void numbers(const std::vector<T>& all)
    {
        value(static_cast<std::uint64_t>(all.size()));
        m_bytes.append(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(T));
    }
    template <typename T, typename Function>
    void list(const std::vector<T>& all, Function each)
    {
        value(static_cast<std::uint64_t>(all.size()));
        for (const T& one : all)
            each(one);
    }
    std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

class Reader
{
public:
    static constexpr bool reading = true;
    Reader(std::string_view bytes, std::uint32_t format) : m_bytes(bytes), m_format(format) { }
    /// Whether the bytes contain the additions of this format.
    [[nodiscard]] bool has(std::uint32_t format) const noexcept { return m_format >= format; }

    template <typename T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void value(T& number)
    {
        if (m_bytes.size() < sizeof(T)) {
            m_failed = true;
            number = T{};
            return;
        }
        std::memcpy(&number, m_bytes.data(), sizeof(T));
        m_bytes.remove_prefix(sizeof(T));
    }
    void text(std::string& text)
    {
        const std::size_t size = count(1);
        text.assign(m_bytes.substr(0, size));
        m_bytes.remove_prefix(size);
    }
    template <typename T>
    requires(std::is_arithmetic_v<T>) void numbers(std::vector<T>& all)
    {
        const std::size_t size = count(sizeof(T));
        all.resize(size);
        std::memcpy(all.data(), m_bytes.data(), size * sizeof(T));
        m_bytes.remove_prefix(size * sizeof(T));
    }
    template <typename T, typename Function>
    void list(std::vector<T>& all, Function each)
    {
        const std::size_t size = count(1);
        all.clear();
        for (std::size_t i = 0; i < size && !m_failed; ++i)
            each(all.emplace_back());
    }
    [[nodiscard]] bool sound() const noexcept { return !m_failed && m_bytes.empty(); }

private:
    /// A length, rejected when fewer than that many items of `each` bytes can follow.
    std::size_t count(std::size_t each)
    {
        std::uint64_t size = 0;
        value(size);
        if (size > m_bytes.size() / each) {
            m_failed = true;
            return 0;
        }
        return static_cast<std::size_t>(size);
    }

    std::string_view m_bytes;
    std::uint32_t m_format;
    bool m_failed = false;
};

/// One description for both directions: Coder is a Writer with const values or a Reader.
template <typename Coder, typename Number>
void optional(Coder& coder, Number& number)
{
    bool known = number.has_value();
    coder.value(known);
    if constexpr (Coder::reading) {
        if (known)
            coder.value(number.emplace());
    } else if (known) {
        coder.value(*number);
    }
}

template <typename Coder, typename Text>
void code(Coder& coder, Text& issues)
{
    coder.list(issues, [&coder](auto& issue) {
        coder.text(issue.kind);
        coder.value(issue.severity);
        coder.value(issue.count);
        coder.text(issue.example);
        coder.text(issue.where);
    });
}

template <typename Coder, typename Source>
void codeSource(Coder& coder, Source& source)
{
    coder.text(source.file);
    coder.value(source.fileBytes);
    coder.value(source.clockOffset);
    if (coder.has(2))
        coder.value(source.duplicates);
    auto& info = source.info;
    coder.value(info.format);
    coder.value(info.compression);
    coder.value(info.sections);
    coder.list(info.interfaces, [&coder](auto& one) {
        coder.value(one.section);
        coder.value(one.linkType);
        coder.value(one.snapLength);
        coder.text(one.name);
        coder.text(one.filter);
        coder.value(one.unitsPerSecond);
        coder.value(one.offsetSeconds);
        optional(coder, one.received);
        optional(coder, one.droppedByInterface);
        optional(coder, one.droppedByKernel);
    });
    coder.text(info.hardware);
    coder.text(info.system);
    coder.text(info.program);
    coder.value(info.packets);
    coder.value(info.filtered);
    code(coder, info.issues);
}

template <typename Coder, typename Value>
void codeFlow(Coder& coder, Value& flow)
{
    coder.value(flow.source);
    coder.value(flow.destination);
    coder.value(flow.sourcePort);
    coder.value(flow.destinationPort);
    coder.value(flow.protocol);
    coder.value(flow.flagsSeen);
    coder.value(flow.part);
    coder.value(flow.reverse);
    for (auto* time : {&flow.first, &flow.last})
        coder.value(*time);
    for (auto* number :
         {&flow.packets, &flow.wireBytes, &flow.ipBytes, &flow.payloadBytes, &flow.retransmissions,
          &flow.retransmittedBytes, &flow.outOfOrder, &flow.duplicateAcks, &flow.zeroWindows, &flow.rttCount})
        coder.value(*number);
    for (auto* number : {&flow.syns, &flow.fins, &flow.resets, &flow.bursts})
        coder.value(*number);
    for (auto* number : {&flow.rttMinimum, &flow.rttMean, &flow.rttMaximum, &flow.rttP99})
        coder.value(*number);
    if (!coder.has(2))
        return;
    for (auto* number : {&flow.dscps, &flow.ect0, &flow.ect1, &flow.ce, &flow.congestionEchoes, &flow.windowReductions})
        coder.value(*number);
}

template <typename Coder, typename Value>
void codeOptions(Coder& coder, Value& options)
{
    coder.value(options.binWidth);
    coder.value(options.burstGap);
    coder.value(options.idleTimeout);
    coder.value(options.splitConnections);
    coder.value(options.order);
    if (coder.has(2)) {
        coder.value(options.tunnels);
        coder.value(options.duplicates);
    }
    std::uint64_t most[3] = {options.maxFlows, options.maxBins, options.maxBursts};
    for (std::uint64_t& number : most)
        coder.value(number);
    if constexpr (Coder::reading) {
        options.maxFlows = most[0];
        options.maxBins = most[1];
        options.maxBursts = most[2];
    }
}

template <typename Coder, typename Value>
void codePacketCounts(Coder& coder, Value& counts)
{
    for (auto* number :
         {&counts.all, &counts.ipv4, &counts.ipv6, &counts.arp, &counts.otherNetwork, &counts.tcp, &counts.udp,
          &counts.roce, &counts.otherProtocol, &counts.fragments, &counts.headersCut, &counts.beyondMaxFlows})
        coder.value(*number);
    if (coder.has(2))
        coder.value(counts.tunnelled);
}

/// Counters over all packets of a protocol.
template <typename Coder, typename Value>
void codeProtocols(Coder& coder, Value& summary)
{
    coder.list(summary.protocols, [&coder](auto& one) {
        coder.value(one.kind);
        optional(coder, one.protocol);
        coder.value(one.roce);
        coder.value(one.packets);
        coder.value(one.wireBytes);
    });
    coder.list(summary.queuePairs, [&coder](auto& pair) {
        for (auto* number : {&pair.source, &pair.destination, &pair.number})
            coder.value(*number);
        for (auto* time : {&pair.first, &pair.last})
            coder.value(*time);
        for (auto* number : {&pair.packets, &pair.wireBytes, &pair.gaps, &pair.missing, &pair.repeated,
                             &pair.acknowledgements, &pair.negative, &pair.notReady, &pair.notifications, &pair.ce})
            coder.value(*number);
    });
}

template <typename Coder, typename Value>
void codeSummary(Coder& coder, Value& summary)
{
    codeOptions(coder, summary.options);
    coder.text(summary.filter);
    coder.list(summary.sources, [&coder](auto& source) { codeSource(coder, source); });
    coder.value(summary.first);
    coder.value(summary.last);
    codePacketCounts(coder, summary.packets);
    coder.value(summary.wireBytes);
    coder.value(summary.ipBytes);
    coder.value(summary.payloadBytes);
    if (coder.has(2))
        codeProtocols(coder, summary);
    coder.list(summary.addresses, [&coder](auto& address) {
        coder.value(address.family);
        for (auto& byte : address.bytes)
            coder.value(byte);
    });
    coder.list(summary.flows, [&coder](auto& flow) { codeFlow(coder, flow); });
    coder.value(summary.bins.start);
    coder.value(summary.bins.width);
    coder.numbers(summary.bins.begin);
    coder.numbers(summary.bins.index);
    coder.numbers(summary.bins.packets);
    coder.numbers(summary.bins.wireBytes);
    coder.list(summary.bursts, [&coder](auto& burst) {
        coder.value(burst.flow);
        coder.value(burst.packets);
        coder.value(burst.first);
        coder.value(burst.last);
        coder.value(burst.wireBytes);
    });
    coder.value(summary.burstsBeyondList);
    summary.frameSizes.code(coder);
    summary.payloadSizes.code(coder);
    summary.interArrivals.code(coder);
    for (auto& peak : summary.peaks) {
        coder.value(peak.window);
        coder.value(peak.peakBytes);
        coder.value(peak.meanBytes);
    }
    coder.value(summary.largestFrame);
    code(coder, summary.issues);
}

/// Rows and lengths that the rest of the program relies on.
bool consistent(const TrafficSummary& summary)
{
    const FlowBins& bins = summary.bins;
    const std::size_t rows = bins.index.size();
    if (bins.begin.size() != summary.flows.size() + 2 || bins.begin.front() != 0 || bins.begin.back() != rows
        || bins.packets.size() != rows || bins.wireBytes.size() != rows || bins.width <= 0
        || !std::is_sorted(bins.begin.begin(), bins.begin.end()))
        return false;
    for (const Flow& flow : summary.flows)
        if (flow.source >= summary.addresses.size() || flow.destination >= summary.addresses.size()
            || (flow.reverse != noRow && flow.reverse >= summary.flows.size()))
            return false;
    for (const QueuePair& pair : summary.queuePairs)
        if (pair.source >= summary.addresses.size() || pair.destination >= summary.addresses.size())
            return false;
    for (const Burst& burst : summary.bursts)
        if (burst.flow >= summary.flows.size())
            return false;
    return true;
}

Error damaged()
{
    return fail(ErrorCode::Corrupt, "the stored analysis of a capture is damaged; analyse the capture again");
}

} // namespace

std::string encodeSummary(const TrafficSummary& summary)
{
    Writer writer;
    codeSummary(writer, summary);
    std::string bytes(magic);
    bytes.append(reinterpret_cast<const char*>(&formatNumber), sizeof formatNumber);
    bytes += writer.take();
    bytes += sha256(bytes);
    return bytes;
}

Result<TrafficSummary> decodeSummary(std::string_view bytes)
{
    const std::size_t head = magic.size() + sizeof formatNumber;
    if (bytes.size() < head + digestBytes || bytes.substr(0, magic.size()) != magic)
        return damaged();
    std::uint32_t number = 0;
    std::memcpy(&number, bytes.data() + magic.size(), sizeof number);
    if (number < oldestFormat || number > formatNumber)
        return fail(ErrorCode::NewerVersion, "the stored analysis of a capture has another format; analyse it again");
    const std::string_view body = bytes.substr(0, bytes.size() - digestBytes);
    if (sha256(body) != bytes.substr(body.size()))
        return damaged();
    Reader reader(body.substr(head), number);
    TrafficSummary summary;
    codeSummary(reader, summary);
    if (!reader.sound() || !consistent(summary))
        return damaged();
    return summary;
}

} // namespace millrace::analysis
