// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/load_file.h"

#include "core/base/text.h"

#include <array>
#include <fmt/format.h>
#include <iterator>
#include <optional>

namespace millrace::crosstraffic {

namespace {

constexpr std::int64_t latest = std::int64_t(1) << 50; ///< microseconds: 35 years
constexpr std::int64_t largestFlow = std::int64_t(1) << 50; ///< bytes: 1 PiB
constexpr std::int64_t lastDestination = 4095;

Error damagedLoad(std::size_t line, const std::string& what)
{
    return fail(ErrorCode::Corrupt, fmt::format("line {} of the load file {}; write the load file again", line, what));
}

/// Parses the whole numbers of a line; nothing for anything else, or more than three.
std::optional<std::vector<std::int64_t>> numbersOf(std::string_view line)
{
    std::vector<std::int64_t> numbers;
    for (line = trim(line); !line.empty(); line = trim(line)) {
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        const auto number = parseInteger(line.substr(0, end));
        if (!number || numbers.size() == 3)
            return {};
        numbers.push_back(*number);
        line.remove_prefix(end);
    }
    return numbers;
}

Result<LoadFlow> flowOf(std::string_view text, std::size_t line)
{
    const auto numbers = numbersOf(text);
    if (!numbers || numbers->size() != 3)
        return damagedLoad(line, "is not \"<start in us> <size in bytes> <destination>\"");
    const auto& [start, bytes, destination] = std::tie((*numbers)[0], (*numbers)[1], (*numbers)[2]);
    if (start > latest || start < -latest)
        return damagedLoad(line, fmt::format("begins its flow at {} us", start));
    if (bytes < 1 || bytes > largestFlow)
        return damagedLoad(line, fmt::format("has a flow of {} bytes", bytes));
    if (destination < 0 || destination > lastDestination)
        return damagedLoad(line, fmt::format("sends to destination {}", destination));
    return LoadFlow{start, static_cast<std::uint64_t>(bytes), static_cast<int>(destination)};
}

} // namespace

Result<std::vector<LoadFlow>> parseLoadFile(std::string_view text)
{
    std::vector<LoadFlow> flows;
    std::optional<std::int64_t> count;
    std::size_t line = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view row = trim(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++line;
        if (row.empty() || row.front() == '#')
            continue;
        if (!count) {
            const auto numbers = numbersOf(row);
            if (!numbers || numbers->size() != 1 || numbers->front() < 0)
                return damagedLoad(line, "is not the number of flows");
            count = numbers->front();
            continue;
        }
        MR_TRY(flow, flowOf(row, line));
        flows.push_back(flow);
    }
    if (!count)
        return fail(ErrorCode::Corrupt, "the load file is empty; its first line is the number of flows");
    if (*count != static_cast<std::int64_t>(flows.size()))
        return fail(ErrorCode::Corrupt,
                    fmt::format("the load file announces {} flows on its first line and has {}; it was cut, or lines "
                                "were added",
                                *count, flows.size()));
    return flows;
}

std::string loadFileText(const std::vector<LoadFlow>& flows, const std::string& remark)
{
    std::string text = fmt::format("{}\n", flows.size());
    for (const LoadFlow& flow : flows)
        fmt::format_to(std::back_inserter(text), "{} {} {}\n", flow.microseconds, flow.bytes, flow.destination);
    if (!remark.empty())
        text += "# " + remark + "\n";
    return text;
}

} // namespace millrace::crosstraffic
