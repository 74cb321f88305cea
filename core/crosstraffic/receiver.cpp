// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/receiver.h"

#include "core/crosstraffic/scheduling_priority.h"
#include "core/crosstraffic/tcp_sink.h"
#include "core/crosstraffic/udp_sink.h"

#include <algorithm>

namespace millrace::crosstraffic {

namespace {

struct Counts
{
    std::uint64_t received = 0;
    std::uint64_t lost = 0;
    std::uint64_t reordered = 0;
};

class Receiver
{
public:
    Receiver(PreciseWait& wait, const LineSink& print) : m_wait(wait), m_print(print), m_tcp(wait), m_udp(wait) { }

    [[nodiscard]] Result<std::uint16_t> listen(const ReceiverOptions& options)
    {
        MR_TRY(address, socketAddress(options.address, options.port));
        std::uint16_t port = options.port;
        if (options.tcp) {
            MR_TRY(bound, m_tcp.listen(address));
            port = bound;
        }
        if (options.udp) {
            MR_TRY(same, socketAddress(options.address, port));
            MR_TRY(bound, m_udp.listen(same));
            port = bound;
        }
        return port;
    }

    void run(const JobContext& job)
    {
        m_lastRate = monotonicNow();
        Nanoseconds next = m_lastRate + rateInterval;
        while (!job.cancelled()) {
            for (const epoll_event& event : m_wait.sleep(next))
                if (event.data.u64 == UdpSink::key)
                    m_udp.ready();
                else
                    m_tcp.ready(event.data.u64, event.events);
            const Nanoseconds now = monotonicNow();
            if (now < next)
                continue;
            m_tcp.run(now);
            reportRate(now);
            m_udp.run(now);
            while (next <= now)
                next += rateInterval;
        }
        reportRate(monotonicNow());
        TrafficLineText("traffic-end")
            .count("flows", m_tcp.flows() + m_udp.flows())
            .count("refused", m_tcp.refused() + m_udp.refused())
            .count("received_bytes", m_last.received)
            .count("lost", m_udp.lost())
            .count("reordered", m_last.reordered)
            .print(m_print);
    }

private:
    void reportRate(Nanoseconds now)
    {
        // A late datagram was counted as lost so far: intervals cannot correct that, the end does.
        const Counts counts{m_tcp.received() + m_udp.received(), std::max(m_last.lost, m_udp.lost()),
                            m_udp.reordered()};
        TrafficLineText("traffic-rate")
            .integer("interval_ns", (now - m_lastRate).count())
            .count("received_bytes", counts.received - m_last.received)
            .count("lost", counts.lost - m_last.lost)
            .count("reordered", counts.reordered - m_last.reordered)
            .count("active", m_tcp.active() + m_udp.active())
            .print(m_print);
        m_last = counts;
        m_lastRate = now;
    }

    PreciseWait& m_wait;
    const LineSink& m_print;
    TcpSink m_tcp;
    UdpSink m_udp;
    Counts m_last;
    Nanoseconds m_lastRate{0};
};

} // namespace

Result<void> runReceiver(const ReceiverOptions& options, const LineSink& print, const JobContext& job)
{
    raiseDescriptorLimit();
    const SchedulingPriority scheduling_priority(false);
    MR_TRY(wait, PreciseWait::create());
    Receiver receiver(wait, print);
    MR_TRY(port, receiver.listen(options));
    const WakeUp stopped;
    if (!wait.add(stopped.fd(), stopKey, EPOLLIN))
        return failErrno("no end for cross traffic");
    const std::stop_callback onStop(job.stop, [&stopped] { stopped.notify(); });
    TrafficLineText("traffic-ready")
        .text("role", "receiver")
        .integer("port", port)
        .text("priority", scheduling_priority.name())
        .print(print);
    receiver.run(job);
    return {};
}

} // namespace millrace::crosstraffic
