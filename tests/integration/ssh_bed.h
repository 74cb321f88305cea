// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/remote/session_pool.h"

#include <atomic>
#include <string>
#include <vector>

namespace millrace::tests {

/// Puts this process into a network namespace of its own; call it first in main(). False without the right to.
[[nodiscard]] bool enterOwnNetwork();

/// Remote machines n1, n2, … made by tests/support/ssh_nodes.sh in this process's network namespace, which must be its
/// own. They end with this object. Failures end the test program with a message.
class SshBed
{
public:
    explicit SshBed(int machines, std::vector<std::string> options = {});
    SshBed(const SshBed&) = delete;
    SshBed& operator=(const SshBed&) = delete;
    ~SshBed();

    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder.path(); }
    [[nodiscard]] std::filesystem::path configuration() const { return folder() / "ssh_config"; }
    [[nodiscard]] remote::ConnectOptions options() const;
    /// The first process of a machine.
    [[nodiscard]] pid_t machine(const std::string& name) const;
    /// Runs something on a machine without ssh.
    CommandOutput inside(const std::string& name, std::vector<std::string> argv) const;
    /// Starts an ssh server on a machine, with further options of sshd; it takes a moment to listen.
    void startServer(const std::string& name, std::vector<std::string> options = {}) const;
    /// Runs something in this process's own network.
    static CommandOutput here(std::vector<std::string> argv);
    /// Appends a host to the ssh configuration, before those that are there.
    void configure(const std::string& text) const;
    /// How many processes of that exact name live on a machine.
    [[nodiscard]] int count(const std::string& name, const std::string& program) const;

private:
    TemporaryFolder m_folder;
    std::optional<ChildProcess> m_script;
};

/// Prompts that give prepared answers and count the questions.
class ScriptedPrompts : public remote::Prompts
{
public:
    remote::HostKeyAnswer keyAnswer = remote::HostKeyAnswer::Refuse;
    std::string passphraseAnswer;
    std::string keyboardAnswer;
    std::atomic<int> keyQuestions = 0;
    std::atomic<int> passphraseQuestions = 0;
    std::atomic<int> keyboardQuestions = 0;
    remote::HostKeyQuestion lastKey;
    remote::KeyboardQuestion lastKeyboard;

    Result<remote::HostKeyAnswer> hostKey(const remote::HostKeyQuestion& question, const JobContext&) override;
    Result<std::string> passphrase(const remote::PassphraseQuestion&, const JobContext&) override;
    Result<std::vector<std::string>> keyboard(const remote::KeyboardQuestion& question, const JobContext&) override;
};

template <typename T>
T must(Result<T> result, const char* what)
{
    if (result)
        return *std::move(result);
    std::fprintf(stderr, "%s: %s\n", what, result.error().text().c_str());
    std::abort();
}

} // namespace millrace::tests
