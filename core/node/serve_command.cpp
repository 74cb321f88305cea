// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/serve_command.h"

#include "core/base/version.h"
#include "core/emulate/ability.h"
#include "core/node/capture_handlers.h"
#include "core/node/emulate_handlers.h"
#include "core/node/host_handlers.h"
#include "core/node/impair_handlers.h"
#include "core/node/preflight_handlers.h"
#include "core/node/probe_handlers.h"
#include "core/node/process_handlers.h"
#include "core/node/sampling_handlers.h"
#include "core/node/shutdown_signals.h"
#include "core/node/watchdog.h"
#include "core/node/work_handlers.h"

#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <random>
#include <sys/prctl.h>
#include <unistd.h>

namespace millrace::node {

namespace {

/// For restoring everything; after that the watchdogs do it.
constexpr Nanoseconds closingTime = std::chrono::minutes(1);

std::string drawToken()
{
    std::random_device device;
    return fmt::format("{:08x}{:08x}", device(), device());
}

/// Reserves stdin and stdout for the protocol: stray output goes to stderr.
FdStream takeStandardStreams()
{
    UniqueFd in(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
    UniqueFd out(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    ::dup2(nothing.get(), STDIN_FILENO);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    return {std::move(in), std::move(out)};
}

Result<void> serve(const ServeOptions& options)
{
    if (options.userNamespace)
        MR_CHECK(emulate::enterUserNamespace());
    const std::string token = drawToken();
    MR_TRY(watchdogs, Watchdogs::start(token, options.deadMan));
    ::prctl(PR_SET_CHILD_SUBREAPER, 1UL);
    FdStream stream = takeStandardStreams();
    const ShutdownSignals signals;
    watchdogs->watch();
    const auto work = std::make_shared<WorkFolder>(
        options.folder, token, [&watchdogs](const std::filesystem::path& folder) { watchdogs->tellFolder(folder); });
    bool inOrder = true;
    agent::AgentServer server(stream, {std::string(programVersion), options.deadMan});
    const auto processes = std::make_shared<ProcessTable>(server, token, [&watchdogs] { return watchdogs->pids(); });
    // The last one is closed first.
    server.onClose([&] {
        if (const auto removed = inOrder ? work->remove() : Result<void>(); !removed || !inOrder)
            watchdogs->leaveToThem();
    });
    registerWorkHandlers(server, work);
    registerImpairHandlers(server, work, token, [&inOrder] { inOrder = false; });
    registerEmulateHandlers(server);
    registerProbeHandlers(server);
    registerHostHandlers(server);
    registerPreflightHandlers(server);
    registerCaptureHandlers(server, work);
    registerSamplingHandlers(server, processes);
    registerProcessHandlers(server, processes, work);
    server.onClose([&watchdogs] { watchdogs->expectEndWithin(closingTime); });
    auto result = server.serve(signals.token());
    if (!result && result.error().code == ErrorCode::Cancelled)
        return {};
    return result;
}

} // namespace

int serveCommand(const ServeOptions& options)
{
    const auto result = serve(options);
    if (result)
        return 0;
    fmt::print(stderr, "millrace-agent: {}\n", result.error().text());
    return 1;
}

} // namespace millrace::node
