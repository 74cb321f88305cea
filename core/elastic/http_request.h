// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/socket.h"

#include <string>

namespace millrace::elastic {

struct HttpAnswer
{
    int status = 0;
    std::string body;
};

/// One request on a connection of its own. Unreachable, Timeout or Protocol; Cancelled once `interrupt` was notified.
[[nodiscard]] Result<HttpAnswer> httpRequest(const Endpoint& server, const char* method, const std::string& target,
                                             const std::string& body, Deadline deadline, const WakeUp& interrupt);

} // namespace millrace::elastic
