// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/key_ring.h"

#include <fmt/format.h>
#include <libssh/libssh.h>

namespace millrace::remote {

namespace {

constexpr int attempts = 3;

/// libssh calls this for encrypted keys only.
int noteProtection(const char*, char*, size_t, int, int, void* data)
{
    *static_cast<bool*>(data) = true;
    return -1;
}

Error unreadable(const std::filesystem::path& file)
{
    return fail(
        ErrorCode::Denied,
        fmt::format("The key {} cannot be read: its format is unknown, or the file is damaged.", file.string()));
}

Result<KeyHandle> readKey(const std::filesystem::path& file, const std::string& destination, Prompts& prompts,
                          const JobContext& job)
{
    ssh_key key = nullptr;
    bool isProtected = false;
    if (ssh_pki_import_privkey_file(file.c_str(), nullptr, noteProtection, &isProtected, &key) == SSH_OK)
        return KeyHandle(key);
    if (!isProtected)
        return unreadable(file);
    for (int attempt = 0; attempt < attempts; ++attempt) {
        MR_TRY(passphrase, prompts.passphrase({destination, file, attempt}, job));
        const int status = ssh_pki_import_privkey_file(file.c_str(), passphrase.c_str(), nullptr, nullptr, &key);
        wipe(passphrase);
        if (status == SSH_OK)
            return KeyHandle(key);
    }
    return fail(ErrorCode::Denied,
                fmt::format("The passphrase of the key {} was wrong {} times.", file.string(), attempts));
}

} // namespace

Result<KeyHandle> KeyRing::open(const std::filesystem::path& file, const std::string& destination, Prompts& prompts,
                                const JobContext& job)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, job.stop, [&] { return !m_opening.contains(file); });
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "Connecting was cancelled.");
    if (const auto at = m_keys.find(file); at != m_keys.end())
        return KeyHandle(ssh_key_dup(at->second.get()));
    m_opening.insert(file);
    lock.unlock();
    auto key = readKey(file, destination, prompts, job);
    lock.lock();
    m_opening.erase(file);
    m_changed.notify_all();
    if (!key)
        return std::move(key).error();
    KeyHandle copy(ssh_key_dup(key->get()));
    m_keys[file] = *std::move(key);
    return copy;
}

} // namespace millrace::remote
