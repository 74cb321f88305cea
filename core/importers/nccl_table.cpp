// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/nccl_table.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace millrace::importers {

namespace {

constexpr std::array<std::pair<std::string_view, double>, 16> types = {{{"int8", 1},
                                                                        {"uint8", 1},
                                                                        {"char", 1},
                                                                        {"int32", 4},
                                                                        {"int", 4},
                                                                        {"uint32", 4},
                                                                        {"int64", 8},
                                                                        {"uint64", 8},
                                                                        {"half", 2},
                                                                        {"bfloat16", 2},
                                                                        {"float", 4},
                                                                        {"double", 8},
                                                                        {"fp8_e4m3", 1},
                                                                        {"fp8_e5m2", 1},
                                                                        {"f8e4m3", 1},
                                                                        {"f8e5m2", 1}}};

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    std::size_t place = 0;
    while ((place = line.find_first_not_of(" \t", place)) != line.npos) {
        const std::size_t end = std::min(line.find_first_of(" \t", place), line.size());
        words.push_back(line.substr(place, end - place));
        place = end;
        if (words.size() > 32)
            break;
    }
    return words;
}

std::optional<double> wholeOf(std::string_view text)
{
    const auto value = parseInteger(text);
    return value && *value >= 0 ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

std::optional<double> positiveOf(std::string_view text)
{
    const auto value = parseDouble(text);
    return value && std::isfinite(*value) && *value >= 0 ? std::optional(*value) : std::nullopt;
}

/// Column names where no header was seen.
std::vector<std::string> headerOf(std::size_t columns)
{
    std::vector<std::string> header{"size", "count", "type"};
    switch (columns) {
    case 13:
    case 9: header.insert(header.end(), {"redop", "root"}); break;
    case 12: header.emplace_back("redop"); break;
    case 11: break;
    default: return {};
    }
    while (header.size() < columns)
        header.insert(header.end(), {"time", "algbw", "busbw", "#wrong"});
    return header;
}

bool take(NcclRow& row, const std::string& column, std::string_view word)
{
    if (column == "redop") {
        row.operation = word;
        return true;
    }
    if (column == "root") {
        const auto root = parseInteger(word);
        if (root)
            row.root = static_cast<int>(std::clamp<std::int64_t>(*root, -1, 1 << 30));
        return root.has_value();
    }
    if (column == "time")
        row.halves.emplace_back();
    if (row.halves.empty())
        return false;
    NcclHalf& half = row.halves.back();
    if (column == "#wrong" || column == "error") {
        half.wrong = positiveOf(word);
        return half.wrong.has_value() || word == "N/A";
    }
    const auto value = positiveOf(word);
    if (!value)
        return false;
    (column == "time" ? half.microseconds : column == "algbw" ? half.algorithm : half.bus) = *value;
    return true;
}

} // namespace

std::optional<double> ncclTypeBytes(std::string_view type) noexcept
{
    const auto found = std::ranges::find(types, type, &std::pair<std::string_view, double>::first);
    return found == types.end() ? std::nullopt : std::optional(found->second);
}

bool beginsNcclRow(std::string_view line)
{
    const std::vector<std::string_view> words = wordsOf(line);
    return words.size() >= 3 && wholeOf(words[0]) && wholeOf(words[1]) && ncclTypeBytes(words[2]);
}

std::optional<NcclRow> parseNcclRow(std::string_view line, const std::vector<std::string>& header)
{
    const std::vector<std::string_view> words = wordsOf(line);
    const std::vector<std::string> columns = header.size() == words.size() ? header : headerOf(words.size());
    if (columns.size() != words.size() || columns.size() < 7)
        return std::nullopt;
    NcclRow row;
    const auto size = wholeOf(words[0]), count = wholeOf(words[1]);
    if (!size || !count || !ncclTypeBytes(words[2]))
        return std::nullopt;
    row.size = *size;
    row.count = *count;
    row.type = words[2];
    for (std::size_t i = 3; i < words.size(); ++i)
        if (!take(row, columns[i], words[i]))
            return std::nullopt;
    return row.halves.empty() ? std::nullopt : std::optional(std::move(row));
}

} // namespace millrace::importers
