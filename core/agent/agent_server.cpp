// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/agent_server.h"

#include "core/agent/frame.h"
#include "core/agent/outbox.h"
#include "core/agent/worker_pool.h"
#include "core/base/wire.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <ranges>
#include <unistd.h>

namespace millrace::agent {

namespace {

constexpr std::size_t handlersAtOnce = 16;
constexpr std::size_t waitingRequests = 256;
constexpr auto patienceWithHandlers = std::chrono::seconds(5);
constexpr auto requestSlice = std::chrono::milliseconds(100);

std::string hostname()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

} // namespace

class AgentServer::State
{
public:
    State(ByteStream& stream, ServerOptions options)
        : m_stream(stream), m_options(std::move(options)), m_outbox(stream, m_options.deadMan / 2),
          m_pool(handlersAtOnce, waitingRequests)
    {
    }

    Result<void> serve(const std::stop_token& stop);
    void close();

    Result<void> readUntilEnd(const std::stop_token& stop);
    Result<void> take(std::span<const std::byte> bytes);
    Result<void> dispatch(Request request);
    Result<Json> greet(const Json& params);
    void cancel(const Json& params);
    void start(Request request);
    void work(const Request& request, const Handler& handler, const std::stop_token& stop);
    void reply(std::int64_t id, Result<Json> result);

    ByteStream& m_stream;
    const ServerOptions m_options;
    std::map<std::string, Handler> m_handlers;
    FrameReader m_frames;
    bool m_greeted = false;
    Outbox m_outbox;

    std::mutex m_mutex; ///< for the following members
    std::map<std::int64_t, std::stop_source> m_running;
    std::vector<std::function<void()>> m_undo;

    WorkerPool m_pool;
};

Result<void> AgentServer::State::serve(const std::stop_token& stop)
{
    auto result = readUntilEnd(stop);
    m_outbox.flush(deadlineIn(std::chrono::milliseconds(result ? 0 : 500)));
    close();
    return result;
}

void AgentServer::State::close()
{
    m_outbox.close();
    m_pool.close(); // before a free thread begins a waiting task
    {
        const std::lock_guard lock(m_mutex);
        for (auto& [id, source] : m_running)
            source.request_stop();
    }
    (void)m_pool.finish(deadlineIn(patienceWithHandlers));
    for (;;) {
        std::function<void()> undo;
        {
            const std::lock_guard lock(m_mutex);
            if (m_undo.empty())
                return;
            undo = std::move(m_undo.back());
            m_undo.pop_back();
        }
        undo();
    }
}

Result<void> AgentServer::State::readUntilEnd(const std::stop_token& stop)
{
    std::vector<std::byte> buffer(64 << 10);
    Deadline silence = deadlineIn(m_options.deadMan);
    while (!stop.stop_requested()) {
        const auto got = m_stream.read(buffer, deadlineIn(requestSlice));
        if (got && *got == 0)
            return m_frames.finish();
        if (got) {
            silence = deadlineIn(m_options.deadMan);
            MR_CHECK(take(std::span(buffer).first(*got)));
        } else if (got.error().code != ErrorCode::Timeout) {
            return got.error();
        } else if (timeLeft(silence) == Nanoseconds(0)) {
            return fail(ErrorCode::Timeout,
                        fmt::format("the controller was silent for {} s",
                                    std::chrono::duration<double>(m_options.deadMan).count()));
        }
        MR_CHECK(m_outbox.state());
    }
    return fail(ErrorCode::Cancelled, "shut down on request");
}

Result<void> AgentServer::State::take(std::span<const std::byte> bytes)
{
    m_frames.feed(bytes);
    for (;;) {
        MR_TRY(payload, m_frames.next());
        if (!payload)
            return {};
        MR_TRY(message, parseMessage(*payload));
        auto* request = std::get_if<Request>(&message);
        if (request == nullptr)
            return fail(ErrorCode::Protocol, "the controller sent something that is not a request");
        MR_CHECK(dispatch(std::move(*request)));
    }
}

Result<void> AgentServer::State::dispatch(Request request)
{
    if (request.method == "hello") {
        auto greeting = greet(request.params);
        Result<void> outcome = greeting ? Result<void>() : Result<void>(greeting.error());
        reply(request.id, std::move(greeting));
        return outcome;
    }
    if (!m_greeted)
        return fail(ErrorCode::Protocol, "the controller asked for \"" + request.method + "\" before saying hello");
    if (request.method == "ping")
        reply(request.id, Json{{"mono_ns", monotonicNow().count()}, {"wall_ns", wallNow().count()}});
    else if (request.method == "cancel")
        cancel(request.params);
    else
        start(std::move(request));
    return {};
}

Result<Json> AgentServer::State::greet(const Json& params)
{
    try {
        const int protocol = wholeNumber<int>(params.at("protocol"));
        if (protocol != protocolVersion)
            return fail(
                ErrorCode::Unsupported,
                fmt::format("this agent is version {} (protocol {}), the controller is version {} (protocol {}); "
                            "install the same version on both",
                            m_options.version, protocolVersion, params.at("version").get<std::string>(), protocol));
    } catch (const Json::exception& exception) {
        return fail(ErrorCode::Protocol, std::string("the controller's hello cannot be read: ") + exception.what());
    }
    m_greeted = true;
    return Json{
        {"protocol", protocolVersion}, {"version", m_options.version}, {"pid", ::getpid()}, {"hostname", hostname()}};
}

void AgentServer::State::cancel(const Json& params)
{
    const auto id = params.find("id");
    if (id == params.end() || !id->is_number_integer())
        return;
    const std::lock_guard lock(m_mutex);
    if (const auto it = m_running.find(id->get<std::int64_t>()); it != m_running.end())
        it->second.request_stop();
}

void AgentServer::State::start(Request request)
{
    const auto handler = m_handlers.find(request.method);
    if (handler == m_handlers.end())
        return reply(request.id, fail(ErrorCode::Unsupported, "this agent does not know \"" + request.method + "\""));
    const std::int64_t id = request.id;
    std::stop_source source;
    {
        const std::lock_guard lock(m_mutex);
        m_running.insert_or_assign(id, source);
    }
    const bool taken = m_pool.run([this, request = std::move(request), &handler = handler->second, source] {
        work(request, handler, source.get_token());
    });
    if (taken)
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_running.erase(id);
    }
    reply(id, fail(ErrorCode::Unreachable, fmt::format("the agent has {} requests waiting already", waitingRequests)));
}

