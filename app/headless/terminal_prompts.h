// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"

#include <mutex>
#include <optional>
#include <string>

namespace millrace::headless {

/// Prompts on the controlling terminal, one question after another; without one it refuses, as Prompts does. Secrets
/// are not echoed, and not kept.
class TerminalPrompts : public remote::Prompts
{
public:
    [[nodiscard]] Result<remote::HostKeyAnswer> hostKey(const remote::HostKeyQuestion& question,
                                                        const JobContext& job) override;
    [[nodiscard]] Result<std::string> passphrase(const remote::PassphraseQuestion& question,
                                                 const JobContext& job) override;
    [[nodiscard]] Result<std::vector<std::string>> keyboard(const remote::KeyboardQuestion& question,
                                                            const JobContext& job) override;

    /// Returns whether the answer is yes; nothing without a terminal.
    [[nodiscard]] Result<std::optional<bool>> confirm(const std::string& question, const JobContext& job);

private:
    std::mutex m_one; ///< one question at a time
};

} // namespace millrace::headless
