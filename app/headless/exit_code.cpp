// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/exit_code.h"

namespace millrace::headless {

int exitCodeOf(const Error& error) noexcept
{
    switch (error.code) {
    case ErrorCode::InvalidInput:
    case ErrorCode::AlreadyExists: return BadUsage;
    case ErrorCode::Corrupt:
    case ErrorCode::NotFound:
    case ErrorCode::NewerVersion:
    case ErrorCode::Io:
    case ErrorCode::DiskFull:
    case ErrorCode::Locked: return BadInput;
    case ErrorCode::Denied:
    case ErrorCode::Untrusted:
    case ErrorCode::Unsupported:
    case ErrorCode::Unreachable:
    case ErrorCode::Timeout: return NodeUnusable;
    case ErrorCode::GateNotMet: return GateNotMet;
    case ErrorCode::Cancelled: return Interrupted;
    case ErrorCode::Protocol:
    case ErrorCode::PeerFailed:
    case ErrorCode::Internal: return SomeRunsFailed;
    }
    return SomeRunsFailed;
}

} // namespace millrace::headless
