// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/node_reach.h"

#include "core/base/command.h"
#include "core/base/local_host.h"
#include "core/base/text.h"
#include "core/cluster/access_command.h"
#include "core/remote/file_transfer.h"
#include "core/remote/pipe_transfer.h"
#include "core/remote/session_pool.h"

#include <fmt/format.h>
#include <future>
#include <map>
#include <mutex>

namespace millrace::run {

namespace {

namespace fs = std::filesystem;

class SshReach final : public NodeReach
{
public:
    explicit SshReach(const RemoteOptions& options)
        : m_prompts(options.prompts),
          m_pool(remote::ConnectOptions{{options.sshConfiguration, true, "ssh"}, {}}, *m_prompts)
    {
    }

    std::vector<Result<std::shared_ptr<Host>>> hosts(std::span<const cluster::Node> nodes,
                                                     const JobContext& job) override
    {
        std::vector<std::string> destinations;
        for (const cluster::Node& node : nodes)
            destinations.push_back(node.host);
        std::vector<Result<std::shared_ptr<Host>>> all;
        for (auto& found : m_pool.hosts(destinations, deadlineIn(connectTime), job))
            all.push_back(found ? Result<std::shared_ptr<Host>>(*found) : Result<std::shared_ptr<Host>>(found.error()));
        return all;
    }

    Result<std::shared_ptr<Host>> host(const std::string& destination, Deadline deadline,
                                       const JobContext& job) override
    {
        MR_TRY(found, m_pool.host(destination, deadline, job));
        return std::shared_ptr<Host>(found);
    }

    Result<remote::DeployedPrograms> deploy(Host& host, std::span<const fs::path> files, const std::string& folder,
                                            const JobContext& job) override
    {
        return remote::deployPrograms(static_cast<remote::SshHost&>(host), files, folder, job);
    }

    Result<void> fetch(Host& host, const std::string& from, const fs::path& to, const JobContext& job) override
    {
        MR_CHECK(remote::fetchFile(static_cast<remote::SshHost&>(host), from, to, {}, job));
        return {};
    }

private:
    const std::shared_ptr<remote::Prompts> m_prompts;
    remote::SessionPool m_pool;
};

/// A separate process per command: no connection to lose.
class CommandReach final : public NodeReach
{
public:
    explicit CommandReach(cluster::Access access) : m_access(std::move(access)) { }

    std::vector<Result<std::shared_ptr<Host>>> hosts(std::span<const cluster::Node> nodes,
                                                     const JobContext& job) override
    {
        std::vector<std::future<Result<std::shared_ptr<Host>>>> tasks;
        for (const cluster::Node& node : nodes)
            tasks.push_back(std::async(std::launch::async, [this, &node, &job] { return tried(node.host, job); }));
        std::vector<Result<std::shared_ptr<Host>>> all;
        for (auto& task : tasks)
            all.push_back(task.get());
        return all;
    }

    Result<std::shared_ptr<Host>> host(const std::string& destination, Deadline, const JobContext&) override
    {
        return hostAt(destination);
    }

    Result<remote::DeployedPrograms> deploy(Host& host, std::span<const fs::path> files, const std::string& folder,
                                            const JobContext& job) override
    {
        return remote::deployProgramsByPipe(host, files, folder, job);
    }

    Result<void> fetch(Host& host, const std::string& from, const fs::path& to, const JobContext& job) override
    {
        return remote::fetchByPipe(host, from, to, job);
    }

private:
    std::shared_ptr<Host> hostAt(const std::string& destination)
    {
        const std::lock_guard lock(m_mutex);
        std::shared_ptr<Host>& host = m_hosts[destination];
        if (!host) {
            cluster::Node node;
            node.host = destination;
            host = std::make_shared<LocalHost>(destination, cluster::commandOf(m_access, node), EnvironmentThere::Own);
        }
        return host;
    }

    /// Returns the host if a shell answers there.
    Result<std::shared_ptr<Host>> tried(const std::string& destination, const JobContext& job)
    {
        auto host = hostAt(destination);
        const auto output = host->run({{"/bin/sh", "-c", "echo here"}, {}, {}}, deadlineIn(connectTime), job);
        if (!output && output.error().code == ErrorCode::Cancelled)
            return output.error();
        if (output && output->succeeded() && trim(output->out) == "here")
            return host;
        cluster::Node node;
        node.host = destination;
        const std::string words = commandText({cluster::commandOf(m_access, node), {}, {}});
        const std::string why = !output ? output.error().what
            : trim(output->err).empty() ? fmt::format("no shell answers there, code {}", output->exitCode)
                                        : std::string(trim(output->err));
        return fail(ErrorCode::Unreachable, fmt::format("{} is not reached by {}: {}", destination, words, why));
    }

    const cluster::Access m_access;
    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Host>> m_hosts;
};

} // namespace

std::unique_ptr<NodeReach> NodeReach::of(const cluster::Access& access, const RemoteOptions& options)
{
    if (access.command.empty())
        return std::make_unique<SshReach>(options);
    return std::make_unique<CommandReach>(access);
}

} // namespace millrace::run
