// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/log_codec.h"

#include <map>
#include <tuple>

namespace millrace::store {

namespace {

constexpr std::byte logFormat{1};
constexpr int zstdLevel = 3;
constexpr std::size_t largestBlock = std::size_t(1) << 30;

using Source = std::tuple<std::string_view, std::string_view, std::string_view>;

Result<std::vector<LogLine>> takeSources(ByteReader& in)
{
    std::vector<LogLine> sources;
    MR_TRY(count, in.varint());
    for (std::uint64_t i = 0; i < count; ++i) {
        LogLine source;
        MR_TRY(node, in.text());
        MR_TRY(process, in.text());
        MR_TRY(stream, in.text());
        source.node = node;
        source.process = process;
        source.stream = stream;
        sources.push_back(std::move(source));
    }
    return sources;
}

} // namespace

Bytes encodeLines(std::span<const LogLine> lines, ZstdCompressor& zstd)
{
    std::map<Source, std::uint64_t> numbers;
    Bytes sources;
    Bytes rows;
    std::uint64_t before = 0;
    for (const LogLine& line : lines) {
        const auto [at, isNew] = numbers.try_emplace({line.node, line.process, line.stream}, numbers.size());
        if (isNew) {
            appendText(sources, line.node);
            appendText(sources, line.process);
            appendText(sources, line.stream);
        }
        const auto wall = static_cast<std::uint64_t>(line.wall.count());
        appendVarint(rows, at->second);
        appendVarint(rows, zigzag(static_cast<std::int64_t>(wall - before)));
        appendText(rows, line.text);
        before = wall;
    }
    Bytes plain;
    appendVarint(plain, numbers.size());
    appendBytes(plain, sources);
    appendVarint(plain, lines.size());
    appendBytes(plain, rows);

    Bytes block = {logFormat};
    appendBytes(block, zstd.compress(plain, zstdLevel));
    appendChecksum(block);
    return block;
}

Result<std::vector<LogLine>> decodeLines(std::span<const std::byte> block, ZstdDecompressor& zstd)
{
    MR_TRY(body, checked(block));
    if (body.empty() || body.front() != logFormat)
        return fail(ErrorCode::Corrupt, "a block of a log is coded in an unknown way");
    MR_TRY(plain, zstd.decompress(body.subspan(1), largestBlock));
    ByteReader in(plain);
    MR_TRY(sources, takeSources(in));
    MR_TRY(count, in.varint());
    std::vector<LogLine> lines;
    std::uint64_t wall = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        MR_TRY(source, in.varint());
        MR_TRY(step, in.varint());
        MR_TRY(text, in.text());
        if (source >= sources.size())
            return fail(ErrorCode::Corrupt, "a line of a log has an unknown source");
        wall += static_cast<std::uint64_t>(unzigzag(step));
        LogLine& line = lines.emplace_back(sources[static_cast<std::size_t>(source)]);
        line.wall = Nanoseconds(static_cast<std::int64_t>(wall));
        line.text = text;
    }
    return lines;
}

} // namespace millrace::store
