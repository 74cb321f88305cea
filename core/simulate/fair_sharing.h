// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/simulate/network.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace millrace::simulate {

using Flow = std::uint32_t;

/// Max-min fair rates of flows over shared resources: no flow can get more without one that has less, or as little,
/// losing (progressive filling; Bertsekas, Gallager, Data Networks, 2nd ed. 1992, section 6.5.2), in proportion to the
/// weights of the flows. A resource that a flow uses little of, for its acknowledgements, does not hold it back where
/// it passes others. Only flows that share something, directly or through others, with one that started or stopped are
/// worked out again.
class FairSharing
{
public:
    explicit FairSharing(const Network& network);

    /// Adds a flow, which is idle at first. Its number is the count of those before.
    Flow add(const Path& path, double weight = 1);
    /// Until the next update the flow has an equal part of what it passes, whatever the others have.
    void start(Flow flow);
    void stop(Flow flow);
    /// What the flow can have at most from the next update on, bytes per second.
    void limit(Flow flow, double most);
    /// Gives the flow another weight from the next update on.
    void weigh(Flow flow, double weight);
    /// What settled the rate of an active flow in the last update; nothing: a limit of its own.
    [[nodiscard]] std::optional<Resource> holder(Flow flow) const
    {
        const Resource holder = m_flows[flow].holder;
        return holder == none ? std::nullopt : std::optional(holder);
    }
    /// The active flows that the last update worked out.
    [[nodiscard]] std::span<const Flow> members() const noexcept { return m_members; }
    /// Whether something started or stopped since the last update.
    [[nodiscard]] bool isOutdated() const noexcept { return !m_touched.empty(); }
    /// Works out the rates after starts and stops; returns the active flows whose rate is another than before. Valid
    /// until the next call.
    [[nodiscard]] std::span<const Flow> update();
    /// Bytes per second; infinite: nothing limits it; 0: idle.
    [[nodiscard]] double rate(Flow flow) const { return m_flows[flow].rate; }
    /// The rate of an active flow until the last update.
    [[nodiscard]] double rateBefore(Flow flow) const { return m_flows[flow].before; }

private:
    static constexpr Resource none = 0xffffffff;
    struct Member
    {
        Path path;
        double weight = 1;
        std::array<std::uint32_t, Path::mostResources> places{}; ///< in the lists of its resources
        double rate = 0;
        double settled = 0; ///< rate that was last reported
        double before = 0; ///< rate until the last update
        bool active = false;
        bool hasMain = false; ///< a resource that it uses for more than acknowledgements
        std::uint32_t round = 0; ///< in which it was gathered
        bool fixed = false;
        Resource holder = none;
    };
    struct Shared
    {
        std::vector<Flow> flows; ///< active ones
        double left = 0; ///< not given away in this update
        double open = 0; ///< use by flows without a rate in this update, for one byte of a flow of weight one
        double load = 0; ///< likewise, by all flows
        std::uint32_t round = 0;
    };

    static constexpr double mainUse = 0.2;

    [[nodiscard]] static bool isHeldBy(const Member& member, Resource resource);
    void touch(const Path& path);
    void gatherResource(Resource resource);
    void gatherFlow(Flow flow);
    void fill();
    void fix(Flow flow, double level, Resource holder);

    const Network& m_network;
    std::vector<Member> m_flows;
    std::vector<Shared> m_shared;
    std::vector<Resource> m_touched; ///< by starts and stops
    std::uint32_t m_round = 0;
    std::vector<Resource> m_resources; ///< gathered
    std::vector<Flow> m_members; ///< gathered
    std::vector<std::pair<double, Flow>> m_capped; ///< gathered flows with a limit of their own
    std::vector<std::pair<double, Resource>> m_levels; ///< heap, smallest first
    std::vector<Flow> m_changed;
};

} // namespace millrace::simulate
