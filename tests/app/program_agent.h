// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/frame.h"
#include "core/agent/node_agent.h"
#include "core/base/file_io.h"
#include "core/base/local_host.h"
#include "core/base/process.h"
#include "core/counters/process_cpu.h"

#include <condition_variable>
#include <cstdlib>
#include <fmt/format.h>
#include <mutex>
#include <thread>

namespace millrace::agent {

inline Deadline soon()
{
    return deadlineIn(std::chrono::seconds(20));
}

inline Command serveCommand()
{
    const char* folder = std::getenv("MR_BIN");
    return {{std::string(folder != nullptr ? folder : ".") + "/millrace-agent", "serve"}, {}, {}};
}

inline Command shell(const std::string& script)
{
    return {{"/bin/sh", "-c", script}, {}, {}};
}

/// Dead is dead, whether reaped or not.
inline bool isAlive(std::int64_t pid)
{
    const auto stat = readFile("/proc/" + std::to_string(pid) + "/stat");
    return stat && stat->find(") Z") == std::string::npos;
}

template <typename Condition>
bool waitUntil(Condition condition, Nanoseconds limit)
{
    const Deadline end = deadlineIn(limit);
    while (!condition() && timeLeft(end) > Nanoseconds(0))
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return condition();
}

/// Everything that an agent reports, kept.
class Record
{
public:
    NodeCallbacks events()
    {
        NodeCallbacks all;
        all.onLine = [this](const ProcessLine& line) { add([&] { lines.push_back(line); }); };
        all.onExit = [this](const ProcessExit& exit) { add([&] { exits.push_back(exit); }); };
        all.onSamples = [this](const SampleBatch& batch) { add([&] { batches.push_back(batch); }); };
        all.onLost = [this](const Error& error) { add([&] { losses.push_back(error); }); };
        return all;
    }
    /// False after 20 s.
    template <typename Condition>
    bool wait(Condition condition)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::seconds(20), condition);
    }
    template <typename Read>
    auto locked(Read read)
    {
        const std::lock_guard lock(m_mutex);
        return read();
    }
    /// The lines of one stream of a process, joined with \n.
    std::string text(ProcessId process, OutputStream stream)
    {
        const std::lock_guard lock(m_mutex);
        std::string all;
        for (const ProcessLine& line : lines)
            if (line.process == process && line.stream == stream)
                all += line.text + "\n";
        return all;
    }

    std::vector<ProcessLine> lines;
    std::vector<ProcessExit> exits;
    std::vector<SampleBatch> batches;
    std::vector<Error> losses;

private:
    template <typename Change>
    void add(Change change)
    {
        const std::lock_guard lock(m_mutex);
        change();
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
};

inline Result<std::unique_ptr<NodeAgent>> startAgent(Record& record)
{
    LocalHost host("here");
    return NodeAgent::start(host, serveCommand(), "test", record.events(), soon());
}

/// The number on the first line that a process printed.
inline std::int64_t printedNumber(Record& record, ProcessId process, std::size_t index = 0)
{
    std::vector<std::int64_t> numbers;
    const bool found = record.wait([&] {
        numbers.clear();
        for (const ProcessLine& line : record.lines)
            if (line.process == process && line.stream == OutputStream::Output)
                numbers.push_back(std::atoll(line.text.c_str()));
        return numbers.size() > index;
    });
    return found ? numbers[index] : 0;
}

} // namespace millrace::agent