void AgentServer::State::work(const Request& request, const Handler& handler, const std::stop_token& stop)
{
    Result<Json> result = Json();
    try {
        result = handler(request.params, JobContext{stop, {}});
    } catch (const Json::exception& exception) {
        result = fail(ErrorCode::InvalidInput,
                      "the parameters of \"" + request.method + "\" are not as expected: " + exception.what());
    } catch (const std::exception& exception) {
        result = fail(ErrorCode::Internal, "\"" + request.method + "\" failed: " + exception.what());
    }
    {
        const std::lock_guard lock(m_mutex);
        m_running.erase(request.id);
    }
    reply(request.id, std::move(result));
}

void AgentServer::State::reply(std::int64_t id, Result<Json> result)
{
    std::string text = toText(Reply{id, std::move(result)});
    if (text.size() > maximumFrame)
        text = toText(Reply{id, fail(ErrorCode::Internal, "the answer is too long for a frame")});
    m_outbox.put(toFrame(text), Outbox::SchedulingPriority::Immediate);
}

AgentServer::AgentServer(ByteStream& stream, ServerOptions options)
    : m_state(std::make_unique<State>(stream, std::move(options)))
{
}

AgentServer::~AgentServer()
{
    m_state->close();
}

void AgentServer::handle(std::string method, Handler handler)
{
    m_state->m_handlers.insert_or_assign(std::move(method), std::move(handler));
}

void AgentServer::onClose(std::function<void()> undo)
{
    const std::lock_guard lock(m_state->m_mutex);
    m_state->m_undo.push_back(std::move(undo));
}

void AgentServer::send(const Json& event)
{
    m_state->m_outbox.put(toFrame(toText(Event{event})), Outbox::SchedulingPriority::MayWait);
}

std::size_t AgentServer::waitingBytes() const
{
    return m_state->m_outbox.waitingBytes();
}

Result<void> AgentServer::serve(const std::stop_token& stop)
{
    return m_state->serve(stop);
}

} // namespace millrace::agent
