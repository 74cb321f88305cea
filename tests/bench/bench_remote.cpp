// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Commands and files over ssh, for compare_ssh.py: one line of JSON with seconds for each call. All times count from an
// empty pool: reading the configuration, connecting and logging in are included.

#include "core/remote/file_transfer.h"
#include "core/remote/session_pool.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <fmt/format.h>

using namespace millrace;
using namespace millrace::remote;

namespace {

double secondsSince(Nanoseconds start)
{
    return std::chrono::duration<double>(monotonicNow() - start).count();
}

int runCommands(const ConnectOptions& options, const std::vector<std::string>& places, int commands, bool together)
{
    Prompts prompts;
    std::atomic<int> failures = 0;
    const Nanoseconds start = monotonicNow();
    SessionPool pool(options, prompts);
    {
        std::vector<std::jthread> threads;
        for (const std::string& place : places) {
            threads.emplace_back([&] {
                const auto host = pool.host(place, deadlineIn(std::chrono::seconds(20)));
                if (!host) {
                    fmt::print(stderr, "{}\n", host.error().text());
                    ++failures;
                    return;
                }
                const auto once = [&] {
                    const auto output = (*host)->run({{"true"}, {}, {}}, deadlineIn(std::chrono::seconds(20)));
                    failures += output && output->succeeded() ? 0 : 1;
                };
                std::vector<std::jthread> inner;
                for (int i = 0; i < commands; ++i) {
                    if (together)
                        inner.emplace_back(once);
                    else
                        once();
                }
            });
        }
    }
    fmt::print("{{\"seconds\": {:.4f}, \"failures\": {}}}\n", secondsSince(start), failures.load());
    return failures == 0 ? 0 : 1;
}

int fetch(const ConnectOptions& options, const std::string& place, const std::string& from, const std::string& to,
          bool verify, bool put)
{
    Prompts prompts;
    const Nanoseconds start = monotonicNow();
    const auto host = connectHost(place, options, prompts, deadlineIn(std::chrono::seconds(20)));
    if (!host) {
        fmt::print(stderr, "{}\n", host.error().text());
        return 1;
    }
    const double connected = secondsSince(start);
    TransferOptions how;
    how.verify = verify;
    const auto done = put ? sendFile(**host, from, to, how) : fetchFile(**host, from, to, how);
    if (!done) {
        fmt::print(stderr, "{}\n", done.error().text());
        return 1;
    }
    fmt::print("{{\"seconds\": {:.4f}, \"connected\": {:.4f}, \"bytes\": {}, \"verified\": {}}}\n", secondsSince(start),
               connected, done->bytes, done->verified);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Commands and files over ssh, timed");
    ConnectOptions options;
    std::string configuration;
    std::vector<std::string> places;
    int commands = 10;
    bool together = false;
    bool plain = false;
    bool put = false;
    std::string from;
    std::string to;
    app.add_option("-F", configuration, "The ssh configuration");
    app.require_subcommand(1);
    auto* exec = app.add_subcommand("exec", "Run `true` so many times on each host");
    exec->add_option("hosts", places)->required();
    exec->add_option("--commands", commands);
    exec->add_flag("--together", together, "All commands of a host at once");
    auto* get = app.add_subcommand("fetch", "Fetch a file");
    std::string place;
    get->add_option("host", place)->required();
    get->add_option("from", from)->required();
    get->add_option("to", to)->required();
    get->add_flag("--no-checksum", plain);
    get->add_flag("--put", put, "The other way");
    CLI11_PARSE(app, argc, argv);
    options.resolve.configuration = configuration;
    if (exec->parsed())
        return runCommands(options, places, commands, together);
    return fetch(options, place, from, to, !plain, put);
}
