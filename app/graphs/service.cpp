// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/service.h"

#include "app/graphs/execute.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace millrace::graphs {

namespace {

Json answer(std::int64_t id, std::string_view event)
{
    return {{"id", id}, {"event", event}};
}

Json errorAnswer(std::int64_t id, const Error& error)
{
    Json json = answer(id, error.code == ErrorCode::Cancelled ? "cancelled" : "error");
    json["code"] = errorCodeName(error.code);
    json["message"] = error.text();
    return json;
}

/// Requests that wait or run, with what cancels them.
class Queue
{
public:
    explicit Queue(const SendLine& send) : m_send(send) { }

    void send(const Json& json)
    {
        const std::lock_guard lock(m_sending);
        if (!m_send(json))
            cancelAll();
    }

    /// False where a request with this id waits or runs.
    bool add(Request request)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_stops.try_emplace(request.id).second)
            return false;
        m_waiting.push_back(std::move(request));
        m_changed.notify_one();
        return true;
    }

    bool cancel(std::int64_t id)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_stops.find(id);
        if (found == m_stops.end())
            return false;
        found->second.request_stop();
        return true;
    }

    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_changed.notify_one();
    }

    /// Executes requests until the queue is closed and empty.
    void work()
    {
        while (true) {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_closed || !m_waiting.empty(); });
            if (m_waiting.empty())
                return;
            const Request request = std::move(m_waiting.front());
            m_waiting.pop_front();
            JobContext job;
            job.stop = m_stops.at(request.id).get_token();
            lock.unlock();
            const Result<Json> result = execute(
                request,
                [&](const EpochLoss& loss) {
                    Json json = answer(request.id, "epoch");
                    json.update(epochJson(loss));
                    send(json);
                },
                job);
            lock.lock();
            m_stops.erase(request.id);
            lock.unlock();
            if (result) {
                Json json = answer(request.id, "done");
                json.update(*result);
                send(json);
            } else {
                send(errorAnswer(request.id, result.error()));
            }
        }
    }

private:
    void cancelAll()
    {
        const std::lock_guard lock(m_mutex);
        for (auto& [id, stop] : m_stops)
            stop.request_stop();
    }

    const SendLine& m_send;
    std::mutex m_sending;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Request> m_waiting;
    std::map<std::int64_t, std::stop_source> m_stops;
    bool m_closed = false;
};

void accept(const std::string& line, Queue& queue)
{
    std::int64_t id = 0;
    auto request = parseRequest(line, id);
    if (!request) {
        queue.send(errorAnswer(id, request.error()));
        return;
    }
    if (const auto* cancel = std::get_if<CancelRequest>(&request->what)) {
        if (queue.cancel(cancel->target))
            queue.send(answer(id, "done"));
        else
            queue.send(
                errorAnswer(id,
                            fail(ErrorCode::NotFound,
                                 "no request with the id " + std::to_string(cancel->target) + " waits or runs")));
        return;
    }
    if (!queue.add(*std::move(request)))
        queue.send(
            errorAnswer(id, fail(ErrorCode::AlreadyExists, "a request with this id waits or runs; use another id")));
}

} // namespace

void serve(const NextLine& next, const SendLine& send)
{
    Queue queue(send);
    std::jthread worker([&queue] { queue.work(); });
    while (const auto line = next())
        if (line->find_first_not_of(" \t\r") != std::string::npos)
            accept(*line, queue);
    queue.close();
}

} // namespace millrace::graphs
