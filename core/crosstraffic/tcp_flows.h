// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_set.h"
#include "core/crosstraffic/pacer.h"
#include "core/crosstraffic/traffic_wire.h"

namespace millrace::crosstraffic {

/// Flows over TCP, each on its own connection. A flow is complete when its last byte is acknowledged: the kernel
/// records that instant (SO_TIMESTAMPING, TX_ACK: Linux 4.13), so there is no polling and the resolution is that of the
/// acknowledgement's arrival; without support SIOCOUTQ is polled every millisecond. The receiver closes first, so that
/// no port of the sender stays in TIME_WAIT.
class TcpFlows final : public FlowSet
{
public:
    explicit TcpFlows(SenderState& state);
    ~TcpFlows() override;

    [[nodiscard]] bool mayBegin() const override;
    void begin(std::uint32_t index, Nanoseconds planned) override;
    void ready(std::uint64_t key, std::uint32_t events) override;
    [[nodiscard]] Nanoseconds nextDue() override { return m_due.first(); }
    void run(Nanoseconds now) override;
    void endEndless() override;
    void cut() override;
    [[nodiscard]] std::size_t active() const override { return m_active; }
    [[nodiscard]] FlowTotals totals(bool refresh) override;

private:
    enum class Phase
    {
        Connecting,
        Sending,
        Acknowledging, ///< all is written
        Closing ///< complete; waits for the receiver to close
    };
    struct Slot
    {
        std::uint64_t key = 0;
        UniqueFd fd;
        std::uint32_t flow = 0;
        Phase phase = Phase::Connecting;
        bool paced = false; ///< by us, not by the kernel
        bool listening = false; ///< polls for room to write
        bool told = false; ///< the kernel reports the last acknowledgement
        std::uint64_t size = 0; ///< payload, the head included; 0: endless
        std::uint64_t written = 0;
        std::uint64_t acked = 0; ///< at the last query
        Nanoseconds begun{0};
        Nanoseconds due{0}; ///< time of the next action in run()
        Pacer pacer;
    };

    [[nodiscard]] bool prepare(Slot& slot, const Flow& flow);
    void schedule(Slot& slot, Nanoseconds due);
    void connected(Slot& slot);
    void writeOn(Slot& slot);
    void writePaced(Slot& slot, Nanoseconds now);
    /// Returns the bytes written; -1: no room, or the flow has failed.
    [[nodiscard]] std::int64_t write(Slot& slot, std::uint64_t limit);
    [[nodiscard]] std::int64_t send(const Slot& slot, std::uint64_t limit, bool last) const;
    void allWritten(Slot& slot);
    void noticed(Slot& slot, std::uint32_t events);
    void refresh(Slot& slot);
    void complete(Slot& slot, Nanoseconds at);
    void end(Slot& slot, FlowEnd how, std::string error, Nanoseconds at);
    void listen(Slot& slot, bool forRoom);
    void setPhase(Slot& slot, Phase phase);
    void release(Slot& slot);

    SenderState& m_state;
    SlotTable<Slot> m_slots;
    DueQueue m_due;
    std::vector<unsigned char> m_payload;
    std::size_t m_active = 0;
    std::size_t m_connecting = 0;
    std::size_t m_closing = 0;
    FlowTotals m_ended; ///< of ended flows
};

} // namespace millrace::crosstraffic
