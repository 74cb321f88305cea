// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"

#include <mutex>
#include <optional>
#include <string>

namespace millrace::headless {

/// Asks on the terminal that the program was started from, one question after another; without one it refuses, as
/// Prompts does. Secrets are not shown while they are typed, and not kept.
class TerminalPrompts : public remote::Prompts
{
public:
    [[nodiscard]] Result<remote::HostKeyAnswer> hostKey(const remote::HostKeyQuestion& question,
                                                        const JobContext& job) override;
    [[nodiscard]] Result<std::string> passphrase(const remote::PassphraseQuestion& question,
                                                 const JobContext& job) override;
    [[nodiscard]] Result<std::vector<std::string>> keyboard(const remote::KeyboardQuestion& question,
                                                            const JobContext& job) override;

    /// Whether the answer to a question is yes; nothing where no terminal shows messages.
    [[nodiscard]] Result<std::optional<bool>> confirm(const std::string& question, const JobContext& job);

private:
    std::mutex m_one; ///< question at a time
};

} // namespace millrace::headless
