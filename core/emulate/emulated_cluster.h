// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/log.h"
#include "core/emulate/emulation_spec.h"
#include "core/emulate/health.h"

#include <filesystem>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace millrace::emulate {

struct EmulatedNode
{
    std::string name;
    std::string address;
    pid_t init = -1; ///< first process of the node's namespaces; `millrace-agent enter` takes it

    bool operator==(const EmulatedNode&) const = default;
};

struct EmulationOptions
{
    /// Where the emulation is written down so that a later start finds what a killed one left; empty: nowhere.
    std::filesystem::path registryFolder;
    Log log;
};

/// A cluster on this machine: per node one set of namespaces (net, mnt, uts, pid, ipc), joined by the user-space switch
/// or by kernel netem. It dies with this object, and with this process however that ends: the kernel kills the first
/// process of every node, and with it all that runs in the node. All functions may be called from any thread.
class EmulatedCluster
{
public:
    [[nodiscard]] static Result<std::unique_ptr<EmulatedCluster>> start(const EmulationSpec& spec,
                                                                        const EmulationOptions& options = {});
    ~EmulatedCluster();
    EmulatedCluster(const EmulatedCluster&) = delete;
    EmulatedCluster& operator=(const EmulatedCluster&) = delete;

    /// With every update applied.
    [[nodiscard]] EmulationSpec spec() const;
    [[nodiscard]] const std::vector<EmulatedNode>& nodes() const noexcept;
    /// Since start or the last call with `reset`.
    [[nodiscard]] Result<EmulationHealth> health(bool reset = false);
    /// Frames that are already under way keep the delay they were given. Unsupported with netem.
    [[nodiscard]] Result<void> update(const std::vector<PathUpdate>& updates);

private:
    class State;
    explicit EmulatedCluster(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace millrace::emulate
