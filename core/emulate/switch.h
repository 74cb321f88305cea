// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"
#include "core/emulate/fabric.h"
#include "core/emulate/frame.h"
#include "core/emulate/frame_joiner.h"
#include "core/emulate/lateness_histogram.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

namespace millrace::emulate {

/// User-space switch: one thread that moves frames between TAP interfaces through a Fabric. It sleeps until a frame
/// arrives or an event is due. The public functions may be called from any thread.
class Switch final : private FrameSink
{
public:
    /// taps[i] belongs to spec.nodes[i]: non-blocking, IFF_VNET_HDR with 12 bytes of header.
    [[nodiscard]] static Result<std::unique_ptr<Switch>> start(const EmulationSpec& spec, std::vector<UniqueFd> taps);
    ~Switch() override;

    /// Returns the switch's part of the health.
    [[nodiscard]] Result<EmulationHealth> health(bool reset);
    [[nodiscard]] Result<void> update(const std::vector<PathUpdate>& updates);

private:
    Switch(const EmulationSpec& spec, std::vector<UniqueFd> taps);
    [[nodiscard]] Result<void> watch();
    void run();
    void becomeRealtime();
    void rest();
    void poll(Nanoseconds longest);
    void readFrames(int node);
    void dispatch(Frame& frame, int from, Nanoseconds now);
    void forward(Frame& frame, int from, int to, Nanoseconds now);
    void flood(Frame& frame, int from, Nanoseconds now);
    void acceptFrame(Frame& frame, int from, int to, Nanoseconds now);
    bool deliver(const Frame& frame) override;
    [[nodiscard]] Result<void> onSwitchThread(std::function<void()> request);
    void serveRequests();
    [[nodiscard]] EmulationHealth snapshot(bool reset);

    std::vector<UniqueFd> m_taps;
    std::unordered_map<std::uint64_t, int> m_nodeOfMac;
    cluster::SwitchMode m_mode;
    bool m_segmentationOffload;
    FramePool m_pool;
    LatenessHistogram m_lateness;
    FrameJoiner m_joiner;
    Fabric m_fabric;
    std::uint64_t m_bufferedMaximum = 0;
    double m_cpuStart = 0;
    Nanoseconds m_wallStart{0};
    Nanoseconds m_lastRound{0};
    Nanoseconds m_preciseDue{0};
    bool m_realtime = false;
    bool m_memoryLocked = false;

    UniqueFd m_epoll;
    WakeUp m_wakeUp;
    std::mutex m_requestMutex;
    std::vector<std::function<void()>> m_requests;
    std::atomic<bool> m_stop{false};
    std::jthread m_thread;
};

} // namespace millrace::emulate
