// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/integration/ssh_bed.h"

#include "core/base/text.h"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <mutex>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

namespace millrace::tests {

using namespace std::chrono_literals;

bool enterOwnNetwork()
{
    return ::unshare(CLONE_NEWNET | CLONE_NEWNS) == 0
        && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

SshBed::SshBed(int machines, std::vector<std::string> options)
    : m_folder(must(TemporaryFolder::make("ssh-bed"), "folder"))
{
    Command command;
    command.argv = {std::string(std::getenv("MR_SOURCE")) + "/tests/support/ssh_nodes.sh"};
    command.argv.insert(command.argv.end(), options.begin(), options.end());
    command.argv.insert(command.argv.end(), {std::to_string(machines), folder().string()});
    m_script = must(ChildProcess::start(command), "ssh_nodes.sh");
    std::string told;
    while (told.find("ready\n") == std::string::npos) {
        char byte = 0;
        const auto ready = waitReady(m_script->output.get(), 1, deadlineIn(60s));
        if (!ready || !*ready || ::read(m_script->output.get(), &byte, 1) != 1) {
            std::string errors(4096, '\0');
            const ssize_t got = ::read(m_script->errors.get(), errors.data(), errors.size());
            std::fprintf(stderr, "ssh_nodes.sh: %.*s\n", int(got), errors.c_str());
            std::abort();
        }
        told += byte;
    }
}

SshBed::~SshBed()
{
    m_script->input.reset();
    static_cast<void>(m_script->wait(deadlineIn(10s)));
}

remote::ConnectOptions SshBed::options() const
{
    remote::ConnectOptions options;
    options.resolve.configuration = configuration();
    return options;
}

pid_t SshBed::machine(const std::string& name) const
{
    return static_cast<pid_t>(
        must(parseInteger(trim(must(readFile(folder() / ("pid." + name)), "pid"))), "number of a machine"));
}

CommandOutput SshBed::here(std::vector<std::string> argv)
{
    return must(runCommand({std::move(argv), {}, {}}, deadlineIn(20s)), "running a program");
}

CommandOutput SshBed::inside(const std::string& name, std::vector<std::string> argv) const
{
    std::vector<std::string> all{"nsenter", "-t", std::to_string(machine(name)), "-a", "--"};
    all.insert(all.end(), argv.begin(), argv.end());
    return here(std::move(all));
}

void SshBed::startServer(const std::string& name, std::vector<std::string> options) const
{
    // In a session of its own from the start: what is left of a command's process group ends with the command.
    std::vector<std::string> argv{"setsid", "/usr/sbin/sshd", "-f", "/run/sshd_config"};
    argv.insert(argv.end(), options.begin(), options.end());
    if (const CommandOutput started = inside(name, std::move(argv)); !started.succeeded()) {
        std::fprintf(stderr, "sshd: %s\n", started.err.c_str());
        std::abort();
    }
}

void SshBed::configure(const std::string& text) const
{
    const std::string before = must(readFile(configuration()), "ssh_config");
    if (const auto done = writeFileAtomically(configuration(), text + "\n" + before); !done)
        std::abort();
}

int SshBed::count(const std::string& name, const std::string& program) const
{
    const std::string text = inside(name, {"sh", "-c", fmt::format("pgrep -xc {} || true", program)}).out;
    return static_cast<int>(must(parseInteger(trim(text)), "counting processes"));
}

namespace {
std::mutex promptMutex;
}

Result<remote::HostKeyAnswer> ScriptedPrompts::hostKey(const remote::HostKeyQuestion& question, const JobContext&)
{
    const std::lock_guard lock(promptMutex);
    ++keyQuestions;
    lastKey = question;
    return keyAnswer;
}

Result<std::string> ScriptedPrompts::passphrase(const remote::PassphraseQuestion&, const JobContext&)
{
    ++passphraseQuestions;
    return passphraseAnswer;
}

Result<std::vector<std::string>> ScriptedPrompts::keyboard(const remote::KeyboardQuestion& question, const JobContext&)
{
    const std::lock_guard lock(promptMutex);
    ++keyboardQuestions;
    lastKeyboard = question;
    return std::vector<std::string>(question.lines.size(), keyboardAnswer);
}

} // namespace millrace::tests
