// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/process_identity.h"

#include "core/base/file_io.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace millrace {

Result<ProcessIdentity> identifyProcess(pid_t pid)
{
    MR_TRY(text, readFile(fmt::format("/proc/{}/stat", pid)));
    // The second field, the name in parentheses, may contain any character.
    const auto close = text.rfind(')');
    const auto fields = split(std::string_view(text).substr(close == std::string::npos ? 0 : close + 1), ' ');
    if (close == std::string::npos || fields.size() < 21)
        return fail(ErrorCode::Corrupt, fmt::format("/proc/{}/stat cannot be read", pid));
    if (fields[1] == "Z" || fields[1] == "X")
        return fail(ErrorCode::NotFound, fmt::format("process {} has ended", pid));
    MR_TRY(start, parseInteger(fields[20]));
    return ProcessIdentity{pid, static_cast<std::uint64_t>(start)};
}

bool isAlive(const ProcessIdentity& process)
{
    const auto now = identifyProcess(process.pid);
    return now && *now == process;
}

} // namespace millrace
