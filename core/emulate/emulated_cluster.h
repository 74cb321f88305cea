// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

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
    pid_t init = -1; ///< first process of the node's namespaces; argument of `millrace-agent enter`

    bool operator==(const EmulatedNode&) const = default;
};

struct EmulationOptions
{
    /// Registry of emulations, by which a later start finds the remains of a killed one; empty: none.
    std::filesystem::path registryFolder;
};

/// A cluster on this machine: per node one set of namespaces (net, mnt, uts, pid, ipc), joined by the user-space switch
/// or by kernel netem. It dies with this object, and with this process however that ends: the kernel kills the first
/// process of every node, and with it all processes of the node. All functions may be called from any thread.
class EmulatedCluster
{
public:
    [[nodiscard]] static Result<std::unique_ptr<EmulatedCluster>> start(const EmulationSpec& spec,
                                                                        const EmulationOptions& options = {});
    ~EmulatedCluster();
    EmulatedCluster(const EmulatedCluster&) = delete;
    EmulatedCluster& operator=(const EmulatedCluster&) = delete;

    /// Returns the spec with every update applied.
    [[nodiscard]] EmulationSpec spec() const;
    [[nodiscard]] const std::vector<EmulatedNode>& nodes() const noexcept;
    /// Returns the health since start or the last call with `reset`.
    [[nodiscard]] Result<EmulationHealth> health(bool reset = false);
    /// Changes paths. Frames in flight keep their delay. Unsupported with netem.
    [[nodiscard]] Result<void> update(const std::vector<PathUpdate>& updates);

private:
    class State;
    explicit EmulatedCluster(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace millrace::emulate
