// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/slurm_host.h"

namespace millrace::remote {

SlurmHost::SlurmHost(std::shared_ptr<Host> login, std::string job, std::string node)
    : m_login(std::move(login)), m_job(std::move(job)), m_node(std::move(node))
{
}

Command SlurmHost::wrapped(const Command& command) const
{
    Command whole;
    whole.argv = {"srun",
                  "--quiet",
                  "--jobid=" + m_job,
                  "--nodelist=" + m_node,
                  "--nodes=1",
                  "--ntasks=1",
                  "--overlap",
                  "--cpu-bind=none",
                  "--mpi=none",
                  "--unbuffered",
                  "--chdir=" + (command.folder.empty() ? std::string("/") : command.folder.string())};
    if (!command.environment.empty())
        whole.argv.emplace_back("env");
    for (const auto& [key, value] : command.environment)
        whole.argv.push_back(key + "=" + value);
    whole.argv.insert(whole.argv.end(), command.argv.begin(), command.argv.end());
    return whole;
}

Result<CommandOutput> SlurmHost::run(const Command& command, Deadline deadline, const JobContext& job)
{
    auto output = m_login->run(wrapped(command), deadline, job);
    if (!output)
        return within("on " + m_node + " by srun", std::move(output).error());
    return output;
}

Result<std::unique_ptr<HostStream>> SlurmHost::open(const Command& command)
{
    auto stream = m_login->open(wrapped(command));
    if (!stream)
        return within("on " + m_node + " by srun", std::move(stream).error());
    return stream;
}

} // namespace millrace::remote
