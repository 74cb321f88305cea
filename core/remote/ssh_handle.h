// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>

struct ssh_session_struct;
struct ssh_channel_struct;
struct ssh_key_struct;
struct ssh_event_struct;

namespace millrace::remote {

struct SessionFreer
{
    void operator()(ssh_session_struct* session) const noexcept;
};
struct ChannelFreer
{
    void operator()(ssh_channel_struct* channel) const noexcept;
};
struct KeyFreer
{
    void operator()(ssh_key_struct* key) const noexcept;
};
struct EventFreer
{
    void operator()(ssh_event_struct* event) const noexcept;
};

/// Handles of libssh; a session, its event and its channels belong to one thread.
using SessionHandle = std::unique_ptr<ssh_session_struct, SessionFreer>;
using ChannelHandle = std::unique_ptr<ssh_channel_struct, ChannelFreer>;
using KeyHandle = std::unique_ptr<ssh_key_struct, KeyFreer>;
using EventHandle = std::unique_ptr<ssh_event_struct, EventFreer>;

/// Returns libssh's last error message of a session.
[[nodiscard]] std::string lastError(ssh_session_struct* session);
/// Returns the public part in the format of known_hosts and .pub files; empty on failure.
[[nodiscard]] std::string publicText(ssh_key_struct* key);
[[nodiscard]] std::string typeName(ssh_key_struct* key);

} // namespace millrace::remote
