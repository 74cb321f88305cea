// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/text.h"
#include "tests/app/program_agent.h"
#include "tests/core/agent/link.h"

#include <csignal>
#include <fstream>
#include <grp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>

namespace millrace::node {

/// Handlers of a node in this process, and the controller that speaks to them.
class NodeBed
{
public:
    explicit NodeBed(const std::function<void(agent::AgentServer&)>& add)
    {
        add(m_link.server);
        m_link.serve();
        agent::ClientOptions options;
        options.name = "node";
        options.version = "test";
        node = *agent::NodeAgent::connect(std::move(m_link.controllerSide), std::move(options), record.events(),
                                          agent::soon());
    }
    ~NodeBed() { close(); }
    NodeBed(const NodeBed&) = delete;
    NodeBed& operator=(const NodeBed&) = delete;

    /// Ends the session; what the handlers hold is released when this returns.
    void close()
    {
        (void)node->close(agent::soon());
        m_link.join();
    }
    Result<agent::Json> request(const std::string& method, const agent::Json& params = agent::Json::object())
    {
        return node->client().request(method, params, agent::soon());
    }
    agent::AgentServer& server() { return m_link.server; }

    agent::Record record;
    std::unique_ptr<agent::NodeAgent> node;

private:
    agent::ServedLink m_link;
};

/// A token that no other agent of this machine has.
inline std::string freshToken()
{
    static int count = 0;
    return fmt::format("test{:x}-{}", ::getpid(), ++count);
}

inline void writeText(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream(file) << text;
}

/// Programs of the test's own, found before those of the machine. The state of a node that they play is in files next
/// to them.
class FakePrograms
{
public:
    FakePrograms() : m_before(std::getenv("PATH"))
    {
        ::setenv("PATH", (m_folder.path().string() + ":" + m_before).c_str(), 1);
    }
    ~FakePrograms() { ::setenv("PATH", m_before.c_str(), 1); }
    FakePrograms(const FakePrograms&) = delete;
    FakePrograms& operator=(const FakePrograms&) = delete;

    /// `script`: of /bin/sh; $here is the folder.
    void add(const std::string& name, const std::string& script) const
    {
        writeText(m_folder.path() / name, "#!/bin/sh\nhere=" + m_folder.path().string() + "\n" + script + "\n");
        ::chmod((m_folder.path() / name).c_str(), 0755);
    }
    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_folder.path(); }

private:
    TemporaryFolder m_folder = *TemporaryFolder::make("millrace-programs");
    std::string m_before;
};

/// From here on this process has no rights beyond those of an ordinary user, whoever started it.
inline void becomeOrdinary()
{
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0
        && (::setgroups(0, nullptr) != 0 || ::setresgid(nobody, nobody, nobody) != 0
            || ::setresuid(nobody, nobody, nobody) != 0))
        std::abort();
    ::prctl(PR_SET_DUMPABLE, 1UL); // its own files in /proc stay readable
}

} // namespace millrace::node
