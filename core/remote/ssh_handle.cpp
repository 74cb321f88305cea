// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/ssh_handle.h"

#include "core/base/text.h"

#include <libssh/libssh.h>

namespace millrace::remote {

void SessionFreer::operator()(ssh_session_struct* session) const noexcept
{
    ssh_free(session);
}

void ChannelFreer::operator()(ssh_channel_struct* channel) const noexcept
{
    ssh_channel_free(channel);
}

void KeyFreer::operator()(ssh_key_struct* key) const noexcept
{
    ssh_key_free(key);
}

void EventFreer::operator()(ssh_event_struct* event) const noexcept
{
    ssh_event_free(event);
}

std::string lastError(ssh_session_struct* session)
{
    const char* text = ssh_get_error(session);
    return text != nullptr && *text != '\0' ? std::string(trim(text)) : "no reason given";
}

std::string publicText(ssh_key_struct* key)
{
    char* text = nullptr;
    if (ssh_pki_export_pubkey_base64(key, &text) != SSH_OK)
        return {};
    std::string result(text);
    ssh_string_free_char(text);
    return result;
}

std::string typeName(ssh_key_struct* key)
{
    const char* name = ssh_key_type_to_char(ssh_key_type(key));
    return name != nullptr ? name : "";
}

} // namespace millrace::remote
