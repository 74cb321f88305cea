// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/impairment.h"

#include "core/agent/impair_methods.h"
#include "core/impair/ssh_peer.h"

namespace millrace::agentless {

namespace {

using namespace std::chrono_literals;

impair::Execute markedCommands(const std::shared_ptr<NodeLine>& line)
{
    return [line](const Command& command) {
        Command marked = command;
        if (line->sudo())
            marked.argv.insert(marked.argv.begin(), {"sudo", "-n", "--"});
        marked.environment.emplace_back(markVariable, line->mark("impair"));
        return line->host().run(marked, deadlineIn(10s));
    };
}

/// A script in the run's folder on the node.
impair::NodeImpairment::Undo undoScript(const std::shared_ptr<NodeLine>& line)
{
    const auto file = std::make_shared<std::string>();
    return {[line, file](const impair::ImpairRecord& record) -> Result<void> {
                *file = line->own("undo-" + record.interface);
                MR_CHECK(line->feed("cat >\"$1\" && sync", {*file}, impair::restoreScript(record), deadlineIn(10s)));
                return {};
            },
            [line, file]() -> Result<void> {
                MR_CHECK(line->run("rm -f \"$1\"", {*file}, deadlineIn(10s)));
                return {};
            }};
}

} // namespace

void registerImpairment(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line)
{
    const auto impairment = std::make_shared<impair::NodeImpairment>(markedCommands(line), undoScript(line));
    agent::handleImpairMethods(server, impairment, [line](impair::ImpairSpec& spec) {
        if (const auto ends = impair::parseSshConnection(line->sshConnection())) {
            impair::protect(spec, *ends);
            impair::protectPort(spec, 22);
        }
    });
    server.onClose([impairment, line] {
        if (!line->lost())
            (void)impairment->restore(); // otherwise, or if this fails, the shell on the node does it
    });
}

} // namespace millrace::agentless
