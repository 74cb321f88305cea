// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/served_connection.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace millrace::test {

using namespace std::chrono_literals;

namespace {

void setNonBlockingHere(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

std::vector<char*> pointers(const std::vector<std::string>& words)
{
    std::vector<char*> all;
    for (const std::string& word : words)
        all.push_back(const_cast<char*>(word.c_str()));
    all.push_back(nullptr);
    return all;
}

void endGroup(pid_t process)
{
    ::kill(-process, SIGKILL);
    ::waitpid(process, nullptr, 0);
}

} // namespace

UniqueFd connectedTo(const char* address, int port)
{
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    if (::inet_pton(AF_INET, address, &to.sin_addr) != 1
        || ::connect(fd.get(), reinterpret_cast<sockaddr*>(&to), sizeof to) != 0)
        fd.reset();
    return fd;
}

ServedChannel::ServedChannel(ssh_channel channel) : m_channel(channel)
{
    ssh_callbacks_init(&m_callbacks);
    m_callbacks.userdata = this;
    m_callbacks.channel_data_function = onData;
    m_callbacks.channel_eof_function = onEof;
    ssh_set_channel_callbacks(m_channel, &m_callbacks);
}

ServedChannel::~ServedChannel()
{
    if (m_process > 0)
        endGroup(m_process);
    ssh_remove_channel_callbacks(m_channel, &m_callbacks);
    ssh_channel_free(m_channel);
}

bool ServedChannel::run(const std::vector<std::string>& argv, const std::vector<std::string>& environment)
{
    int in[2];
    int out[2];
    int err[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0)
        return false;
    const auto words = pointers(argv);
    const auto variables = pointers(environment);
    m_process = ::fork();
    if (m_process == 0) {
        ::setsid();
        ::dup2(in[0], 0);
        ::dup2(out[1], 1);
        ::dup2(err[1], 2);
        ::signal(SIGPIPE, SIG_DFL);
        ::execve(words[0], words.data(), variables.data());
        ::_exit(127);
    }
    for (const int fd : {in[0], out[1], err[1]})
        ::close(fd);
    m_input = UniqueFd(in[1]);
    m_output = UniqueFd(out[0]);
    m_errors = UniqueFd(err[0]);
    for (const int fd : {in[1], out[0], err[0]})
        setNonBlockingHere(fd);
    return m_process > 0;
}

void ServedChannel::forwardTo(UniqueFd connection)
{
    setNonBlockingHere(connection.get());
    m_output = UniqueFd(::fcntl(connection.get(), F_DUPFD_CLOEXEC, 0));
    m_input = std::move(connection);
}

int ServedChannel::onData(ssh_session, ssh_channel, void* bytes, std::uint32_t size, int, void* self)
{
    static_cast<ServedChannel*>(self)->m_pending.append(static_cast<const char*>(bytes), size);
    return static_cast<int>(size);
}

void ServedChannel::onEof(ssh_session, ssh_channel, void* self)
{
    static_cast<ServedChannel*>(self)->m_inputEnded = true;
}

void ServedChannel::feed()
{
    while (m_input && !m_pending.empty()) {
        const ssize_t sent = ::write(m_input.get(), m_pending.data(), m_pending.size());
        if (sent < 0 && errno == EAGAIN)
            return;
        if (sent < 0)
            m_input.reset(); // nobody reads any more
        m_pending.erase(0, sent < 0 ? m_pending.size() : static_cast<std::size_t>(sent));
    }
    if (m_input && m_inputEnded) {
        ::shutdown(m_input.get(), SHUT_WR);
        m_input.reset();
    }
}

void ServedChannel::forward(UniqueFd& from, bool isError)
{
    std::array<char, 32 << 10> buffer;
    while (from) {
        const std::size_t window = ssh_channel_window_size(m_channel);
        if (window == 0)
            return;
        const ssize_t got = ::read(from.get(), buffer.data(), std::min(window, buffer.size()));
        if (got < 0 && errno == EAGAIN)
            return;
        if (got <= 0)
            return from.reset();
        const auto size = static_cast<std::uint32_t>(got);
        if (isError)
            ssh_channel_write_stderr(m_channel, buffer.data(), size);
        else
            ssh_channel_write(m_channel, buffer.data(), size);
    }
}

void ServedChannel::tellExit(int status)
{
    if (WIFSIGNALED(status))
        ssh_channel_request_send_exit_signal(m_channel, ::sigabbrev_np(WTERMSIG(status)), 0, "", "");
    else
        ssh_channel_request_send_exit_status(m_channel, WEXITSTATUS(status));
}

bool ServedChannel::pump(bool tellsExit)
{
    if (ssh_channel_is_closed(m_channel) != 0)
        return false;
    feed();
    const bool started = m_output || m_process > 0;
    forward(m_output, false);
    forward(m_errors, true);
    if (!started || m_output || m_errors)
        return true;
    int status = 0;
    if (m_process > 0 && ::waitpid(m_process, &status, WNOHANG) == 0)
        return true;
    if (std::exchange(m_process, -1) > 0 && tellsExit)
        tellExit(status);
    ssh_channel_send_eof(m_channel);
    ssh_channel_close(m_channel);
    return false;
}

ServedConnection::ServedConnection(SshServer& server, ssh_session session, int fd)
    : m_server(server), m_session(session), m_fd(::fcntl(fd, F_DUPFD_CLOEXEC, 0))
{
    ssh_callbacks_init(&m_callbacks);
    m_callbacks.userdata = this;
    m_callbacks.auth_password_function = onPassword;
    m_callbacks.auth_pubkey_function = onKey;
    ssh_set_server_callbacks(m_session, &m_callbacks);
    ssh_set_message_callback(m_session, onMessage, this);
    m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
}

ServedConnection::~ServedConnection()
{
    m_thread.request_stop();
    m_thread.join();
    m_channels.clear();
    ssh_free(m_session);
    ::close(m_fd);
}

void ServedConnection::sever()
{
    ::shutdown(m_fd, SHUT_RDWR);
}

void ServedConnection::serve(const std::stop_token& stop)
{
    int methods = SSH_AUTH_METHOD_PUBLICKEY;
    if (!m_server.password.empty())
        methods |= SSH_AUTH_METHOD_PASSWORD;
    if (!m_server.keyboard.empty() && !m_server.keyThenKeyboard)
        methods |= SSH_AUTH_METHOD_INTERACTIVE;
    ssh_set_auth_methods(m_session, methods);
    while (m_server.silent && !stop.stop_requested())
        std::this_thread::sleep_for(2ms);
    if (ssh_handle_key_exchange(m_session) != SSH_OK)
        return;
    ssh_event event = ssh_event_new();
    ssh_event_add_session(event, m_session);
    while (!stop.stop_requested() && (ssh_get_status(m_session) & (SSH_CLOSED | SSH_CLOSED_ERROR)) == 0) {
        if (m_server.silent) {
            std::this_thread::sleep_for(2ms);
            continue;
        }
        if (ssh_event_dopoll(event, m_channels.empty() ? 20 : 1) == SSH_ERROR)
            break;
        std::erase_if(m_channels, [this](ServedChannel& channel) {
            const bool ended = !channel.pump(m_server.tellsExit);
            if (const pid_t left = ended ? channel.release() : -1; left > 0)
                m_left.push_back(left);
            return ended;
        });
    }
    m_channels.clear();
    std::ranges::for_each(m_left, endGroup);
    ssh_event_remove_session(event, m_session);
    ssh_event_free(event);
    ssh_disconnect(m_session);
}

int ServedConnection::onPassword(ssh_session, const char*, const char* password, void* self)
{
    const std::string& wanted = static_cast<ServedConnection*>(self)->m_server.password;
    return !wanted.empty() && wanted == password ? SSH_AUTH_SUCCESS : SSH_AUTH_DENIED;
}

int ServedConnection::onKey(ssh_session session, const char*, ssh_key_struct* key, char state, void* self)
{
    auto& connection = *static_cast<ServedConnection*>(self);
    char* text = nullptr;
    if (state == SSH_PUBLICKEY_STATE_WRONG || ssh_pki_export_pubkey_base64(key, &text) != SSH_OK)
        return SSH_AUTH_DENIED;
    const bool known =
        std::ranges::any_of(connection.m_server.keys, [text](const std::string& each) { return each.ends_with(text); });
    ssh_string_free_char(text);
    if (!known)
        return SSH_AUTH_DENIED;
    if (state == SSH_PUBLICKEY_STATE_NONE || !connection.m_server.keyThenKeyboard)
        return SSH_AUTH_SUCCESS;
    connection.m_keyAccepted = true;
    ssh_set_auth_methods(session, SSH_AUTH_METHOD_INTERACTIVE);
    return SSH_AUTH_PARTIAL;
}

int ServedConnection::onMessage(ssh_session, ssh_message message, void* self)
{
    auto& connection = *static_cast<ServedConnection*>(self);
    const int kind = ssh_message_subtype(message);
    switch (ssh_message_type(message)) {
    case SSH_REQUEST_AUTH: return kind == SSH_AUTH_METHOD_INTERACTIVE ? connection.keyboard(message) : 1;
    case SSH_REQUEST_SERVICE: ssh_message_service_reply_success(message); return 0;
    case SSH_REQUEST_CHANNEL_OPEN: return connection.openChannel(message);
    case SSH_REQUEST_CHANNEL: return connection.request(message);
    default: return 1; // refused
    }
}

int ServedConnection::keyboard(ssh_message message)
{
    if (m_server.keyboard.empty() || (m_server.keyThenKeyboard && !m_keyAccepted))
        return 1;
    if (ssh_message_auth_kbdint_is_response(message) == 0) {
        const char* prompts[] = {"Password: "};
        char echo[] = {0};
        ssh_message_auth_interactive_request(message, "login", "Who are you?", 1, prompts, echo);
        return 0;
    }
    const char* answer = ssh_userauth_kbdint_getanswer(m_session, 0);
    if (answer == nullptr || m_server.keyboard != answer)
        return 1;
    ssh_message_auth_reply_success(message, 0);
    return 0;
}

int ServedConnection::openChannel(ssh_message message)
{
    const int kind = ssh_message_subtype(message);
    UniqueFd tunnel;
    if (kind == SSH_CHANNEL_DIRECT_TCPIP)
        tunnel = connectedTo(ssh_message_channel_request_open_destination(message),
                             ssh_message_channel_request_open_destination_port(message));
    if ((kind != SSH_CHANNEL_SESSION && !tunnel) || static_cast<int>(m_channels.size()) >= m_server.mostChannels)
        return 1;
    ServedChannel& channel = m_channels.emplace_back(ssh_message_channel_request_open_reply_accept(message));
    if (tunnel)
        channel.forwardTo(std::move(tunnel));
    return 0;
}

int ServedConnection::request(ssh_message message)
{
    const ssh_channel raw = ssh_message_channel_request_channel(message);
    const auto channel = std::ranges::find(m_channels, raw, &ServedChannel::channel);
    if (channel == m_channels.end())
        return 1;
    std::vector<std::string> command;
    if (ssh_message_subtype(message) == SSH_CHANNEL_REQUEST_SUBSYSTEM)
        command = m_server.sftp;
    if (ssh_message_subtype(message) == SSH_CHANNEL_REQUEST_EXEC && m_server.runsCommands) {
        command = m_server.shell;
        command.emplace_back(ssh_message_channel_request_command(message));
        ++m_server.m_commands;
    }
    if (command.empty())
        return 1;
    std::vector<std::string> environment = m_server.environment;
    for (const std::string_view usual : {"SHELL=/bin/sh", "PATH=/usr/local/bin:/usr/bin:/bin"}) {
        const std::string_view name = usual.substr(0, usual.find('=') + 1);
        if (std::ranges::none_of(environment, [&](const std::string& own) { return own.starts_with(name); }))
            environment.emplace_back(usual);
    }
    ssh_message_channel_request_reply_success(message);
    return channel->run(command, environment) ? 0 : 1;
}

} // namespace millrace::test
