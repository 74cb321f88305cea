// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/file_io.h"
#include "core/base/process.h"

#include <QString>
#include <string>
#include <utility>
#include <vector>

/// Starts the built programs as a user would, and looks for what they leave behind.
namespace e2e {

[[nodiscard]] std::filesystem::path program(const std::string& name);
/// Why emulated clusters cannot be tested here, or empty.
[[nodiscard]] std::string whyNotHere();
/// Debian's Python, which python3-torch is for.
inline constexpr const char* pythonOfTorch = "/usr/bin/python3";
/// Why that one cannot train with PyTorch, or empty. It is found, not imported, which takes seconds: one that cannot be
/// imported fails the runs and says why.
[[nodiscard]] std::string whyNoTorch();

struct Finished
{
    int code = -1; ///< 128 + signal when it was killed
    std::string out;
    std::string err;

    /// "exit 2" and the end of what it said, for QVERIFY2.
    [[nodiscard]] QByteArray text() const;
    /// Whether all repetitions of a run were invalid because this machine had no time for them.
    [[nodiscard]] bool wasTooBusy() const;
};
/// The arguments with --trust for commands that start something.
[[nodiscard]] std::vector<std::string> trusting(std::vector<std::string> arguments);
/// Runs millrace-cli to its end, in `folder`. Commands that start something (`run`, `check --nodes`) get --trust: the
/// projects of the tests are theirs.
[[nodiscard]] Finished cli(const std::filesystem::path& folder, std::vector<std::string> arguments, int seconds = 120);
/// As `cli`, without --trust, with further variables in the environment and without a terminal.
[[nodiscard]] Finished strangerCli(const std::filesystem::path& folder, std::vector<std::string> arguments,
                                   std::vector<std::pair<std::string, std::string>> environment = {},
                                   int seconds = 120);
/// Starts it and leaves it running, its standard error going to `cli.log` in the folder.
[[nodiscard]] millrace::ChildProcess startCli(const std::filesystem::path& folder, std::vector<std::string> arguments);

/// Processes of the programs and network namespaces that this test has started and that exist now, one line each,
/// sorted. What others do on the machine at the same time is in none of them. The first call marks the environment of
/// all that is started later.
[[nodiscard]] std::vector<std::string> footprint();
/// Waits until the footprint is as before; the difference after `seconds`.
[[nodiscard]] std::string leftSince(const std::vector<std::string>& before, int seconds = 10);
/// Pids of running processes whose command line contains all words.
[[nodiscard]] std::vector<int> pidsOf(const std::vector<std::string>& words);
/// The same, but only what this test program started: others run campaigns at the same time.
[[nodiscard]] std::vector<int> ownPidsOf(const std::vector<std::string>& words);

/// A project with `nodes` emulated nodes and one grid "grid" over strategies; small enough for seconds.
struct SmallProject
{
    int nodes = 2;
    std::string model = "slp-mnist";
    std::string strategies = R"(["STAR", "RING"])";
    int repetitions = 1;
    int steps = 5;
    std::string computeTime = "2ms";
    std::string link = R"({"delay": "1ms"})";
    std::string deadline = "5s";
    bool gate = false; ///< achieved conditions are judged: on a busy machine that fails now and then
    std::string extraFactors = {}; ///< ", {…}" or empty
    std::string capture = {}; ///< the object "capture" of the grid, or empty
    std::string mode = "automatic";
};
[[nodiscard]] std::string projectText(const SmallProject& project);

} // namespace e2e
