// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/terminal_prompts.h"

#include "core/base/text.h"
#include "core/base/unique_fd.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace millrace::headless {

namespace {

constexpr std::size_t longestAnswer = 1024;

/// Terminal of this program; `hidden` disables the echo while it lives.
class Terminal
{
public:
    explicit Terminal(bool hidden) : m_fd(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY))
    {
        if (!m_fd || !hidden || ::tcgetattr(m_fd.get(), &m_before) != 0)
            return;
        termios silent = m_before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        silent.c_lflag |= ECHONL;
        m_changed = ::tcsetattr(m_fd.get(), TCSAFLUSH, &silent) == 0;
    }
    ~Terminal()
    {
        if (m_changed)
            ::tcsetattr(m_fd.get(), TCSAFLUSH, &m_before);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    [[nodiscard]] bool isThere() const noexcept { return static_cast<bool>(m_fd); }

    Result<std::string> ask(std::string_view text, const JobContext& job)
    {
        if (::write(m_fd.get(), text.data(), text.size()) < 0)
            return failErrno("writing to the terminal");
        std::string line;
        while (!job.cancelled()) {
            pollfd ready{m_fd.get(), POLLIN, 0};
            if (::poll(&ready, 1, 50) <= 0)
                continue;
            char byte = 0;
            const ssize_t got = ::read(m_fd.get(), &byte, 1);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                return fail(ErrorCode::Cancelled, "the terminal was closed");
            if (byte == '\n')
                return line;
            if (line.size() < longestAnswer)
                line += byte;
        }
        return fail(ErrorCode::Cancelled, "cancelled at a prompt");
    }

private:
    UniqueFd m_fd;
    termios m_before{};
    bool m_changed = false;
};

} // namespace

Result<remote::HostKeyAnswer> TerminalPrompts::hostKey(const remote::HostKeyQuestion& question, const JobContext& job)
{
    const std::lock_guard lock(m_one);
    Terminal terminal(false);
    if (!terminal.isThere())
        return Prompts::hostKey(question, job);
    std::string text = fmt::format("{} (port {}) is not known yet. It presents this {} key:\n  {}\nCompare it with the "
                                   "one published by the machine's administrator. Connect? [yes/once/no] ",
                                   question.host, question.port, question.keyType, question.fingerprint);
    for (;;) {
        MR_TRY(answer, terminal.ask(text, job));
        const std::string_view word = trim(answer);
        if (word == "yes")
            return remote::HostKeyAnswer::Remember;
        if (word == "once")
            return remote::HostKeyAnswer::Once;
        if (word == "no")
            return remote::HostKeyAnswer::Refuse;
        text = "Please type yes (connect and remember the key), once or no: ";
    }
}

Result<std::optional<bool>> TerminalPrompts::confirm(const std::string& question, const JobContext& job)
{
    const std::lock_guard lock(m_one);
    Terminal terminal(false);
    // Without stderr on a terminal nobody sees the prompt: do not wait for an answer.
    if (!terminal.isThere() || ::isatty(STDERR_FILENO) == 0)
        return std::optional<bool>();
    std::string text = question + " [yes/no] ";
    for (;;) {
        MR_TRY(answer, terminal.ask(text, job));
        if (trim(answer) == "yes" || trim(answer) == "no")
            return std::optional(trim(answer) == "yes");
        text = "Please type yes or no: ";
    }
}

Result<std::string> TerminalPrompts::passphrase(const remote::PassphraseQuestion& question, const JobContext& job)
{
    const std::lock_guard lock(m_one);
    Terminal terminal(true);
    if (!terminal.isThere())
        return Prompts::passphrase(question, job);
    return terminal.ask(fmt::format("{}Passphrase of the key {}: ", question.attempt > 0 ? "That was not right. " : "",
                                    question.file.string()),
                        job);
}

Result<std::vector<std::string>> TerminalPrompts::keyboard(const remote::KeyboardQuestion& question,
                                                           const JobContext& job)
{
    const std::lock_guard lock(m_one);
    std::vector<std::string> answers;
    for (const auto& line : question.lines) {
        Terminal terminal(!line.visible);
        if (!terminal.isThere())
            return Prompts::keyboard(question, job);
        MR_TRY(answer, terminal.ask(fmt::format("{}: {}", question.destination, line.prompt), job));
        answers.push_back(std::move(answer));
    }
    return answers;
}

} // namespace millrace::headless
