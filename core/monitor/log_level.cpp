// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/log_level.h"

#include "core/base/text.h"
#include "core/monitor/line_pattern.h"

#include <algorithm>

namespace millrace::monitor {
namespace {

constexpr std::string_view levelLetters = "DIWEF";

MessageLevel levelOf(char letter) noexcept
{
    switch (letter) {
    case 'D': return MessageLevel::Debug;
    case 'W': return MessageLevel::Warning;
    case 'E':
    case 'F': return MessageLevel::Error;
    default: return MessageLevel::Information;
    }
}

std::optional<MessageLevel> levelNamed(std::string_view word) noexcept
{
    for (const std::string_view name : {"DEBUG", "INFO", "WARNING", "WARN", "ERROR", "CRITICAL", "FATAL"})
        if (word == name)
            return name == "CRITICAL" ? MessageLevel::Error : levelOf(name[0]);
    return std::nullopt;
}

/// Removes leading blanks.
std::string_view said(std::string_view text) noexcept
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text;
}

/// "[E socket.cpp:860] text", "[W1120 19:39:17.123456789 ProcessGroupGloo.cpp:715] text"
std::optional<LevelledLine> readBracketed(std::string_view body) noexcept
{
    if (body.size() < 4 || body[0] != '[' || levelLetters.find(body[1]) == levelLetters.npos
        || (body[2] != ' ' && !isDigit(body[2])))
        return std::nullopt;
    const std::size_t end = body.find("] ");
    if (end == body.npos || body.substr(0, end).find(':') == body.npos)
        return std::nullopt;
    return LevelledLine{levelOf(body[1]), said(body.substr(end + 2)), false};
}

/// "2024-01-01 10:00:00.123456: E tensorflow/core/x.cc:12] text", Horovod's "[2020-09-18 03:11:09.123456: W x.cc:5]
/// text" and torch's "[2024-01-01 10:00:00,123] name: [ERROR] text".
std::optional<LevelledLine> readDated(std::string_view body) noexcept
{
    constexpr std::string_view shape = "9999-99-99 99:99:99";
    const bool bracketed = body.starts_with('[');
    const std::string_view rest = body.substr(bracketed ? 1 : 0);
    if (rest.size() < shape.size() + 3)
        return std::nullopt;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (shape[i] == '9' ? !isDigit(rest[i]) : rest[i] != shape[i])
            return std::nullopt;
    const std::size_t end = rest.find("] ");
    if (const std::size_t mark = rest.find(": ", shape.size()); mark < shape.size() + 8 && mark + 3 < rest.size()
        && levelLetters.find(rest[mark + 2]) != levelLetters.npos && rest[mark + 3] == ' ' && end != rest.npos
        && end > mark)
        return LevelledLine{levelOf(rest[mark + 2]), said(rest.substr(end + 2)), false};
    const std::size_t open = rest.find('[', shape.size());
    const std::size_t close = rest.find(']', open == rest.npos ? rest.size() : open);
    if (open == rest.npos || close == rest.npos)
        return std::nullopt;
    const auto level = levelNamed(rest.substr(open + 1, close - open - 1));
    return level ? std::optional(LevelledLine{*level, said(rest.substr(close + 1)), false}) : std::nullopt;
}

/// "Mar 23 01:28:58.301 [INFO] [hivemind.optim.optimizer.step:434] text"
std::optional<LevelledLine> readHivemind(std::string_view body) noexcept
{
    constexpr std::size_t shortestDate = 18;
    const std::size_t open = body.find(" [");
    if (open == body.npos || open < shortestDate || open > shortestDate + 8 || body[3] != ' ' || body[9] != ':'
        || body[12] != ':')
        return std::nullopt;
    const std::size_t close = body.find(']', open);
    if (close == body.npos)
        return std::nullopt;
    const auto level = levelNamed(body.substr(open + 2, close - open - 2));
    if (!level)
        return std::nullopt;
    std::string_view text = said(body.substr(close + 1));
    if (const std::size_t end = text.find("] "); text.starts_with('[') && end != text.npos)
        text = said(text.substr(end + 2));
    return LevelledLine{*level, text, false};
}

/// "INFO:tensorflow:text", "ERROR:torch.distributed.elastic.multiprocessing.api:text"
std::optional<LevelledLine> readPython(std::string_view body) noexcept
{
    const std::size_t first = body.find(':');
    const std::size_t second = first == body.npos ? body.npos : body.find(':', first + 1);
    if (second == body.npos || first > 8 || body.substr(0, second).find(' ') != body.npos)
        return std::nullopt;
    const auto level = levelNamed(body.substr(0, first));
    return level ? std::optional(LevelledLine{*level, said(body.substr(second + 1)), false}) : std::nullopt;
}

/// "node0:123:456 [0] NCCL WARN text", "…torch.distributed.DistNetworkError: text"
std::optional<LevelledLine> readNamed(std::string_view body) noexcept
{
    for (const auto& [mark, level] : {std::pair(std::string_view(" NCCL WARN "), MessageLevel::Warning),
                                      std::pair(std::string_view(" NCCL INFO "), MessageLevel::Information)})
        if (const std::size_t at = body.find(mark); at != body.npos && at < 100)
            return LevelledLine{level, body.substr(at + 1), false};
    const std::size_t colon = body.find(':');
    const std::string_view name = body.substr(0, std::min(colon, body.size()));
    const bool isException = (name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Interrupt"))
        && name.size() > 5 && name[0] >= 'A' && name.find_first_of(" /[(\"'=") == name.npos;
    if (!isException)
        return std::nullopt;
    return LevelledLine{MessageLevel::Error, body, true};
}

} // namespace

std::optional<LevelledLine> readLevel(std::string_view body) noexcept
{
    if (body.size() < 4)
        return std::nullopt;
    if (const std::size_t length = abslPrefixLength(body); length > 0)
        return LevelledLine{levelOf(body[0]), said(body.substr(length)), false};
    for (const auto read : {readBracketed, readDated, readHivemind, readPython, readNamed})
        if (auto line = read(body))
            return line;
    return std::nullopt;
}

std::size_t abslPrefixLength(std::string_view body) noexcept
{
    constexpr std::string_view shape = "A9999 99:99:99.999999 ";
    if (body.size() < shape.size() || std::string_view("IWEF").find(body[0]) == std::string_view::npos)
        return 0;
    for (std::size_t i = 1; i < shape.size(); ++i) {
        const bool digit = body[i] >= '0' && body[i] <= '9';
        if (shape[i] == '9' ? !digit : body[i] != shape[i])
            return 0;
    }
    Captures captures;
    const std::size_t end = body.find("] ");
    if (end == body.npos || !matchLine("{d} {w}:{d}", body.substr(shape.size(), end - shape.size()), captures))
        return 0;
    return end + 2;
}

} // namespace millrace::monitor
