// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/session.h"

#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace millrace_torch {

/// The exception that Python gets for a failure of the session: RuntimeError.
[[nodiscard]] std::exception_ptr asException(const millrace::Error& error);

/// Numbers since a group began.
struct GroupStatistics
{
    std::uint64_t operations = 0;
    std::uint64_t bytes = 0; ///< payload that this rank contributed
    double seconds = 0; ///< with an operation in progress
    std::vector<std::uint64_t> sentBytes; ///< payload, by rank of the other side
    std::vector<std::uint64_t> receivedBytes;
    std::vector<std::int64_t> waitedNanoseconds; ///< for the other side, see SessionStatistics
    std::vector<std::uint64_t> pairBytes; ///< by graph pair of the strategy in use, since it is
    std::vector<std::int64_t> pairNanoseconds;
    std::uint64_t sharedBytes = 0; ///< written to the memory of the node for its other ranks
};

/// Executes operations of a session in the order of the calls, in a thread of its own, which answers the other ranks in
/// between. After a failure every pending and later operation ends with the reason.
class OperationQueue
{
public:
    struct Operation
    {
        std::function<millrace::Result<void>(millrace::collective::Session&)> run;
        std::uint64_t bytes = 0; ///< for the statistics
        std::function<void(std::exception_ptr)> finish; ///< in the thread of the queue; null: success
    };

    /// `failed` is called once, in the thread of the queue, with the reason for which the session ended early.
    OperationQueue(std::unique_ptr<millrace::collective::Session> session,
                   std::function<void(const millrace::Error&)> failed);
    ~OperationQueue() { close(); }
    OperationQueue(const OperationQueue&) = delete;
    OperationQueue& operator=(const OperationQueue&) = delete;

    void push(Operation operation);
    /// Finishes what was pushed, says goodbye to the other ranks and ends.
    void close();

    [[nodiscard]] std::uint64_t pushed() const;
    [[nodiscard]] GroupStatistics statistics() const;
    [[nodiscard]] const millrace::collective::Session& session() const noexcept { return *m_session; }

private:
    void run();
    [[nodiscard]] std::optional<millrace::Error> runAll();
    [[nodiscard]] millrace::Result<void> execute(Operation operation);

    std::unique_ptr<millrace::collective::Session> m_session;
    std::function<void(const millrace::Error&)> m_failed;

    mutable std::mutex m_mutex; ///< of everything below
    std::deque<Operation> m_operations;
    std::exception_ptr m_end; ///< why nothing is executed any more
    bool m_closing = false;
    std::uint64_t m_pushed = 0;
    GroupStatistics m_statistics;
    std::thread m_thread;
};

} // namespace millrace_torch
