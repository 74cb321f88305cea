// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"

#include <map>
#include <memory>
#include <mutex>

namespace millrace::ui {

/// Asks once for all sessions of one job: the passphrase of a key file, the key of a jump host. Answers are kept in
/// memory during the job and wiped with it. Any thread.
class SharedAnswers final : public remote::Prompts
{
public:
    explicit SharedAnswers(std::shared_ptr<remote::Prompts> person) : m_person(std::move(person)) { }
    ~SharedAnswers() override;

    [[nodiscard]] Result<remote::HostKeyAnswer> hostKey(const remote::HostKeyQuestion& question,
                                                        const JobContext& job) override;
    [[nodiscard]] Result<std::string> passphrase(const remote::PassphraseQuestion& question,
                                                 const JobContext& job) override;
    [[nodiscard]] Result<std::vector<std::string>> keyboard(const remote::KeyboardQuestion& question,
                                                            const JobContext& job) override;

private:
    struct Secret
    {
        std::timed_mutex asking; ///< others wait for the answer of the first
        std::string text;
        bool known = false;
    };
    struct Key
    {
        std::timed_mutex asking;
        std::optional<remote::HostKeyAnswer> answer;
    };

    const std::shared_ptr<remote::Prompts> m_person;
    std::mutex m_mutex;
    std::map<std::filesystem::path, std::shared_ptr<Secret>> m_secrets;
    std::map<std::string, std::shared_ptr<Key>> m_keys; ///< by host, port and fingerprint
};

} // namespace millrace::ui
