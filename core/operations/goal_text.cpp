// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/operations/goal_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <optional>
#include <unordered_map>

namespace millrace::operations {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool isWordStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isWord(char c)
{
    return isWordStart(c) || isDigit(c);
}

class GoalReader
{
public:
    explicit GoalReader(std::string_view text) : m_text(text) { }

    Result<Operations> read()
    {
        MR_CHECK(next());
        while (!m_token.empty())
            MR_CHECK(isEndOfLine() ? next() : readPart());
        if (m_operations.ranks.empty())
            return error("the line \"num_ranks N\" is missing");
        for (std::size_t rank = 0; rank < m_read.size(); ++rank)
            if (!m_read[rank])
                return fail(ErrorCode::InvalidInput, fmt::format("rank {} has no block", rank));
        MR_CHECK(check(m_operations));
        return std::move(m_operations);
    }

private:
    [[nodiscard]] bool isEndOfLine() const { return m_token == "\n"; }
    [[nodiscard]] Error error(const std::string& what) const
    {
        return fail(ErrorCode::InvalidInput, fmt::format("line {}: {}", m_line, what));
    }
    [[nodiscard]] std::string shown() const
    {
        if (m_token.empty())
            return "the end of the file";
        if (isEndOfLine())
            return "the end of the line";
        const auto isPlain = [](char c) { return c >= ' ' && c <= '~'; };
        return std::ranges::all_of(m_token, isPlain) ? fmt::format("\"{}\"", m_token.substr(0, 40))
                                                     : std::string("a byte that is not ASCII text");
    }
    [[nodiscard]] Error expected(std::string_view what) const
    {
        return error(fmt::format("expected {}, not {}", what, shown()));
    }

    /// Moves on to the next word, number, sign or end of line; empty at the end of the file.
    Result<void> next()
    {
        if (isEndOfLine())
            ++m_line;
        for (;;) {
            while (m_at < m_text.size() && isBlank(m_text[m_at]))
                ++m_at;
            const std::string_view rest = m_text.substr(m_at);
            if (rest.starts_with("//")) {
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            } else if (rest.starts_with("/*")) {
                const std::size_t end = m_text.find("*/", m_at + 2);
                if (end == std::string_view::npos)
                    return error("the comment that begins with /* does not end");
                m_line += std::ranges::count(m_text.substr(m_at, end - m_at), '\n');
                m_at = end + 2;
            } else {
                break;
            }
        }
        const std::size_t begin = m_at;
        const char first = m_at < m_text.size() ? m_text[m_at++] : '\0';
        if (isDigit(first) || first == '-')
            while (m_at < m_text.size() && isDigit(m_text[m_at]))
                ++m_at;
        else if (isWordStart(first))
            while (m_at < m_text.size() && isWord(m_text[m_at]))
                ++m_at;
        m_token = m_text.substr(begin, m_at - begin);
        return {};
    }

    Result<void> pass(std::string_view token)
    {
        if (m_token != token)
            return expected(token == "\n" ? std::string("the end of the line") : fmt::format("\"{}\"", token));
        return next();
    }

    Result<std::int64_t> number(std::int64_t most, std::string_view of)
    {
        if (m_token.empty() || !(isDigit(m_token.front()) || m_token.front() == '-'))
            return expected("a number");
        const auto value = parseInteger(m_token);
        if (!value || *value < 0 || *value > most)
            return error(fmt::format("{} {} is not from 0 to {}", of, m_token, most));
        MR_CHECK(next());
        return *value;
    }

    Result<void> readPart()
    {
        if (m_token == "num_ranks") {
            MR_CHECK(next());
            MR_TRY(count, number(static_cast<std::int64_t>(mostRanks), "the number of ranks"));
            if (count == 0)
                return error("a file of 0 ranks");
            if (!m_operations.ranks.empty())
                return error("a second line \"num_ranks\"");
            m_operations.ranks.resize(static_cast<std::size_t>(count));
            m_read.resize(static_cast<std::size_t>(count));
            return {};
        }
        if (m_operations.ranks.empty())
            return expected("\"num_ranks\"");
        MR_CHECK(pass("rank"));
        MR_TRY(rank, number(static_cast<std::int64_t>(m_operations.ranks.size()) - 1, "rank"));
        const auto index = static_cast<std::size_t>(rank);
        if (m_read[index])
            return error(fmt::format("a second block of rank {}", rank));
        m_read[index] = true;
        MR_CHECK(pass("{"));
        return readBlock(m_operations.ranks[index]);
    }

    Result<void> readBlock(std::vector<Operation>& list)
    {
        std::unordered_map<std::string_view, std::uint32_t> labels;
        while (m_token != "}") {
            if (m_token.empty())
                return expected("\"}\"");
            if (isEndOfLine()) {
                MR_CHECK(next());
                continue;
            }
            MR_CHECK(readLine(list, labels));
        }
        return next();
    }

