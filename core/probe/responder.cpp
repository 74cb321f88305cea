// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/responder.h"

#include "core/probe/train_ledger.h"

#include <array>
#include <poll.h>
#include <thread>

namespace millrace::probe {

namespace {

class UdpResponder final : public Responder
{
public:
    UdpResponder(UdpSocket socket, Endpoint endpoint)
        : m_socket(std::move(socket)), m_endpoint(std::move(endpoint)),
          m_thread([this](const std::stop_token& stop) { run(stop); })
    {
    }
    ~UdpResponder() override
    {
        m_thread.request_stop();
        m_wake.notify();
    }
    UdpResponder(const UdpResponder&) = delete;
    UdpResponder& operator=(const UdpResponder&) = delete;
    Endpoint endpoint() const override { return m_endpoint; }

private:
    void run(const std::stop_token& stop)
    {
        std::vector<Arrival> arrivals;
        while (!stop.stop_requested()) {
            arrivals.clear();
            // A receive error concerns one packet (an ICMP reply to an earlier answer), not the socket.
            (void)m_socket.receive(arrivals);
            for (const Arrival& arrival : arrivals)
                answer(arrival);
            if (!arrivals.empty())
                continue;
            std::array<pollfd, 2> entries{{{m_socket.fd(), POLLIN, 0}, {m_wake.fd(), POLLIN, 0}}};
            ::poll(entries.data(), entries.size(), 1000);
        }
    }

    void answer(const Arrival& arrival)
    {
        if (arrival.packet.kind == PacketKind::Train) {
            m_ledger.add(arrival);
        } else if (arrival.packet.kind == PacketKind::Report) {
            (void)m_socket.send(m_ledger.answer(arrival), smallestPayload, &arrival.from);
        } else if (arrival.packet.kind == PacketKind::Echo) {
            Packet answer = arrival.packet;
            answer.kind = PacketKind::EchoAnswer;
            answer.first = arrival.time.count();
            answer.second = wallNow().count();
            (void)m_socket.send(answer, arrival.length, &arrival.from);
        }
    }

    UdpSocket m_socket;
    const Endpoint m_endpoint;
    TrainLedger m_ledger;
    WakeUp m_wake;
    std::jthread m_thread;
};

} // namespace

Result<std::unique_ptr<Responder>> Responder::start(const Endpoint& address)
{
    MR_TRY(socket, UdpSocket::bindTo(address));
    MR_TRY(bound, localEndpoint(socket.fd()));
    return std::unique_ptr<Responder>(std::make_unique<UdpResponder>(std::move(socket), bound));
}

} // namespace millrace::probe
