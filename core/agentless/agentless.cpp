// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/agentless.h"

#include "core/agentless/captures.h"
#include "core/agentless/files.h"
#include "core/agentless/host_facts.h"
#include "core/agentless/impairment.h"
#include "core/agentless/processes.h"
#include "core/agentless/samplings.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

namespace millrace::agentless {

namespace {

using namespace std::chrono_literals;

constexpr auto closeTime = 30s;

/// Two pipes, because closing one end of them is visible at the other.
struct Ends
{
    std::unique_ptr<FdStream> here;
    std::unique_ptr<FdStream> there;
};

Result<Ends> makePair()
{
    MR_TRY(forth, makePipe());
    MR_TRY(back, makePipe());
    for (const int fd : {forth.read.get(), forth.write.get(), back.read.get(), back.write.get()})
        MR_CHECK(setNonBlocking(fd));
    return Ends{std::make_unique<FdStream>(std::move(back.read), std::move(forth.write)),
                std::make_unique<FdStream>(std::move(forth.read), std::move(back.write))};
}

/// Client's end of an agent that runs on a thread of this process.
class InnerAgent final : public HostStream
{
public:
    InnerAgent(Ends ends, std::shared_ptr<NodeLine> line, std::string version)
        : m_line(std::move(line)), m_stream(std::move(ends.here))
    {
        m_line->watch([this](const Error& error) {
            {
                const std::lock_guard lock(m_mutex);
                m_tail = error.text();
            }
            m_stop.request_stop();
        });
        m_thread = std::jthread(
            [this, version = std::move(version), stream = std::move(ends.there)] { serve(*stream, version); });
    }
    ~InnerAgent() override
    {
        m_stream->closeWrite();
        m_stop.request_stop();
    }
    InnerAgent(const InnerAgent&) = delete;
    InnerAgent& operator=(const InnerAgent&) = delete;

    Result<std::size_t> read(std::span<std::byte> into, Deadline deadline) override
    {
        return m_stream->read(into, deadline);
    }
    Result<void> write(std::span<const std::byte> bytes, Deadline deadline) override
    {
        return m_stream->write(bytes, deadline);
    }
    void closeWrite() override { m_stream->closeWrite(); }
    std::string errorTail() override
    {
        const std::lock_guard lock(m_mutex);
        return m_tail;
    }
    void kill() override { m_stop.request_stop(); }

private:
    void serve(FdStream& stream, const std::string& version)
    {
        {
            agent::AgentServer server(stream, {version, agent::deadManTime});
            // Closed in reverse: processes first, then their dependencies.
            registerHostFacts(server, m_line);
            registerFiles(server, m_line);
            registerImpairment(server, m_line);
            registerCaptures(server, m_line);
            registerSamplings(server, m_line);
            registerProcesses(server, m_line);
            (void)server.serve(m_stop.get_token());
        }
        if (auto closed = m_line->close(deadlineIn(closeTime)); !closed) {
            const std::lock_guard lock(m_mutex);
            if (m_tail.empty())
                m_tail = closed.error().text();
        }
    }

    const std::shared_ptr<NodeLine> m_line;
    std::unique_ptr<FdStream> m_stream;
    std::stop_source m_stop;
    std::mutex m_mutex;
    std::string m_tail;
    std::jthread m_thread; ///< last member: ends before the rest
};

} // namespace

Result<std::unique_ptr<agent::NodeAgent>> makeAgentlessNode(std::shared_ptr<Host> host, const AgentlessOptions& options,
                                                            agent::NodeCallbacks events, Deadline deadline)
{
    const std::string name = host->name();
    auto line = NodeLine::open(std::move(host), options.folder, options.sudo, deadline);
    if (!line)
        return within("using " + name + " without the agent", std::move(line).error());
    MR_TRY(ends, makePair());
    agent::ClientOptions client;
    client.name = name;
    client.version = options.version;
    return agent::NodeAgent::connect(std::make_unique<InnerAgent>(std::move(ends), *std::move(line), options.version),
                                     std::move(client), std::move(events), deadline);
}

const std::vector<std::string>& limits()
{
    static const std::vector<std::string> all = {
        "lines of the workload carry the time of their arrival here, and programs' memory and threads are not sampled",
        "counters are sampled by a shell, every 100 ms at most; what is missing is counted",
        "loss and rate of the network are not measured, the delay is measured by ping",
        "packets are recorded by tcpdump, with timestamps in microseconds and without a check for frames above the MTU",
        "competing load, GPUs, Python packages and kernel features are not checked",
    };
    return all;
}

} // namespace millrace::agentless
