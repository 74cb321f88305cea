// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/batch.h"

#include "core/base/process.h"
#include "core/base/text.h"

#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace millrace::emulate {

namespace {

constexpr Nanoseconds batchTime = std::chrono::seconds(30);

/// Appends the line of the plan that "Command failed -:3" refers to.
std::string failedLine(const std::string& errors, const std::string& plan)
{
    const auto mark = errors.find("-:");
    if (mark == std::string::npos)
        return {};
    const auto number = std::strtoul(errors.c_str() + mark + 2, nullptr, 10);
    const auto lines = split(plan, '\n');
    return number >= 1 && number <= lines.size() ? " in '" + std::string(lines[number - 1]) + "'" : std::string();
}

std::string firstLine(const std::string& text)
{
    return std::string(trim(split(text, '\n').front()));
}

} // namespace

Result<void> runBatch(const std::string& program, pid_t process, const std::string& plan)
{
    const std::string path = findSystemProgram(program);
    const std::string enter = findSystemProgram("nsenter");
    if (path.empty() || enter.empty())
        return fail(ErrorCode::Unsupported,
                    fmt::format("the program '{}' is missing; install the package {}",
                                path.empty() ? program : "nsenter", path.empty() ? "iproute2" : "util-linux"));
    Command command;
    command.argv = {enter, fmt::format("--net=/proc/{}/ns/net", process), path, "-batch", "-"};
    command.environment = {{"LC_ALL", "C"}};
    MR_TRY(output, runCommand(command, deadlineIn(batchTime), plan));
    if (output.succeeded())
        return {};
    return fail(ErrorCode::Unsupported,
                fmt::format("{} refused{}: {}", program, failedLine(output.err, plan), firstLine(output.err)));
}

std::string findSystemProgram(const std::string& name)
{
    const char* path = std::getenv("PATH");
    const std::string folders = std::string(path ? path : "") + ":/usr/sbin:/usr/bin:/sbin:/bin";
    for (const std::string_view folder : split(folders, ':')) {
        const std::string candidate = std::string(folder) + "/" + name;
        if (!folder.empty() && ::access(candidate.c_str(), X_OK) == 0)
            return candidate;
    }
    return {};
}

} // namespace millrace::emulate
