// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"

#include <memory>

namespace millrace::agent {

/// Registers `captures` for the capture methods; they are stopped when the server closes.
template <typename Captures>
void registerCaptures(AgentServer& server, const std::shared_ptr<Captures>& captures)
{
    const auto add = [&](const char* method, Result<Json> (Captures::*answer)(const Json&, const JobContext&)) {
        server.handle(method, [captures, answer](const Json& params, const JobContext& job) {
            return ((*captures).*answer)(params, job);
        });
    };
    add("capture.start", &Captures::start);
    add("capture.status", &Captures::status);
    add("capture.stop", &Captures::stop);
    add("capture.analyse", &Captures::analyse);
    add("capture.read", &Captures::read);
    add("capture.remove", &Captures::remove);
    server.onClose([captures] { captures->stopAll(); });
}

} // namespace millrace::agent
