// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/remote/shared_answers.h"

namespace millrace::ui {
namespace {

using namespace std::chrono_literals;

/// Returns the lock, unless the job is cancelled before.
std::unique_lock<std::timed_mutex> lockFor(std::timed_mutex& mutex, const JobContext& job)
{
    std::unique_lock lock(mutex, std::defer_lock);
    while (!job.cancelled() && !lock.try_lock_for(50ms)) { }
    return lock;
}

Error cancelled()
{
    return fail(ErrorCode::Cancelled, "cancelled at a prompt");
}

template <typename Map>
auto entryOf(std::mutex& mutex, Map& map, const typename Map::key_type& key)
{
    const std::lock_guard lock(mutex);
    auto& entry = map[key];
    if (!entry)
        entry = std::make_shared<typename Map::mapped_type::element_type>();
    return entry;
}

} // namespace

SharedAnswers::~SharedAnswers()
{
    for (auto& [file, secret] : m_secrets)
        remote::wipe(secret->text);
}

Result<remote::HostKeyAnswer> SharedAnswers::hostKey(const remote::HostKeyQuestion& question, const JobContext& job)
{
    const auto entry =
        entryOf(m_mutex, m_keys, question.host + " " + std::to_string(question.port) + " " + question.fingerprint);
    const auto lock = lockFor(entry->asking, job);
    if (!lock)
        return cancelled();
    if (!entry->answer) {
        MR_TRY(answer, m_person->hostKey(question, job));
        entry->answer = answer;
        return answer;
    }
    // Stored by the session that asked first.
    return *entry->answer == remote::HostKeyAnswer::Refuse ? remote::HostKeyAnswer::Refuse
                                                           : remote::HostKeyAnswer::Once;
}

Result<std::string> SharedAnswers::passphrase(const remote::PassphraseQuestion& question, const JobContext& job)
{
    const auto entry = entryOf(m_mutex, m_secrets, question.file);
    const auto lock = lockFor(entry->asking, job);
    if (!lock)
        return cancelled();
    if (entry->known && question.attempt == 0)
        return entry->text;
    MR_TRY(text, m_person->passphrase(question, job));
    remote::wipe(entry->text);
    entry->text = text;
    entry->known = true;
    return text;
}

Result<std::vector<std::string>> SharedAnswers::keyboard(const remote::KeyboardQuestion& question,
                                                         const JobContext& job)
{
    return m_person->keyboard(question, job);
}

} // namespace millrace::ui
