// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/agent_client.h"

#include "core/agent/frame.h"
#include "core/base/text.h"
#include "core/base/wire.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace millrace::agent {

namespace {

constexpr auto answerSlice = std::chrono::milliseconds(200);
constexpr std::size_t shownOfErrors = 2'000;

} // namespace

class AgentClient::State
{
public:
    State(std::unique_ptr<HostStream> stream, ClientOptions options)
        : m_options(std::move(options)), m_stream(std::move(stream)),
          m_reader([this](const std::stop_token& stop) { readLoop(stop); }),
          m_heart([this](const std::stop_token& stop) { heartLoop(stop); })
    {
    }
    ~State()
    {
        m_heart.request_stop();
        m_reader.request_stop();
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Result<Json> request(const std::string& method, const Json& params, Deadline deadline, const JobContext& job);
    Result<void> close(Deadline deadline);
    bool isLost();

    /// Called once, after the handshake: starts the heartbeat.
    void greeted(AgentIdentity agent);

    AgentIdentity identity;
    std::atomic<Nanoseconds> roundTrip{Nanoseconds(0)};

private:
    using Replies = std::map<std::int64_t, std::optional<Result<Json>>>;

    void readLoop(const std::stop_token& stop);
    Result<void> readUntilEnd(const std::stop_token& stop);
    Result<void> take(const std::string& payload);
    void heartLoop(const std::stop_token& stop);
    void beat();
    Result<void> write(const Request& request);
    void giveUp(std::int64_t id);
    void lose(Error error);
    Error described(Error error);

    const ClientOptions m_options;
    const std::unique_ptr<HostStream> m_stream;
    std::mutex m_writing; ///< held during a write
    bool m_writeClosed = false; ///< under m_writing

    std::mutex m_mutex; ///< for the following members
    std::condition_variable_any m_changed;
    std::int64_t m_nextId = 1;
    Replies m_replies;
    std::optional<Error> m_lost;
    bool m_closing = false;
    bool m_readerEnded = false;
    bool m_greeted = false;

    std::jthread m_reader;
    std::jthread m_heart;
};

void AgentClient::State::greeted(AgentIdentity agent)
{
    identity = std::move(agent);
    const std::lock_guard lock(m_mutex);
    m_greeted = true;
}

Result<Json> AgentClient::State::request(const std::string& method, const Json& params, Deadline deadline,
                                         const JobContext& job)
{
    Request request{0, method, params};
    {
        const std::lock_guard lock(m_mutex);
        if (m_lost)
            return *m_lost;
        if (m_closing)
            return fail(ErrorCode::Unreachable, "the agent on " + m_options.name + " is shutting down");
        request.id = m_nextId++;
        m_replies[request.id];
    }
    if (auto written = write(request); !written) {
        const bool ours = written.error().code == ErrorCode::InvalidInput;
        if (!ours)
            lose(written.error());
        const std::lock_guard lock(m_mutex);
        m_replies.erase(request.id);
        return ours ? written.error() : *m_lost;
    }
    std::unique_lock lock(m_mutex);
    m_changed.wait_until(lock, job.stop, deadline, [&] { return m_lost || m_replies[request.id].has_value(); });
    auto answer = std::move(m_replies[request.id]);
    m_replies.erase(request.id);
    if (answer)
        return *std::move(answer);
    if (m_lost)
        return *m_lost;
    lock.unlock();
    giveUp(request.id);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "cancelled");
    return fail(ErrorCode::Timeout,
                fmt::format("the agent on {} did not answer \"{}\" in time", m_options.name, method));
}

/// Cancels the request at the agent; a late reply is ignored.
void AgentClient::State::giveUp(std::int64_t id)
{
    Request request{0, "cancel", {{"id", id}}};
    {
        const std::lock_guard lock(m_mutex);
        request.id = m_nextId++;
    }
    if (auto written = write(request); !written)
        lose(written.error());
}

Result<void> AgentClient::State::write(const Request& request)
{
    const std::string text = toText(request);
    if (text.size() > maximumFrame)
        return fail(ErrorCode::InvalidInput,
                    "the request \"" + request.method + "\" is too long for the agent protocol");
    const std::string frame = toFrame(text);
    const std::lock_guard lock(m_writing);
    if (m_writeClosed)
        return fail(ErrorCode::Unreachable, "the agent on " + m_options.name + " is shutting down");
    return m_stream->write(std::as_bytes(std::span(frame)), deadlineIn(m_options.lost));
}

void AgentClient::State::readLoop(const std::stop_token& stop)
{
    auto result = readUntilEnd(stop);
    lose(result ? fail(ErrorCode::Unreachable, "it ended") : result.error());
    const std::lock_guard lock(m_mutex);
    m_readerEnded = true;
    m_changed.notify_all();
}

Result<void> AgentClient::State::readUntilEnd(const std::stop_token& stop)
{
    FrameReader frames;
    std::vector<std::byte> buffer(64 << 10);
    while (!stop.stop_requested()) {
        const auto got = m_stream->read(buffer, deadlineIn(answerSlice));
        if (!got && got.error().code == ErrorCode::Timeout)
            continue;
        if (!got)
            return got.error();
        if (*got == 0)
            return frames.finish();
        frames.feed(std::span(buffer).first(*got));
        for (;;) {
            MR_TRY(payload, frames.next());
            if (!payload)
                break;
            MR_CHECK(take(*payload));
        }
    }
    return {};
}

