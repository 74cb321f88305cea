// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/packet_source.h"

#include "core/importers/capture_packets.h"
#include "core/importers/file_format.h"
#include "core/importers/tcpdump_text.h"
#include "core/importers/tshark_fields.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::importers {

namespace {

constexpr std::size_t mergedBatch = 4096;

Result<std::vector<std::uint8_t>> headOf(const std::filesystem::path& file)
{
    MR_TRY(opened, capture::openBytes(file));
    std::vector<std::uint8_t> head(4096);
    std::size_t filled = 0;
    while (filled < head.size()) {
        MR_TRY(got, opened.source->read(std::span(head).subspan(filled)));
        if (got == 0)
            break;
        filled += got;
    }
    head.resize(filled);
    return head;
}

} // namespace

std::string_view formatName(PacketFormat format) noexcept
{
    static constexpr std::array<std::string_view, 3> names = {"capture", "tshark-fields", "tcpdump-text"};
    return names[static_cast<std::size_t>(format)];
}

Result<OpenedPackets> openPackets(const std::filesystem::path& file, analysis::NameBook& names,
                                  const PacketOptions& options)
{
    auto head = headOf(file);
    // A compressed file may be damaged behind its first bytes; the reader counts that.
    if (!head && head.error().code != ErrorCode::Corrupt)
        return within("opening " + file.string(), head.error());
    OpenedPackets opened;
    const std::vector<std::uint8_t> bytes = head ? *head : std::vector<std::uint8_t>();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (isCapture(text)) {
        MR_TRY(source, CapturePackets::open(file, names, options));
        opened.source = std::move(source);
        return opened;
    }
    if (looksLikeTsharkFields(text)) {
        opened.format = PacketFormat::TsharkFields;
        MR_TRY(source, TsharkFields::open(file, names, options));
        opened.source = std::move(source);
        return opened;
    }
    if (looksLikeTcpdumpText(text)) {
        opened.format = PacketFormat::TcpdumpText;
        MR_TRY(source, TcpdumpText::open(file, names, options));
        opened.source = std::move(source);
        return opened;
    }
    return fail(ErrorCode::InvalidInput,
                fmt::format("{} is no capture, no field list of tshark with a header line, and no text log of tcpdump",
                            file.string()));
}

MergedPackets::MergedPackets(std::vector<std::unique_ptr<PacketSource>> sources)
{
    for (auto& source : sources)
        m_heads.push_back({std::move(source), {}});
    m_out.reserve(mergedBatch);
}

Result<bool> MergedPackets::refill(Head& head)
{
    MR_TRY(packets, head.source->next());
    head.rest = packets;
    if (!packets.empty())
        return true;
    for (const Issue& issue : head.source->issues()) {
        const auto known = std::ranges::find(m_issues, issue.kind, &Issue::kind);
        if (known == m_issues.end())
            m_issues.push_back(issue);
        else
            known->count += issue.count;
    }
    return false;
}

Result<std::span<const analysis::PublishedPacket>> MergedPackets::next()
{
    if (!m_begun) {
        m_begun = true;
        for (Head& head : m_heads)
            MR_CHECK(refill(head));
    }
    m_out.clear();
    while (m_out.size() < mergedBatch) {
        Head* earliest = nullptr;
        for (Head& head : m_heads)
            if (!head.rest.empty() && (earliest == nullptr || head.rest.front().time < earliest->rest.front().time))
                earliest = &head;
        if (earliest == nullptr)
            break;
        m_out.push_back(earliest->rest.front());
        earliest->rest = earliest->rest.subspan(1);
        if (earliest->rest.empty())
            MR_CHECK(refill(*earliest));
    }
    return std::span<const analysis::PublishedPacket>(m_out);
}

std::uint64_t MergedPackets::bytesRead() const noexcept
{
    std::uint64_t bytes = 0;
    for (const Head& head : m_heads)
        bytes += head.source->bytesRead();
    return bytes;
}

std::uint64_t MergedPackets::bytesTotal() const noexcept
{
    std::uint64_t bytes = 0;
    for (const Head& head : m_heads)
        bytes += head.source->bytesTotal();
    return bytes;
}

} // namespace millrace::importers