    Result<void> readLine(std::vector<Operation>& list, std::unordered_map<std::string_view, std::uint32_t>& labels)
    {
        if (!isWordStart(m_token.front()))
            return expected("an operation, or the label of one");
        if (!isOperation(m_token)) {
            const std::string_view label = m_token;
            MR_CHECK(next());
            if (m_token == "requires" || m_token == "irequires")
                return readDependency(list, labels, label);
            MR_CHECK(pass(":"));
            if (!labels.try_emplace(label, static_cast<std::uint32_t>(list.size())).second)
                return error(fmt::format("a second operation \"{}\"", label));
        }
        MR_TRY(operation, readOperation());
        list.push_back(std::move(operation));
        if (++m_count > mostOperations)
            return error(fmt::format("more than {} operations", mostOperations));
        return m_token == "}" ? Result<void>() : pass("\n");
    }

    static bool isOperation(std::string_view word) { return word == "calc" || word == "send" || word == "recv"; }

    Result<void> readDependency(std::vector<Operation>& list,
                                const std::unordered_map<std::string_view, std::uint32_t>& labels,
                                std::string_view label)
    {
        const bool started = m_token == "irequires";
        MR_CHECK(next());
        if (m_token.empty() || !isWordStart(m_token.front()))
            return expected("the label of an operation");
        const auto find = [&](std::string_view name) -> Result<std::uint32_t> {
            const auto found = labels.find(name);
            if (found == labels.end())
                return error(fmt::format("there is no operation \"{}\" above in this rank", name));
            return found->second;
        };
        MR_TRY(one, find(label));
        MR_TRY(other, find(m_token));
        list[one].after.push_back({other, started});
        MR_CHECK(next());
        return m_token == "}" ? Result<void>() : pass("\n");
    }

    Result<Operation> readOperation()
    {
        Operation operation;
        const std::string_view name = m_token;
        if (!isOperation(name))
            return expected("calc, send or recv");
        MR_CHECK(next());
        operation.kind = name == "calc" ? Kind::Compute : name == "send" ? Kind::Send : Kind::Receive;
        const bool computes = operation.kind == Kind::Compute;
        MR_TRY(amount, number(computes ? longestCompute : mostBytes, computes ? "the time" : "the size"));
        operation.amount = amount;
        if (!computes) {
            MR_CHECK(pass("b"));
            MR_CHECK(pass(operation.kind == Kind::Send ? "to" : "from"));
            MR_CHECK(refuseAny("a message from any rank"));
            MR_TRY(peer, number(static_cast<std::int64_t>(m_operations.ranks.size()) - 1, "rank"));
            operation.peer = static_cast<int>(peer);
        }
        MR_CHECK(readSettings(operation));
        return operation;
    }

    Result<void> readSettings(Operation& operation)
    {
        while (m_token == "tag" || m_token == "cpu" || m_token == "nic") {
            const std::string_view name = m_token;
            if (name != "cpu" && operation.kind == Kind::Compute)
                return expected("\"cpu\" or the end of the line");
            MR_CHECK(next());
            if (name == "tag")
                MR_CHECK(refuseAny("a message with any tag"));
            MR_TRY(value, number(name == "tag" ? std::numeric_limits<std::uint32_t>::max() : 255, name));
            if (name == "tag")
                operation.tag = static_cast<std::uint32_t>(value);
            else if (name == "cpu")
                operation.processor = static_cast<int>(value);
        }
        return {};
    }

    Result<void> refuseAny(std::string_view what) const
    {
        if (m_token == "-1")
            return fail(ErrorCode::Unsupported,
                        fmt::format("line {}: {} (-1): which one comes first is not in the file", m_line, what));
        return {};
    }

    std::string_view m_text;
    std::string_view m_token;
    std::size_t m_at = 0;
    std::ptrdiff_t m_line = 1;
    std::size_t m_count = 0;
    Operations m_operations;
    std::vector<bool> m_read; ///< ranks
};

} // namespace

Result<Operations> parseGoal(std::string_view text)
{
    return GoalReader(text).read();
}

std::string goalText(const Operations& operations)
{
    std::string text = fmt::format("num_ranks {}\n", operations.ranks.size());
    const auto out = std::back_inserter(text);
    for (std::size_t rank = 0; rank < operations.ranks.size(); ++rank) {
        fmt::format_to(out, "\nrank {} {{\n", rank);
        const auto& list = operations.ranks[rank];
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Operation& operation = list[i];
            if (operation.kind == Kind::Compute)
                fmt::format_to(out, "l{}: calc {}", i + 1, operation.amount);
            else
                fmt::format_to(out, "l{}: {} {}b {} {} tag {}", i + 1, operation.kind == Kind::Send ? "send" : "recv",
                               operation.amount, operation.kind == Kind::Send ? "to" : "from", operation.peer,
                               operation.tag);
            if (operation.processor != 0)
                fmt::format_to(out, " cpu {}", operation.processor);
            text += '\n';
        }
        // Dependencies may be on later operations, so they stand behind all of them.
        for (std::size_t i = 0; i < list.size(); ++i)
            for (const Dependency& dependency : list[i].after)
                fmt::format_to(out, "l{} {} l{}\n", i + 1, dependency.started ? "irequires" : "requires",
                               dependency.on + 1);
        text += "}\n";
    }
    return text;
}

} // namespace millrace::operations
