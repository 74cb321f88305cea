// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/json_fields.h"
#include "core/base/process.h"
#include "core/base/result.h"
#include "core/base/unknown.h"

#include <filesystem>
#include <functional>
#include <string>

namespace millrace::predict {

/// Losses after one epoch of a member of the ensemble: means of squared errors in fractions of the largest label.
struct GraphsEpoch
{
    int member = 0;
    int epoch = 0;
    double train = unknown;
    double validation = unknown;
};

/// The program millrace-graphs, which trains and executes graph networks: started once, one request after another, as
/// app/graphs/README.md describes. Blocks; one thread at a time. Destruction ends the program.
class GraphsClient
{
public:
    /// Next to the running program, else by its name in PATH.
    [[nodiscard]] static std::filesystem::path usualProgram();
    /// NotFound with the remedy where the program is not installed; Protocol where it is another one.
    [[nodiscard]] static Result<GraphsClient> start(const std::filesystem::path& program = usualProgram(),
                                                    const JobContext& job = {});

    /// Sends a request, without its id, and returns the answer "done". `epoch` is called on this thread. Cancelled
    /// after job.stop; PeerFailed with the end of its error output where the program ended; Protocol for a line that is
    /// no answer; else the error of the program.
    [[nodiscard]] Result<Json> request(Json request, const std::function<void(const GraphsEpoch&)>& epoch = {},
                                       const JobContext& job = {});

    /// Why it is slow on this machine, one sentence; empty: it is not.
    [[nodiscard]] const std::string& note() const noexcept { return m_note; }

private:
    explicit GraphsClient(ChildProcess process) : m_process(std::move(process)) { }

    enum class Wait
    {
        Stop, ///< returns at job.stop
        Ignore,
    };
    [[nodiscard]] Result<void> send(const Json& line);
    /// The next line; nothing when the job was cancelled. Timeout at the deadline.
    [[nodiscard]] Result<Json> next(const JobContext& job, Wait wait, Deadline deadline);
    [[nodiscard]] Result<void> readMore(Deadline deadline);
    [[nodiscard]] Error ended();
    [[nodiscard]] Error cancelRequest(int id);

    ChildProcess m_process;
    std::string m_output; ///< read, not yet taken
    std::string m_errors; ///< the end of its error output
    std::string m_note;
    int m_requests = 0;
};

/// A training of a graph network; empty and 0: the default of the program.
struct NetworkTraining
{
    std::string network = "corrected"; ///< or "published"
    std::vector<std::string> data; ///< as for readDataSource
    std::filesystem::path start; ///< model file
    std::string transfer; ///< with `start`: readout, last-layers, everything
    std::filesystem::path save;
    int epochs = 0;
    int members = 0;
    int layers = -1; ///< -1: default
    std::uint64_t seed = 42;
};
[[nodiscard]] Json requestOf(const NetworkTraining& training);

} // namespace millrace::predict
