// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/byte_stream.h"
#include "core/base/clock.h"
#include "core/base/command.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <memory>
#include <string>

namespace millrace {

/// Started process as a stream: reading gives its stdout, writing feeds its stdin. Destruction ends the process.
class HostStream : public ByteStream
{
public:
    /// Returns the end of its stderr so far (the last 64 KiB), for error messages.
    [[nodiscard]] virtual std::string errorTail() = 0;
    /// Kills it at once, with all its children.
    virtual void kill() = 0;
};

/// The end of the stderr of a process whose stdout has ended: it may come a moment later, for which this waits up to
/// 100 ms.
[[nodiscard]] std::string lastErrors(HostStream& ended);

/// Place where commands can be run: this machine, a network namespace of an emulated cluster, a node over ssh, a fake.
/// All functions may be called from any thread.
class Host
{
public:
    virtual ~Host() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    /// Runs a command to its end. A non-zero exit code is still a success of this call.
    [[nodiscard]] virtual Result<CommandOutput> run(const Command& command, Deadline deadline,
                                                    const JobContext& job = {}) = 0;
    /// Starts a command and leaves it running.
    [[nodiscard]] virtual Result<std::unique_ptr<HostStream>> open(const Command& command) = 0;
};

} // namespace millrace
