// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/agentless.h"
#include "core/base/file_io.h"
#include "core/base/local_host.h"

#include <QtTest>
#include <csignal>
#include <mutex>

namespace millrace::test {

/// What a node reported, from its thread.
struct Reports
{
    std::mutex mutex;
    std::vector<agent::ProcessLine> lines;
    std::vector<agent::ProcessExit> exits;
    std::vector<agent::Sample> samples;
    std::optional<Error> lost;

    agent::NodeCallbacks callbacks()
    {
        const auto locked = [this](auto what) {
            return [this, what](const auto& value) {
                const std::lock_guard lock(mutex);
                what(value);
            };
        };
        return {locked([this](const agent::ProcessLine& line) { lines.push_back(line); }),
                locked([this](const agent::ProcessExit& exit) { exits.push_back(exit); }),
                locked([this](const agent::SampleBatch& batch) {
                    samples.insert(samples.end(), batch.samples.begin(), batch.samples.end());
                }),
                {},
                locked([this](const Error& error) { lost = error; })};
    }
    template <typename T>
    std::size_t count(const std::vector<T>& all)
    {
        const std::lock_guard lock(mutex);
        return all.size();
    }
};

/// This machine as a node without the agent, on which programs can be replaced by scripts. The wait before the end of
/// a recording is shorter there.
class PlainNode
{
public:
    PlainNode() : m_folder(*TemporaryFolder::make("mr-plain-"))
    {
        std::signal(SIGPIPE, SIG_IGN);
        std::filesystem::create_directories(path("bin"));
        std::filesystem::create_directories(path("runs"));
        program("sleep", "[ \"$1\" = 1.2 ] && exec /bin/sleep 0.02; exec /bin/sleep \"$@\"");
    }
    ~PlainNode() { static_cast<void>(close()); }

    [[nodiscard]] std::filesystem::path path(const std::string& name) const { return m_folder.path() / name; }
    /// Replaces a program, or adds one. $D is this folder.
    void program(const std::string& name, const std::string& script) const
    {
        const auto file = path("bin/" + name);
        if (!writeFileAtomically(file, "#!/bin/sh\nD=" + m_folder.path().string() + "\n" + script + "\n"))
            std::abort();
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    }
    [[nodiscard]] std::string read(const std::string& name) const
    {
        const auto text = readFile(path(name));
        return text ? *text : text.error().text();
    }
    /// `variables`: "NAME=value" for all commands; `search` is the PATH after the replaced programs.
    Result<void> start(bool sudo = false, std::vector<std::string> variables = {},
                       const char* search = std::getenv("PATH"))
    {
        std::vector<std::string> prefix{"/usr/bin/env", "PATH=" + path("bin").string() + ":" + search};
        prefix.insert(prefix.end(), variables.begin(), variables.end());
        auto made = agentless::makeAgentlessNode(std::make_shared<LocalHost>("here", prefix),
                                                 {path("runs").string(), "1", sudo}, reports.callbacks(),
                                                 deadlineIn(std::chrono::seconds(10)));
        if (!made)
            return std::move(made).error();
        m_node = *std::move(made);
        return {};
    }
    Result<void> close()
    {
        if (!m_node)
            return {};
        auto closed = m_node->close(deadlineIn(std::chrono::seconds(10)));
        m_node.reset();
        return closed;
    }
    agent::NodeAgent* operator->() const { return m_node.get(); }

    Reports reports;

private:
    TemporaryFolder m_folder;
    std::unique_ptr<agent::NodeAgent> m_node;
};

inline Deadline soon()
{
    return deadlineIn(std::chrono::seconds(10));
}

inline bool says(const Error& error, std::string_view text)
{
    return error.text().find(text) != std::string::npos;
}

} // namespace millrace::test
