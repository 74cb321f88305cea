// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/wire.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>

namespace millrace::agent {

using millrace::fromJson;
using millrace::Json;
using millrace::toJson;

/// {"id": 1, "method": "ping", "params": {…}}
struct Request
{
    std::int64_t id = 0; ///< chosen by the client, above 0
    std::string method;
    Json params = Json::object();
};

/// {"id": 1, "result": {…}} or {"id": 1, "error": {"code": "timeout", "what": "…", "context": ["…"]}}
struct Reply
{
    std::int64_t id = 0;
    Result<Json> result = Json();
};

/// {"event": "process.line", …}
struct Event
{
    Json body = Json::object();

    [[nodiscard]] std::string name() const { return body.value("event", std::string()); }
};

using Message = std::variant<Request, Reply, Event>;

/// Returns one line of JSON; bytes that are not UTF-8 are replaced by U+FFFD.
[[nodiscard]] std::string toText(const Request& request);
[[nodiscard]] std::string toText(const Reply& reply);
[[nodiscard]] std::string toText(const Event& event);
/// Fails with Protocol if the text is none of the three.
[[nodiscard]] Result<Message> parseMessage(std::string_view text);

[[nodiscard]] Json toJson(const Error& error);
/// Unknown codes become Internal.
[[nodiscard]] Error parseError(const Json& json);

} // namespace millrace::agent
