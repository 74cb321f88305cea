// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"
#include "core/remote/ssh_handle.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>

namespace millrace::remote {

/// Decrypted private keys, so that a passphrase is asked for once and not for each of 64 nodes. Kept in memory only, as
/// in an ssh agent. Any thread.
class KeyRing
{
public:
    /// Reads the key file, prompting for its passphrase if encrypted (three attempts). Concurrent callers wait for the
    /// first one's answer.
    [[nodiscard]] Result<KeyHandle> open(const std::filesystem::path& file, const std::string& destination,
                                         Prompts& prompts, const JobContext& job);

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::set<std::filesystem::path> m_opening;
    std::map<std::filesystem::path, KeyHandle> m_keys;
};

} // namespace millrace::remote
