// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/message.h"

#include "core/base/wire.h"

#include <array>

namespace millrace::agent {

namespace {

std::string dump(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ErrorCode codeNamed(std::string_view name)
{
    for (int i = 0; i <= static_cast<int>(ErrorCode::Internal); ++i)
        if (errorCodeName(static_cast<ErrorCode>(i)) == name)
            return static_cast<ErrorCode>(i);
    return ErrorCode::Internal;
}

/// Nested values are copied and destroyed by recursion: limits the depth.
bool isTooDeep(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString && c == '\\')
            ++i;
        else if (c == '"')
            inString = !inString;
        else if (!inString && (c == '[' || c == '{') && ++depth > 100)
            return true;
        else if (!inString && (c == ']' || c == '}'))
            --depth;
    }
    return false;
}

Message read(const Json& json)
{
    if (json.contains("event"))
        return Event{json};
    if (json.contains("method"))
        return Request{wholeNumber<std::int64_t>(json.at("id")), json.at("method").get<std::string>(),
                       json.value("params", Json::object())};
    const auto id = wholeNumber<std::int64_t>(json.at("id"));
    if (json.contains("error"))
        return Reply{id, parseError(json.at("error"))};
    return Reply{id, Result<Json>(json.at("result"))};
}

} // namespace

std::string toText(const Request& request)
{
    return dump({{"id", request.id}, {"method", request.method}, {"params", request.params}});
}

std::string toText(const Reply& reply)
{
    if (reply.result)
        return dump({{"id", reply.id}, {"result", *reply.result}});
    return dump({{"id", reply.id}, {"error", toJson(reply.result.error())}});
}

std::string toText(const Event& event)
{
    return dump(event.body);
}

Result<Message> parseMessage(std::string_view text)
{
    if (isTooDeep(text))
        return fail(ErrorCode::Protocol, "a message of the other side is nested too deeply");
    try {
        const Json json = Json::parse(text);
        if (!json.is_object() || (json.contains("event") && !json.at("event").is_string()))
            return fail(ErrorCode::Protocol, "a message of the other side is not a request, reply or event");
        return read(json);
    } catch (const Json::exception& exception) {
        return fail(ErrorCode::Protocol,
                    std::string("a message of the other side cannot be read: ") + exception.what());
    }
}

Json toJson(const Error& error)
{
    return {{"code", errorCodeName(error.code)}, {"what", error.what}, {"context", error.context}};
}

Error parseError(const Json& json)
{
    try {
        return {codeNamed(json.at("code").get<std::string>()), json.at("what").get<std::string>(),
                json.value("context", std::vector<std::string>())};
    } catch (const Json::exception&) {
        return fail(ErrorCode::Internal, "the agent reported an error that cannot be read: " + dump(json));
    }
}

} // namespace millrace::agent
