// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation_queue.h"

#include <ATen/ATen.h>

#include <chrono>
#include <stdexcept>

namespace millrace_torch {

namespace mc = millrace::collective;
using millrace::Error;
using millrace::ErrorCode;
using millrace::Result;

std::exception_ptr asException(const Error& error)
{
    return std::make_exception_ptr(std::runtime_error("millrace: " + error.text()));
}

OperationQueue::OperationQueue(std::unique_ptr<mc::Session> session, std::function<void(const Error&)> failed)
    : m_session(std::move(session)), m_failed(std::move(failed))
{
    m_statistics.sentBytes.resize(static_cast<std::size_t>(m_session->size()));
    m_statistics.receivedBytes.resize(static_cast<std::size_t>(m_session->size()));
    m_statistics.waitedNanoseconds.resize(static_cast<std::size_t>(m_session->size()));
    m_thread = std::thread([this] { run(); });
}

void OperationQueue::push(Operation operation)
{
    std::exception_ptr end;
    {
        const std::lock_guard lock(m_mutex);
        ++m_pushed;
        end = m_end;
        if (!end && m_closing)
            end = asException(millrace::fail(ErrorCode::Cancelled, "the process group was closed"));
        if (!end)
            m_operations.push_back(std::move(operation));
    }
    if (end)
        operation.finish(end);
    else
        m_session->wakeUp();
}

void OperationQueue::close()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_session->wakeUp();
    if (m_thread.joinable())
        m_thread.join();
}

void OperationQueue::run()
{
    const at::NoGradGuard noGradients;
    auto error = runAll();
    std::deque<Operation> left;
    {
        const std::lock_guard lock(m_mutex);
        m_end = asException(error.value_or(millrace::fail(ErrorCode::Cancelled, "the process group was closed")));
        left.swap(m_operations);
    }
    if (error)
        m_failed(*error);
    for (Operation& operation : left)
        operation.finish(m_end);
    m_session->close();
}

/// Returns the failure of the session; nothing after close().
std::optional<Error> OperationQueue::runAll()
{
    for (;;) {
        Operation operation;
        {
            const std::lock_guard lock(m_mutex);
            if (!m_operations.empty()) {
                operation = std::move(m_operations.front());
                m_operations.pop_front();
            } else if (m_closing) {
                return std::nullopt;
            }
        }
        auto result = operation.run ? execute(std::move(operation)) : m_session->sleepUntilWoken();
        if (!result)
            return std::move(result).error();
    }
}

Result<void> OperationQueue::execute(Operation operation)
{
    const auto began = std::chrono::steady_clock::now();
    Result<void> result;
    std::exception_ptr thrown; // by PyTorch, for example without memory
    try {
        result = operation.run(*m_session);
    } catch (...) {
        thrown = std::current_exception();
        result = millrace::fail(ErrorCode::Internal, "an operation of this rank failed in PyTorch");
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    {
        const auto session = m_session->statistics();
        const auto& peers = session.peers;
        const std::lock_guard lock(m_mutex);
        ++m_statistics.operations;
        m_statistics.bytes += operation.bytes;
        m_statistics.seconds += took.count();
        m_statistics.sharedBytes = session.sharedBytes;
        for (std::size_t peer = 0; peer < peers.size(); ++peer) {
            m_statistics.sentBytes[peer] = peers[peer].sentBytes;
            m_statistics.receivedBytes[peer] = peers[peer].receivedBytes;
            m_statistics.waitedNanoseconds[peer] = peers[peer].waited.count();
        }
        m_statistics.pairBytes.resize(session.pairs.size());
        m_statistics.pairNanoseconds.resize(session.pairs.size());
        for (std::size_t pair = 0; pair < session.pairs.size(); ++pair) {
            m_statistics.pairBytes[pair] = session.pairs[pair].bytes;
            m_statistics.pairNanoseconds[pair] = session.pairs[pair].time.count();
        }
    }
    operation.finish(thrown ? thrown : result ? nullptr : asException(result.error()));
    return result;
}

std::uint64_t OperationQueue::pushed() const
{
    const std::lock_guard lock(m_mutex);
    return m_pushed;
}

GroupStatistics OperationQueue::statistics() const
{
    const std::lock_guard lock(m_mutex);
    return m_statistics;
}

} // namespace millrace_torch
