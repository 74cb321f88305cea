// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/namespace_owner.h"

#include <future>
#include <poll.h>

namespace millrace::emulate {

namespace {

constexpr int longestWait = 60'000; // milliseconds; the wake-up descriptor ends it earlier

} // namespace

Result<std::unique_ptr<NamespaceOwner>> NamespaceOwner::start(std::vector<NamespaceSetup> setups)
{
    std::unique_ptr<NamespaceOwner> owner(new NamespaceOwner);
    std::promise<Result<void>> started;
    std::future<Result<void>> answer = started.get_future();
    NamespaceOwner* self = owner.get();
    owner->m_thread = std::jthread(
        [self, setups = std::move(setups), started = std::move(started)](const std::stop_token& stop) mutable {
            auto processes = self->makeAll(setups);
            if (!processes) {
                started.set_value(std::move(processes).error());
                return;
            }
            started.set_value({});
            self->watch(stop, *processes);
        });
    MR_CHECK(answer.get());
    return owner;
}

NamespaceOwner::~NamespaceOwner()
{
    m_thread.request_stop();
    m_wakeUp.notify();
}

Result<std::vector<NamespaceProcess>> NamespaceOwner::makeAll(const std::vector<NamespaceSetup>& setups)
{
    std::vector<NamespaceProcess> processes;
    for (const NamespaceSetup& setup : setups) {
        MR_TRY(process, NamespaceProcess::start(setup));
        m_pids.push_back(process.pid());
        m_taps.push_back(std::move(process.tap));
        m_notes.insert(m_notes.end(), process.notes.begin(), process.notes.end());
        processes.push_back(std::move(process));
    }
    return processes;
}

void NamespaceOwner::watch(const std::stop_token& stop, std::vector<NamespaceProcess>& processes)
{
    std::vector<pollfd> entries;
    for (const NamespaceProcess& process : processes)
        entries.push_back({process.watchFd(), POLLIN, 0});
    entries.push_back({m_wakeUp.fd(), POLLIN, 0});
    while (!stop.stop_requested()) {
        if (::poll(entries.data(), entries.size(), longestWait) <= 0)
            continue;
        for (std::size_t i = 0; i < processes.size(); ++i) {
            if (entries[i].revents == 0)
                continue;
            entries[i].fd = -1;
            const std::lock_guard lock(m_mutex);
            m_dead.push_back(static_cast<int>(i));
        }
    }
    for (const NamespaceProcess& process : processes)
        process.kill();
}

std::vector<int> NamespaceOwner::dead() const
{
    const std::lock_guard lock(m_mutex);
    return m_dead;
}

} // namespace millrace::emulate
