// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/slurm_hostlist.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace millrace::cluster {

namespace {

constexpr std::size_t maximumDigits = 18;
constexpr std::size_t maximumList = std::size_t(4) << 20;

bool separates(char c) noexcept
{
    return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

Result<std::uint64_t> numberIn(std::string_view digits, std::string_view piece)
{
    std::uint64_t value = 0;
    const bool plain = !digits.empty() && digits.size() <= maximumDigits && std::ranges::all_of(digits, isDigit);
    if (!plain)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not a number or a range of a host list; write n[1-4,7]", piece));
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

/// Returns the numbers of "01-04,07" with their zeros.
Result<std::vector<std::string>> numbersIn(std::string_view brackets)
{
    std::vector<std::string> numbers;
    for (const std::string_view piece : split(brackets, ',')) {
        const std::size_t dash = piece.find('-');
        const std::string_view first = piece.substr(0, dash);
        const std::string_view last = dash == std::string_view::npos ? first : piece.substr(dash + 1);
        MR_TRY(low, numberIn(first, piece));
        MR_TRY(high, numberIn(last, piece));
        if (high < low)
            return fail(ErrorCode::InvalidInput, fmt::format("the range \"{}\" of a host list runs backwards", piece));
        if (high - low >= maximumHosts - numbers.size())
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the range \"{}\" expands to more than {} hosts; list the hosts you need", piece,
                                    maximumHosts));
        for (std::uint64_t number = low; number <= high; ++number)
            numbers.push_back(fmt::format("{:0{}}", number, first.size()));
    }
    return numbers;
}

/// Expands one entry: pieces are appended, brackets multiply the names.
Result<void> expandEntry(std::string_view entry, std::vector<std::string>& hosts)
{
    std::vector<std::string> names = {""};
    while (!entry.empty()) {
        const std::size_t open = entry.find('[');
        const std::string_view plain = entry.substr(0, open);
        if (plain.find(']') != std::string_view::npos)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("a \"]\" without its \"[\" in the host list near \"{}\"", plain.substr(0, 40)));
        std::vector<std::string> numbers = {""};
        entry.remove_prefix(plain.size());
        if (!entry.empty()) {
            const std::size_t close = entry.find(']');
            if (close == std::string_view::npos)
                return fail(ErrorCode::InvalidInput,
                            fmt::format("a \"[\" of the host list is never closed near \"{}\"", entry.substr(0, 40)));
            MR_TRY(found, numbersIn(entry.substr(1, close - 1)));
            numbers = std::move(found);
            entry.remove_prefix(close + 1);
        }
        if (names.size() * numbers.size() > maximumHosts - hosts.size())
            return fail(
                ErrorCode::InvalidInput,
                fmt::format("the host list expands to more than {} hosts; list the hosts you need", maximumHosts));
        if (names.front().size() + plain.size() + maximumDigits > maximumName)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("a name of the host list is longer than {} letters", maximumName));
        std::vector<std::string> longer;
        longer.reserve(names.size() * numbers.size());
        for (const std::string& name : names)
            for (const std::string& number : numbers)
                longer.push_back(fmt::format("{}{}{}", name, plain, number));
        names = std::move(longer);
    }
    std::ranges::move(names, std::back_inserter(hosts));
    return {};
}

} // namespace

Result<std::vector<std::string>> expandHostlist(std::string_view text)
{
    if (text.size() > maximumList)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a host list of {} bytes is too long; at most {}", text.size(), maximumList));
    std::vector<std::string> hosts;
    std::size_t begin = 0;
    bool inside = false;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const bool ends = at == text.size() || (!inside && separates(text[at]));
        if (ends && at > begin)
            MR_CHECK(expandEntry(text.substr(begin, at - begin), hosts));
        if (ends)
            begin = at + 1;
        else if (text[at] == '[')
            inside = true;
        else if (text[at] == ']')
            inside = false;
    }
    return hosts;
}

} // namespace millrace::cluster
