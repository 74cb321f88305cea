// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace millrace {

/// Category of a failure. Code branches on this alone, never on the text of an Error.
enum class ErrorCode
{
    InvalidInput, ///< the user's file, option or value is wrong
    Corrupt, ///< stored or received bytes are damaged
    NotFound,
    AlreadyExists,
    Unsupported, ///< not supported by this kernel, machine or version
    NewerVersion, ///< written by a newer version of Millrace
    Denied, ///< a permission is missing
    Untrusted, ///< the server's key or certificate does not match
    Io, ///< reading or writing failed
    DiskFull,
    Unreachable, ///< a node or peer does not answer
    Timeout,
    Protocol, ///< the other side broke the protocol
    PeerFailed, ///< another rank or process died or hangs
    GateNotMet, ///< the achieved value differs from the requested one
    Locked, ///< opened by another process
    Cancelled,
    Internal, ///< a bug of Millrace itself
};

/// Returns the stable lower-case name of a code, as printed in JSON: "invalid-input", "disk-full", …
[[nodiscard]] std::string_view errorCodeName(ErrorCode code) noexcept;

/// One failure: a code, one English sentence (what failed, where, what to try) and the context added by the callers,
/// innermost first.
struct Error
{
    ErrorCode code = ErrorCode::Internal;
    std::string what;
    std::vector<std::string> context;

    /// "opening run 3: reading iters.csv: line 17: not a number".
    [[nodiscard]] std::string text() const;
    bool operator==(const Error&) const = default;
};

[[nodiscard]] Error fail(ErrorCode code, std::string what);
/// Returns an error from the current `errno`: "what: No space left on device", with DiskFull, Denied or NotFound where
/// they fit.
[[nodiscard]] Error failErrno(std::string what);
[[nodiscard]] Error failErrno(std::string what, int errnoValue);
/// Adds the caller's context.
[[nodiscard]] Error within(std::string context, Error error);

} // namespace millrace
