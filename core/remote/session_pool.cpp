// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/session_pool.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::remote {

namespace {

using namespace std::chrono_literals;

/// Returns a key of a destination and its route: two aliases of one machine stay separate, as they may differ in user
/// or key.
std::string keyOf(const SshRoute& route, std::size_t hop)
{
    std::string key;
    for (std::size_t i = 0; i <= hop; ++i)
        key += fmt::format("{} {}\n", route[i].destination, addressText(route[i]));
    return key;
}

} // namespace

SessionPool::SessionPool(ConnectOptions options, Prompts& prompts) : m_options(std::move(options)), m_prompts(prompts)
{
}

std::shared_ptr<SessionPool::Entry> SessionPool::entryOf(const std::string& key)
{
    const std::lock_guard lock(m_mutex);
    auto& entry = m_entries[key];
    if (!entry)
        entry = std::make_shared<Entry>();
    return entry;
}

Result<SshRoute> SessionPool::routeTo(const std::string& destination, Deadline deadline, const JobContext& job)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto at = m_routes.find(destination); at != m_routes.end())
            return at->second;
    }
    MR_TRY(route, resolveRoute(destination, m_options.resolve, deadline, job));
    const std::lock_guard lock(m_mutex);
    m_routes[destination] = route;
    return route;
}

Result<std::shared_ptr<SshHost>> SessionPool::host(std::string_view destination, Deadline deadline,
                                                   const JobContext& job)
{
    MR_TRY(route, routeTo(std::string(destination), deadline, job));
    return shared(route, route.size() - 1, deadline, job);
}

Result<std::shared_ptr<SshHost>> SessionPool::shared(const SshRoute& route, std::size_t hop, Deadline deadline,
                                                     const JobContext& job)
{
    const auto entry = entryOf(keyOf(route, hop));
    std::unique_lock lock(entry->mutex);
    while (entry->connecting) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "Connecting was cancelled.");
        if (timeLeft(deadline).count() == 0)
            return fail(ErrorCode::Unreachable, fmt::format("{} was not connected in time.", route[hop].destination));
        entry->changed.wait_for(lock, 20ms);
    }
    if (entry->host && !entry->host->lost())
        return entry->host;
    entry->connecting = true;
    entry->host.reset();
    lock.unlock();
    auto made = connect(route, hop, deadline, job);
    lock.lock();
    entry->connecting = false;
    if (made)
        entry->host = *made;
    entry->changed.notify_all();
    return made;
}

Result<std::shared_ptr<SshHost>> SessionPool::connect(const SshRoute& route, std::size_t hop, Deadline deadline,
                                                      const JobContext& job)
{
    std::shared_ptr<SshHost> before;
    if (hop > 0) {
        auto via = shared(route, hop - 1, deadline, job);
        if (!via)
            return within("on the way to " + route[hop].destination, std::move(via).error());
        before = *std::move(via);
    }
    MR_TRY(session,
           SshSession::connect(route[hop], before ? before->sessionPointer() : nullptr, m_options.session, m_prompts,
                               m_keys, deadline, job));
    return std::make_shared<SshHost>(route[hop].destination, std::move(session));
}

std::vector<Result<std::shared_ptr<SshHost>>> SessionPool::hosts(std::span<const std::string> destinations,
                                                                 Deadline deadline, const JobContext& job)
{
    std::vector<Result<std::shared_ptr<SshHost>>> results(
        destinations.size(), Result<std::shared_ptr<SshHost>>(fail(ErrorCode::Cancelled, "Connecting was cancelled.")));
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t settled = 0;
    {
        const JobContext quiet{job.stop, {}};
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < destinations.size(); ++i) {
            threads.emplace_back([&, i] {
                results[i] = host(destinations[i], deadline, quiet);
                const std::lock_guard lock(mutex);
                ++settled;
                changed.notify_all();
            });
        }
        std::unique_lock lock(mutex);
        for (std::size_t told = 0; told < destinations.size(); told = settled) {
            changed.wait(lock, [&] { return settled != told; });
            job.progress(static_cast<long long>(settled), static_cast<long long>(destinations.size()), "connecting");
        }
    }
    return results;
}

void SessionPool::drop(std::string_view destination)
{
    const std::lock_guard lock(m_mutex);
    const auto route = m_routes.find(destination);
    if (route == m_routes.end())
        return;
    m_entries.erase(keyOf(route->second, route->second.size() - 1));
    m_routes.erase(route);
}

} // namespace millrace::remote
