// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/counters/host_counters.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <unistd.h>

namespace millrace::counters {

namespace {

constexpr std::size_t firstBuffer = 2048;

/// Removes the next number from the front of a line of columns.
bool takeNumber(std::string_view& text, std::uint64_t& value)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc())
        return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

std::string_view takeLine(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// Columns of /proc/net/dev: received bytes packets errs drop fifo frame compressed multicast, sent bytes packets errs
/// drop …
bool parseColumns(std::string_view columns, InterfaceCounters& counters)
{
    std::array<std::uint64_t, 12> values{};
    for (auto& value : values)
        if (!takeNumber(columns, value))
            return false;
    counters.receivedBytes = values[0];
    counters.receivedPackets = values[1];
    counters.receivedErrors = values[2];
    counters.receivedDropped = values[3];
    counters.sentBytes = values[8];
    counters.sentPackets = values[9];
    counters.sentErrors = values[10];
    counters.sentDropped = values[11];
    return true;
}

Nanoseconds fromTicks(std::uint64_t ticks)
{
    static const std::int64_t perSecond = ::sysconf(_SC_CLK_TCK);
    return Nanoseconds(static_cast<std::int64_t>(ticks) * (1'000'000'000 / perSecond));
}

} // namespace

Result<ProcFile> ProcFile::open(const std::string& path)
{
    ProcFile file;
    file.m_fd = UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.m_fd)
        return failErrno("opening " + path);
    file.m_path = path;
    return file;
}

Result<std::string_view> ProcFile::read()
{
    std::size_t filled = 0;
    for (;;) {
        if (filled == m_buffer.size())
            m_buffer.resize(std::max(firstBuffer, 2 * m_buffer.size()));
        const ssize_t got =
            ::pread(m_fd.get(), m_buffer.data() + filled, m_buffer.size() - filled, static_cast<off_t>(filled));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == ESRCH)
            return fail(ErrorCode::NotFound, m_path + " belongs to a process that has ended");
        if (got < 0)
            return failErrno("reading " + m_path);
        filled += static_cast<std::size_t>(got);
        if (got == 0)
            return std::string_view(m_buffer).substr(0, filled);
    }
}

Result<void> parseInterfaces(std::string_view text, std::vector<InterfaceCounters>& into)
{
    std::size_t count = 0;
    (void)takeLine(text);
    (void)takeLine(text);
    while (!text.empty()) {
        const std::string_view line = takeLine(text);
        const std::size_t colon = line.rfind(':');
        const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
        if (count == into.size())
            into.emplace_back();
        if (colon == std::string_view::npos || colon <= start || !parseColumns(line.substr(colon + 1), into[count]))
            return fail(ErrorCode::Corrupt,
                        "/proc/net/dev has a line that cannot be parsed: \"" + std::string(line) + "\"");
        into[count++].name.assign(line.substr(start, colon - start));
    }
    into.resize(count);
    return {};
}

Result<MachineCpu> parseMachineCpu(std::string_view text)
{
    std::string_view line = takeLine(text);
    // user nice system idle iowait irq softirq steal
    std::array<std::uint64_t, 8> ticks{};
    bool good = line.starts_with("cpu ");
    line.remove_prefix(good ? 4 : 0);
    for (auto& value : ticks)
        good = good && takeNumber(line, value);
    if (!good)
        return fail(ErrorCode::Corrupt, "the first line of /proc/stat cannot be parsed");
    return MachineCpu{fromTicks(ticks[0] + ticks[1]), fromTicks(ticks[2] + ticks[5] + ticks[6]),
                      fromTicks(ticks[3] + ticks[4]), fromTicks(ticks[7])};
}

std::optional<Nanoseconds> parsePressure(std::string_view text)
{
    std::string_view line = takeLine(text);
    const std::size_t total = line.find("total=");
    if (!line.starts_with("some ") || total == std::string_view::npos)
        return std::nullopt;
    line.remove_prefix(total + 6);
    std::uint64_t microseconds = 0;
    return takeNumber(line, microseconds) ? std::optional(std::chrono::microseconds(microseconds)) : std::nullopt;
}

Result<std::uint64_t> parseAvailableMemory(std::string_view text)
{
    constexpr std::string_view key = "MemAvailable:";
    while (!text.empty()) {
        std::string_view line = takeLine(text);
        if (!line.starts_with(key))
            continue;
        line.remove_prefix(key.size());
        if (std::uint64_t kibibytes = 0; takeNumber(line, kibibytes))
            return kibibytes * 1024;
    }
    return fail(ErrorCode::Corrupt, "/proc/meminfo has no MemAvailable");
}

} // namespace millrace::counters