Result<void> AgentClient::State::take(const std::string& payload)
{
    MR_TRY(message, parseMessage(payload));
    if (const auto* event = std::get_if<Event>(&message)) {
        if (m_options.onEvent)
            m_options.onEvent(*event);
        return {};
    }
    auto* reply = std::get_if<Reply>(&message);
    if (reply == nullptr)
        return fail(ErrorCode::Protocol, "it sent a request");
    const std::lock_guard lock(m_mutex);
    if (const auto it = m_replies.find(reply->id); it != m_replies.end())
        it->second = std::move(reply->result);
    m_changed.notify_all();
    return {};
}

/// Sends heartbeats, and reports the loss.
void AgentClient::State::heartLoop(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        const auto ended = [&] { return m_lost.has_value(); };
        if (m_changed.wait_until(lock, stop, deadlineIn(m_options.ping), ended)) {
            const Error error = *m_lost;
            const bool wanted = m_closing;
            lock.unlock();
            if (!wanted && m_options.onLost)
                m_options.onLost(error);
            return;
        }
        if (m_closing || !m_greeted)
            continue;
        lock.unlock();
        beat();
        lock.lock();
    }
}

void AgentClient::State::beat()
{
    const Nanoseconds before = monotonicNow();
    const auto answer = request("ping", Json::object(), deadlineIn(m_options.lost), {m_heart.get_stop_token(), {}});
    if (answer)
        roundTrip = monotonicNow() - before;
    else if (answer.error().code == ErrorCode::Timeout)
        lose(fail(ErrorCode::Unreachable,
                  fmt::format("it has not answered for {} s", std::chrono::duration<double>(m_options.lost).count())));
}

void AgentClient::State::lose(Error error)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_lost)
            return;
        if (m_closing) {
            m_lost = fail(ErrorCode::Unreachable, "the agent on " + m_options.name + " is shutting down");
            m_changed.notify_all();
            return;
        }
    }
    // Outside of the lock, as it may block for a moment.
    error = described(std::move(error));
    const std::lock_guard lock(m_mutex);
    if (!m_lost)
        m_lost = std::move(error);
    m_changed.notify_all();
}

Error AgentClient::State::described(Error error)
{
    error.what = fmt::format("the agent on {} is lost: {}", m_options.name, error.what);
    const std::string tail = lastErrors(*m_stream);
    const std::string_view shown =
        trim(std::string_view(tail).substr(tail.size() - std::min(tail.size(), shownOfErrors)));
    if (!shown.empty())
        error.what += fmt::format("; its last words: {}", shown);
    return error;
}

bool AgentClient::State::isLost()
{
    const std::lock_guard lock(m_mutex);
    return m_lost.has_value();
}

Result<void> AgentClient::State::close(Deadline deadline)
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
        // An unresponsive agent will not shut down either.
        if (m_lost && !m_readerEnded)
            deadline = deadlineIn(Nanoseconds(0));
    }
    {
        const std::lock_guard lock(m_writing);
        if (!m_writeClosed)
            m_stream->closeWrite();
        m_writeClosed = true;
    }
    std::unique_lock lock(m_mutex);
    if (m_changed.wait_until(lock, deadline, [&] { return m_readerEnded; }))
        return {};
    lock.unlock();
    m_stream->kill();
    return fail(ErrorCode::Timeout, "the agent on " + m_options.name + " did not end in time and was killed");
}

AgentClient::AgentClient() = default;

AgentClient::~AgentClient()
{
    if (m_state)
        (void)m_state->close(deadlineIn(std::chrono::seconds(5)));
}

Result<std::unique_ptr<AgentClient>> AgentClient::connect(std::unique_ptr<HostStream> stream, ClientOptions options,
                                                          Deadline deadline)
{
    const std::string name = options.name;
    const Json hello{{"protocol", protocolVersion}, {"version", options.version}};
    std::unique_ptr<AgentClient> client(new AgentClient);
    client->m_state = std::make_unique<State>(std::move(stream), std::move(options));
    auto& state = *client->m_state;
    auto answer = state.request("hello", hello, deadline, {});
    if (!answer)
        return within("connecting to the agent on " + name, std::move(answer).error());
    try {
        if (const int protocol = wholeNumber<int>(answer->at("protocol")); protocol != protocolVersion)
            return fail(
                ErrorCode::Unsupported,
                fmt::format("the agent on {} is version {} (protocol {}), this program is version {} (protocol {}); "
                            "install the same version on both",
                            name, answer->at("version").get<std::string>(), protocol,
                            hello.at("version").get<std::string>(), protocolVersion));
        state.greeted({answer->at("version").get<std::string>(), wholeNumber<std::int64_t>(answer->at("pid")),
                       answer->at("hostname").get<std::string>()});
    } catch (const Json::exception& exception) {
        return fail(ErrorCode::Protocol,
                    "the greeting of the agent on " + name + " cannot be read: " + exception.what());
    }
    return client;
}

Result<Json> AgentClient::request(const std::string& method, const Json& params, Deadline deadline,
                                  const JobContext& job)
{
    return m_state->request(method, params, deadline, job);
}

const AgentIdentity& AgentClient::identity() const noexcept
{
    return m_state->identity;
}

Nanoseconds AgentClient::roundTrip() const noexcept
{
    return m_state->roundTrip;
}

bool AgentClient::isLost() const
{
    return m_state->isLost();
}

Result<void> AgentClient::close(Deadline deadline)
{
    return m_state->close(deadline);
}

} // namespace millrace::agent
