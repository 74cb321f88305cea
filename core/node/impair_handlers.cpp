// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/impair_handlers.h"

#include "core/agent/impair_methods.h"
#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/node/process_search.h"
#include "core/node/ssh_peer.h"

#include <fmt/format.h>

namespace millrace::node {

namespace {

constexpr auto commandTime = std::chrono::seconds(10);

/// Not cancellable: each command is short, and a change is completed or undone.
impair::Execute markedCommands(const std::string& token)
{
    return [mark = token + ":impair;"](const Command& command) {
        Command marked = command;
        marked.environment.emplace_back(markVariable, mark);
        return runCommand(marked, deadlineIn(commandTime));
    };
}

/// A file of the work folder, which the watchdog reads if the agent is killed.
impair::NodeImpairment::Undo undoFile(const std::shared_ptr<WorkFolder>& work)
{
    const auto file = std::make_shared<std::filesystem::path>();
    return {[work, file](const impair::ImpairRecord& record) -> Result<void> {
                MR_TRY(folder, work->open());
                *file = folder / fmt::format("{}{}.json", undoPrefix, record.interface);
                return writeFileAtomically(*file, impair::recordText(record));
            },
            [file]() -> Result<void> {
                std::error_code ignored; // a second restoration finds nothing to do
                std::filesystem::remove(*file, ignored);
                return {};
            }};
}

} // namespace

void registerImpairHandlers(agent::AgentServer& server, const std::shared_ptr<WorkFolder>& work,
                            const std::string& token, std::function<void()> failed)
{
    const auto impairment = std::make_shared<impair::NodeImpairment>(markedCommands(token), undoFile(work));
    agent::handleImpairMethods(server, impairment, protectSsh);
    server.onClose([impairment, failed = std::move(failed)] {
        const auto restored = impairment->restore();
        if (!restored) {
            fmt::print(stderr, "millrace-agent: {}\n", restored.error().text());
            failed();
            return;
        }
        for (const std::string& warning : restored->warnings)
            fmt::print(stderr, "millrace-agent: {}\n", warning);
    });
}

} // namespace millrace::node
