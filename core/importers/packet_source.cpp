// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/packet_source.h"

#include "core/importers/file_format.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::importers {

namespace {

constexpr std::size_t mergedBatch = 4096;
constexpr std::size_t headBytes = 4096; ///< used to recognise the format

} // namespace

Result<OpenedPackets> openPackets(const std::filesystem::path& file, NameBook& names, const PacketOptions& options)
{
    const auto head = readHead(file, headBytes);
    if (!head)
        return within("opening " + file.string(), head.error());
    // A compressed file may be damaged after its first bytes; the reader counts that.
    const FileHead text(head->damaged ? std::string_view() : std::string_view(head->bytes));
    for (const FileFormat* format : fileFormats())
        if (format->open != nullptr && format->match(text)) {
            MR_TRY(source, format->open(file, names, options));
            return OpenedPackets{format->name, std::move(source)};
        }
    return fail(ErrorCode::InvalidInput,
                fmt::format("{} is not a capture, a field list of tshark with a header line, or a text log of tcpdump",
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
    for (const Issue& issue : head.source->issues())
        countIssue(m_issues, issue);
    return false;
}

Result<std::span<const PacketRecord>> MergedPackets::next()
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
    return std::span<const PacketRecord>(m_out);
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
