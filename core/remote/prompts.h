// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace millrace::remote {

/// A server that was never seen before shows its key.
struct HostKeyQuestion
{
    std::string destination; ///< what the user wrote
    std::string host;
    std::uint16_t port = 22;
    std::string keyType; ///< "ssh-ed25519"
    std::string fingerprint; ///< "SHA256:…", as ssh-keygen -l prints it
    std::filesystem::path rememberedIn; ///< the file that Remember adds it to; empty: nowhere

    bool operator==(const HostKeyQuestion&) const = default;
};

enum class HostKeyAnswer
{
    Refuse,
    Once, ///< connect, ask again next time
    Remember
};

/// A key file that is protected by a passphrase.
struct PassphraseQuestion
{
    std::string destination;
    std::filesystem::path file;
    int attempt = 0; ///< from 0; above 0 the last answer was wrong

    bool operator==(const PassphraseQuestion&) const = default;
};

/// What a server asks for itself (RFC 4256): a password, a code.
struct KeyboardQuestion
{
    struct Line
    {
        std::string prompt;
        bool visible = false; ///< whether the answer may be shown while it is typed

        bool operator==(const Line&) const = default;
    };

    std::string destination;
    std::string name;
    std::string instruction;
    std::vector<Line> lines;
    int attempt = 0;

    bool operator==(const KeyboardQuestion&) const = default;
};

/// Where a session turns to when only a person can decide. All functions may be called from threads of sessions,
/// several at once, and must return with Cancelled within 100 ms after a stop request of the job. The functions of this
/// class ask nobody: they refuse with Untrusted or Denied and name the remedy.
class Prompts
{
public:
    virtual ~Prompts() = default;
    [[nodiscard]] virtual Result<HostKeyAnswer> hostKey(const HostKeyQuestion& question, const JobContext& job);
    [[nodiscard]] virtual Result<std::string> passphrase(const PassphraseQuestion& question, const JobContext& job);
    /// One answer for each line.
    [[nodiscard]] virtual Result<std::vector<std::string>> keyboard(const KeyboardQuestion& question,
                                                                    const JobContext& job);
};

/// Overwrites the text before it is given back to the memory.
void wipe(std::string& secret) noexcept;

} // namespace millrace::remote
