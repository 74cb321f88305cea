// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/handshake.h"

#include "core/base/text.h"
#include "core/remote/host_keys.h"
#include "core/remote/server_socket.h"

#include <algorithm>
#include <fmt/format.h>
#include <libssh/libssh.h>
#include <poll.h>

namespace millrace::remote {

namespace {

/// Attempts at keyboard-interactive and password authentication, as ssh.
constexpr int passwordAttempts = 3;

Error cancelledError()
{
    return fail(ErrorCode::Cancelled, "Connecting was cancelled.");
}

std::string methodNames(unsigned int methods)
{
    std::vector<std::string> names;
    if ((methods & SSH_AUTH_METHOD_PUBLICKEY) != 0)
        names.emplace_back("publickey");
    if ((methods & SSH_AUTH_METHOD_INTERACTIVE) != 0)
        names.emplace_back("keyboard-interactive");
    if ((methods & SSH_AUTH_METHOD_PASSWORD) != 0)
        names.emplace_back("password");
    if ((methods & SSH_AUTH_METHOD_GSSAPI_MIC) != 0)
        names.emplace_back("gssapi-with-mic");
    if ((methods & SSH_AUTH_METHOD_HOSTBASED) != 0)
        names.emplace_back("hostbased");
    return names.empty() ? "nothing" : join(names, ", ");
}

/// Reads the public key from the .pub file, or from the key file itself if its format has it. Null if neither can be
/// read.
KeyHandle publicKeyOf(const std::filesystem::path& file)
{
    std::filesystem::path publicFile = file;
    publicFile += ".pub";
    ssh_key key = nullptr;
    if (ssh_pki_import_pubkey_file(publicFile.c_str(), &key) == SSH_OK
        || ssh_pki_import_pubkey_file(file.c_str(), &key) == SSH_OK)
        return KeyHandle(key);
    return {};
}

} // namespace

Handshake::Handshake(ssh_session_struct* session, const SshTarget& target, Prompts& prompts, KeyRing& keys,
                     Deadline deadline, std::stop_token stop)
    : m_session(session), m_target(target), m_prompts(prompts), m_keys(keys), m_deadline(deadline)
{
    m_job.stop = std::move(stop);
}

Result<int> Handshake::settled(const std::function<int()>& call, int again)
{
    for (;;) {
        if (m_job.cancelled())
            return cancelledError();
        const int result = call();
        if (result != again)
            return result;
        const int wanted = ssh_get_poll_flags(m_session);
        const int events = POLLIN | ((wanted & SSH_WRITE_PENDING) != 0 ? POLLOUT : 0);
        MR_TRY(ready, waitReadyUnless(ssh_get_fd(m_session), static_cast<short>(events), m_deadline, m_job.stop));
        if (!ready)
            return fail(ErrorCode::Unreachable,
                        fmt::format("{} has accepted the connection but does not answer: is it overloaded, or is that "
                                    "no ssh server?",
                                    addressText(m_target)));
    }
}

Error Handshake::lost(const std::string& doing) const
{
    return fail(
        ErrorCode::Unreachable,
        fmt::format("{} ended the connection while {}: {}.", addressText(m_target), doing, lastError(m_session)));
}

Result<void> Handshake::exchangeKeys()
{
    MR_TRY(result, settled([this] { return ssh_connect(m_session); }, SSH_AGAIN));
    if (result == SSH_OK)
        return {};
    const std::string reason = lastError(m_session);
    if (reason.find("no match for method") != std::string::npos)
        return fail(ErrorCode::Protocol,
                    fmt::format("{} and this program share no algorithm ({}): the server is too old, or your "
                                "configuration allows too little.",
                                addressText(m_target), reason));
    m_turnedAway = ssh_get_serverbanner(m_session) == nullptr;
    return lost("the keys were being exchanged");
}

Result<void> Handshake::checkServer(const std::vector<KnownKey>& known)
{
    ssh_key raw = nullptr;
    if (ssh_get_server_publickey(m_session, &raw) != SSH_OK)
        return fail(ErrorCode::Protocol, fmt::format("{} presents no host key.", addressText(m_target)));
    const KeyHandle key(raw);
    const auto began = std::chrono::steady_clock::now();
    MR_CHECK(checkHostKey(m_target, known, {typeName(key.get()), publicText(key.get())}, m_prompts, m_job));
    m_deadline += std::chrono::steady_clock::now() - began;
    return {};
}

unsigned int Handshake::methods() const
{
    return static_cast<unsigned int>(ssh_userauth_list(m_session, nullptr));
}

Result<void> Handshake::logIn()
{
    MR_TRY(none, settled([this] { return ssh_userauth_none(m_session, nullptr); }, SSH_AUTH_AGAIN));
    if (none == SSH_AUTH_SUCCESS)
        return {};
    if (none == SSH_AUTH_ERROR)
        return lost("logging in");
    std::vector<std::string> order = m_target.authentications;
    if (order.empty())
        order = {"publickey", "keyboard-interactive", "password"};
    // A server may require several methods one after another: each partial success restarts with the rest.
    for (std::size_t i = 0; i < order.size(); ++i) {
        MR_TRY(result, tryMethod(order[i]));
        if (result == SSH_AUTH_SUCCESS)
            return {};
        if (result == SSH_AUTH_ERROR)
            return ssh_is_connected(m_session) != 0 ? refused() : lost("logging in");
        if (result == SSH_AUTH_PARTIAL && m_tried.size() < 16) {
            order.erase(order.begin() + static_cast<std::ptrdiff_t>(i));
            i = static_cast<std::size_t>(-1);
        }
    }
    return refused();
}

Error Handshake::refused() const
{
    const std::string tried = m_tried.empty() ? "nothing fits" : "tried: " + join(m_tried, ", ");
    return fail(ErrorCode::Denied,
                fmt::format("{} denied the login; it accepts {} ({}). Is your public key in ~/.ssh/authorized_keys "
                            "there (ssh-copy-id {}), and is the user name correct?",
                            addressText(m_target), methodNames(methods()), tried, m_target.destination));
}

Result<int> Handshake::tryMethod(const std::string& method)
{
    const unsigned int offered = methods();
    if (method == "publickey" && (offered & SSH_AUTH_METHOD_PUBLICKEY) != 0) {
        MR_TRY(agent, byAgent());
        if (agent != SSH_AUTH_DENIED)
            return agent;
        return byKeyFiles();
    }
    if (method == "keyboard-interactive" && (offered & SSH_AUTH_METHOD_INTERACTIVE) != 0)
        return byKeyboard();
    if (method == "password" && (offered & SSH_AUTH_METHOD_PASSWORD) != 0)
        return byPassword();
    return SSH_AUTH_DENIED;
}

Result<int> Handshake::byAgent()
{
    std::error_code ignored;
    if (m_target.identityAgent.empty() || !std::filesystem::exists(m_target.identityAgent, ignored))
        return SSH_AUTH_DENIED;
    m_tried.emplace_back("keys of the agent");
    if (m_target.identitiesOnly && !m_agent)
        showNamedKeysOnly();
    if (m_target.identitiesOnly && !m_agent)
        return SSH_AUTH_DENIED;
    MR_TRY(result, settled([this] { return ssh_userauth_agent(m_session, nullptr); }, SSH_AUTH_AGAIN));
    // A socket without an agent is no reason to fail.
    return result == SSH_AUTH_ERROR && ssh_is_connected(m_session) != 0 ? SSH_AUTH_DENIED : result;
}

void Handshake::showNamedKeysOnly()
{
    std::set<std::string> named;
    for (const std::filesystem::path& file : m_target.identityFiles) {
        if (const KeyHandle key = publicKeyOf(file))
            named.insert(publicText(key.get()));
    }
    auto filter = AgentFilter::start(m_target.identityAgent, std::move(named));
    if (!filter)
        return;
    m_agent = *std::move(filter);
    ssh_set_agent_socket(m_session, m_agent->end.release());
}

Result<int> Handshake::byKeyFiles()
{
    for (const std::filesystem::path& file : m_target.identityFiles) {
        std::error_code ignored;
        if (!std::filesystem::exists(file, ignored))
            continue;
        MR_TRY(result, byKeyFile(file));
        if (result != SSH_AUTH_DENIED)
            return result;
    }
    return SSH_AUTH_DENIED;
}

Result<int> Handshake::byKeyFile(const std::filesystem::path& file)
{
    m_tried.push_back(file.string());
    // Asks the server whether it would accept the key before asking for a passphrase.
    const KeyHandle shown = publicKeyOf(file);
    if (shown) {
        MR_TRY(wanted,
               settled([&] { return ssh_userauth_try_publickey(m_session, nullptr, shown.get()); }, SSH_AUTH_AGAIN));
        if (wanted != SSH_AUTH_SUCCESS)
            return wanted;
    }
    const auto began = std::chrono::steady_clock::now();
    MR_TRY(key, m_keys.open(file, m_target.destination, m_prompts, m_job));
    m_deadline += std::chrono::steady_clock::now() - began;
    return settled([&] { return ssh_userauth_publickey(m_session, nullptr, key.get()); }, SSH_AUTH_AGAIN);
}

Result<std::vector<std::string>> Handshake::asked(const KeyboardQuestion& question)
{
    const auto began = std::chrono::steady_clock::now();
    MR_TRY(answers, m_prompts.keyboard(question, m_job));
    m_deadline += std::chrono::steady_clock::now() - began;
    answers.resize(question.lines.size());
    return answers;
}

Result<int> Handshake::answerRound(int attempt)
{
    const int count = ssh_userauth_kbdint_getnprompts(m_session);
    const char* name = ssh_userauth_kbdint_getname(m_session);
    const char* instruction = ssh_userauth_kbdint_getinstruction(m_session);
    KeyboardQuestion question{
        m_target.destination, name != nullptr ? name : "", instruction != nullptr ? instruction : "", {}, attempt};
    for (int i = 0; i < count; ++i) {
        char echo = 0;
        const char* prompt = ssh_userauth_kbdint_getprompt(m_session, static_cast<unsigned int>(i), &echo);
        question.lines.push_back({prompt != nullptr ? prompt : "", echo != 0});
    }
    // Servers end with an empty round.
    if (count <= 0)
        return SSH_OK;
    MR_TRY(answers, asked(question));
    for (int i = 0; i < count; ++i) {
        std::string& answer = answers[static_cast<std::size_t>(i)];
        ssh_userauth_kbdint_setanswer(m_session, static_cast<unsigned int>(i), answer.c_str());
        wipe(answer);
    }
    return SSH_OK;
}

Result<int> Handshake::byKeyboard()
{
    m_tried.emplace_back("keyboard-interactive");
    for (int attempt = 0; attempt < passwordAttempts; ++attempt) {
        MR_TRY(result, settled([this] { return ssh_userauth_kbdint(m_session, nullptr, nullptr); }, SSH_AUTH_AGAIN));
        for (int round = 0; result == SSH_AUTH_INFO && round < 16; ++round) {
            MR_CHECK(answerRound(attempt));
            MR_TRY(next, settled([this] { return ssh_userauth_kbdint(m_session, nullptr, nullptr); }, SSH_AUTH_AGAIN));
            result = next;
        }
        if (result != SSH_AUTH_DENIED)
            return result;
    }
    return SSH_AUTH_DENIED;
}

Result<int> Handshake::byPassword()
{
    m_tried.emplace_back("password");
    for (int attempt = 0; attempt < passwordAttempts; ++attempt) {
        const std::string prompt = fmt::format("Password of {}: ", addressText(m_target));
        MR_TRY(answers, asked({m_target.destination, "", "", {{prompt, false}}, attempt}));
        auto result =
            settled([&] { return ssh_userauth_password(m_session, nullptr, answers.front().c_str()); }, SSH_AUTH_AGAIN);
        wipe(answers.front());
        if (!result || *result != SSH_AUTH_DENIED)
            return result;
    }
    return SSH_AUTH_DENIED;
}

} // namespace millrace::remote
