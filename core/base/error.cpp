// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/error.h"

#include <cerrno>
#include <system_error>
#include <utility>

namespace millrace {

std::string_view errorCodeName(ErrorCode code) noexcept
{
    switch (code) {
    case ErrorCode::InvalidInput: return "invalid-input";
    case ErrorCode::Corrupt: return "corrupt";
    case ErrorCode::NotFound: return "not-found";
    case ErrorCode::AlreadyExists: return "already-exists";
    case ErrorCode::Unsupported: return "unsupported";
    case ErrorCode::NewerVersion: return "newer-version";
    case ErrorCode::Denied: return "denied";
    case ErrorCode::Untrusted: return "untrusted";
    case ErrorCode::Io: return "io";
    case ErrorCode::DiskFull: return "disk-full";
    case ErrorCode::Unreachable: return "unreachable";
    case ErrorCode::Timeout: return "timeout";
    case ErrorCode::Protocol: return "protocol";
    case ErrorCode::PeerFailed: return "peer-failed";
    case ErrorCode::GateNotMet: return "gate-not-met";
    case ErrorCode::Locked: return "locked";
    case ErrorCode::Cancelled: return "cancelled";
    case ErrorCode::Internal: return "internal";
    }
    return "internal";
}

std::string Error::text() const
{
    std::string all;
    for (auto it = context.rbegin(); it != context.rend(); ++it)
        all += *it + ": ";
    return all + what;
}

Error fail(ErrorCode code, std::string what)
{
    return {code, std::move(what), {}};
}

Error failErrno(std::string what)
{
    return failErrno(std::move(what), errno);
}

Error failErrno(std::string what, int errnoValue)
{
    ErrorCode code = ErrorCode::Io;
    switch (errnoValue) {
    case ENOSPC:
    case EDQUOT: code = ErrorCode::DiskFull; break;
    case EACCES:
    case EPERM: code = ErrorCode::Denied; break;
    case ENOENT: code = ErrorCode::NotFound; break;
    case ETIMEDOUT: code = ErrorCode::Timeout; break;
    case ECONNREFUSED:
    case EHOSTUNREACH:
    case ENETUNREACH: code = ErrorCode::Unreachable; break;
    default: break;
    }
    return {code, std::move(what) + ": " + std::generic_category().message(errnoValue), {}};
}

Error within(std::string context, Error error)
{
    error.context.push_back(std::move(context));
    return error;
}

} // namespace millrace
