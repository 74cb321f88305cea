// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/file_io.h"
#include "core/crosstraffic/receiver.h"
#include "core/crosstraffic/sender.h"

#include <QtTest>

#include <mutex>
#include <sys/socket.h>
#include <thread>
#include <vector>

namespace millrace::crosstraffic {

/// Lines that another thread prints.
class Lines
{
public:
    LineSink sink()
    {
        return [this](std::string_view line) {
            const std::lock_guard lock(m_mutex);
            m_lines.emplace_back(line);
        };
    }
    std::vector<std::string> all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lines;
    }
    /// The sum of a field over the lines of an event.
    double sum(std::string_view event, std::string_view field) const
    {
        double total = 0;
        for (const std::string& line : all())
            if (line.find("\"" + std::string(event) + "\"") != std::string::npos)
                if (const auto at = line.find("\"" + std::string(field) + "\":"); at != std::string::npos)
                    total += std::stod(line.substr(at + field.size() + 3));
        return total;
    }
    bool waitFor(std::string_view event) const
    {
        for (int i = 0; i < 5000; ++i) {
            for (const std::string& line : all())
                if (line.find(event) != std::string::npos)
                    return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return false;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<std::string> m_lines;
};

/// A receiver on loopback in a thread of its own, until it goes out of scope or stop().
class RunningReceiver
{
public:
    explicit RunningReceiver(std::string address = "127.0.0.1")
        : m_thread([this, address](const std::stop_token& stop) {
              result = runReceiver({address, 0, true, true}, lines.sink(), JobContext{stop, {}});
          })
    {
        ready = lines.waitFor("traffic-ready");
    }
    void stop()
    {
        m_thread.request_stop();
        m_thread.join();
    }
    std::uint16_t port() const { return static_cast<std::uint16_t>(lines.sum("traffic-ready", "port")); }

    Lines lines;
    Result<void> result;
    bool ready = false;

private:
    std::jthread m_thread;
};

inline TrafficOrder orderTo(std::uint16_t port, Transport transport = Transport::Tcp)
{
    TrafficOrder order;
    order.targets = {{"w0", "127.0.0.1", port, 1e9}};
    order.transport = transport;
    order.duration = std::chrono::milliseconds(300);
    return order;
}

} // namespace millrace::crosstraffic
