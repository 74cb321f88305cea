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

/// Host key of an unknown server.
struct HostKeyQuestion
{
    std::string destination; ///< as typed by the user
    std::string host;
    std::uint16_t port = 22;
    std::string keyType; ///< "ssh-ed25519"
    std::string fingerprint; ///< "SHA256:…", as ssh-keygen -l prints it
    std::filesystem::path rememberedIn; ///< file that Remember adds it to; empty: none

    bool operator==(const HostKeyQuestion&) const = default;
};

enum class HostKeyAnswer
{
    Refuse,
    Once, ///< connect, prompt again next time
    Remember
};

/// Passphrase of an encrypted key file.
struct PassphraseQuestion
{
    std::string destination;
    std::filesystem::path file;
    int attempt = 0; ///< from 0; above 0 the last answer was wrong

    bool operator==(const PassphraseQuestion&) const = default;
};

/// Prompts of the server (RFC 4256): a password, a code.
struct KeyboardQuestion
{
    struct Line
    {
        std::string prompt;
        bool visible = false; ///< echo the answer while it is typed

        bool operator==(const Line&) const = default;
    };

    std::string destination;
    std::string name;
    std::string instruction;
    std::vector<Line> lines;
    int attempt = 0;

    bool operator==(const KeyboardQuestion&) const = default;
};

/// Decisions by the user during a login. All functions may be called from threads of sessions, several at once, and
/// must return with Cancelled within 100 ms after a stop request of the job. This base class is non-interactive: it
/// refuses with Untrusted or Denied and names the remedy.
class Prompts
{
public:
    virtual ~Prompts() = default;
    [[nodiscard]] virtual Result<HostKeyAnswer> hostKey(const HostKeyQuestion& question, const JobContext& job);
    [[nodiscard]] virtual Result<std::string> passphrase(const PassphraseQuestion& question, const JobContext& job);
    /// Returns one answer per line.
    [[nodiscard]] virtual Result<std::vector<std::string>> keyboard(const KeyboardQuestion& question,
                                                                    const JobContext& job);
};

/// Overwrites the text before its memory is freed.
void wipe(std::string& secret) noexcept;

} // namespace millrace::remote
