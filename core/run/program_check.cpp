// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/program_check.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace millrace::run {

namespace {

namespace fs = std::filesystem;

/// Placeholders are folders that are created for the run.
bool isKnown(std::string_view path)
{
    return path.find('{') == path.npos;
}

class ProgramSearch
{
public:
    explicit ProgramSearch(const RunPlan& plan) : m_plan(plan) { }

    [[nodiscard]] std::string whyMissing(const launch::ProcessPlan& process) const
    {
        const Command& command = process.command;
        if (std::string why = whyNoProgram(command); !why.empty())
            return fmt::format("{}: {}", process.label, why);
        for (std::size_t i = 1; i < command.argv.size(); ++i)
            if (isHidden(command.argv[i]) && exists(command.argv[i]))
                return fmt::format("{}: {}", process.label, hidden(command.argv[i]));
        if (isHidden(command.folder.string()))
            return fmt::format("{}: {}", process.label, hidden(command.folder.string()));
        return {};
    }

private:
    static bool exists(const fs::path& file)
    {
        std::error_code ignored;
        return fs::exists(file, ignored);
    }

    static bool isProgram(const fs::path& file)
    {
        std::error_code ignored;
        return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
    }

    /// Whether the path is below /tmp of this machine, and not in a folder that nodes see nevertheless.
    [[nodiscard]] bool isHidden(std::string_view path) const
    {
        if (!isKnown(path) || !path.starts_with("/tmp/"))
            return false;
        return std::ranges::none_of(m_plan.emulation->sharedFolders, [path](const std::string& folder) {
            return path == folder || path.starts_with(folder + "/");
        });
    }

    static std::string hidden(std::string_view path)
    {
        return fmt::format("{} is below /tmp, but every emulated node has a private /tmp; move it to another folder",
                           path);
    }

    [[nodiscard]] std::string whyNoProgram(const Command& command) const
    {
        const std::string& program = command.argv.front();
        if (!isKnown(program))
            return {};
        if (program.find('/') != std::string::npos) {
            if (isHidden(program))
                return hidden(program);
            if (!fs::path(program).is_absolute() || isProgram(program))
                return {};
            return fmt::format("no program {}; give its full path on this machine", program);
        }
        std::string elsewhere;
        const std::string path = searchPath(command);
        for (const std::string_view folder : split(path, ':')) {
            const fs::path file = fs::path(folder.empty() ? "." : folder) / program;
            if (!isProgram(file))
                continue;
            if (!isHidden(file.string()))
                return {};
            elsewhere = file.string();
        }
        return elsewhere.empty()
            ? fmt::format("the program \"{}\" is not in PATH; install it or give its full path", program)
            : hidden(elsewhere);
    }

    static std::string searchPath(const Command& command)
    {
        for (const auto& [name, value] : command.environment)
            if (name == "PATH")
                return value;
        const char* path = std::getenv("PATH");
        return path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
    }

    const RunPlan& m_plan;
};

} // namespace

std::string missingProgram(const RunPlan& plan)
{
    if (!plan.emulation)
        return {};
    const ProgramSearch search(plan);
    for (const launch::ProcessPlan& process : plan.launch.processes)
        if (std::string why = search.whyMissing(process); !why.empty())
            return why;
    return {};
}

} // namespace millrace::run
