// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/process_handlers.h"

#include "core/agent/node_values_json.h"
#include "core/base/wire.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>

namespace millrace::node {

namespace {

using agent::Json;

constexpr auto closingGrace = std::chrono::seconds(2);
constexpr auto longestGrace = std::chrono::minutes(10);
/// Time in addition to the grace, for killing and for sending the last lines.
constexpr auto killTime = std::chrono::seconds(20);

Result<std::shared_ptr<RunningProcess>> processOf(const ProcessTable& table, const Json& params)
{
    return table.find({wholeNumber<std::int64_t>(params.at("process"))});
}

Result<Json> signalProcess(const ProcessTable& table, const Json& params)
{
    const int number = wholeNumber<int>(params.at("signal"));
    if (number < 1 || number >= NSIG)
        return fail(ErrorCode::InvalidInput, fmt::format("{} is not a signal", number));
    MR_TRY(process, processOf(table, params));
    MR_CHECK(process->signal(number));
    return Json::object();
}

Result<Json> stopProcess(const ProcessTable& table, const Json& params, const JobContext& job)
{
    const Nanoseconds grace(wholeNumber<std::int64_t>(params.at("grace_ns")));
    if (grace < Nanoseconds(0) || grace > longestGrace)
        return fail(ErrorCode::InvalidInput, "the grace of a stop is 0 to 10 minutes");
    MR_TRY(process, processOf(table, params));
    process->requestStop(grace);
    MR_TRY(status, process->waitForEnd(deadlineIn(grace + killTime), job));
    return agent::toJson(status);
}

/// Points TMPDIR to the run's folder, which is removed at the end. Not if its path is too long for a socket in it, or
/// if the command sets another.
Result<void> nameTemporaryFolder(Command& command, const WorkFolder& work)
{
    constexpr std::size_t longestPath = 72; // of 107 for a socket
    constexpr const char* variable = "TMPDIR";
    if (std::ranges::count(command.environment, variable, &std::pair<std::string, std::string>::first) > 0)
        return {};
    const std::filesystem::path folder = work.temporary();
    if (folder.empty() || folder.string().size() > longestPath)
        return {};
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return failErrno("making the folder " + folder.string(), error.value());
    command.environment.emplace_back(variable, folder.string());
    return {};
}

} // namespace

void registerProcessHandlers(agent::AgentServer& server, const std::shared_ptr<ProcessTable>& table,
                             const std::shared_ptr<WorkFolder>& work)
{
    server.handle("process.start", [table, work](const Json& params, const JobContext&) -> Result<Json> {
        MR_TRY(command, agent::fromJson<Command>(params));
        if (!command.folder.empty() && command.folder.is_relative()) {
            MR_CHECK(work->open());
            MR_TRY(folder, work->inside(command.folder.string()));
            command.folder = std::move(folder);
        }
        MR_CHECK(nameTemporaryFolder(command, *work));
        MR_TRY(started, table->start(std::move(command)));
        return agent::toJson(started);
    });
    server.handle("process.signal",
                  [table](const Json& params, const JobContext&) { return signalProcess(*table, params); });
    server.handle("process.stop",
                  [table](const Json& params, const JobContext& job) { return stopProcess(*table, params, job); });
    server.onClose([table] { table->stopAll(closingGrace); });
}

} // namespace millrace::node
