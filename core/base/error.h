// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace millrace {

/// What kind of thing went wrong. Code branches on this alone, never on the text of an Error.
enum class ErrorCode
{
    InvalidInput, ///< the user's file, option or value is wrong
    Corrupt, ///< stored or received bytes are damaged
    NotFound,
    AlreadyExists,
    Unsupported, ///< this kernel, machine or version cannot do it
    NewerVersion, ///< written by a newer version of Millrace
    Denied, ///< a right is missing
    Untrusted, ///< a server does not prove to be the one that it should be
    Io, ///< reading or writing failed
    DiskFull,
    Unreachable, ///< a node or peer does not answer
    Timeout,
    Protocol, ///< the other side broke the protocol
    PeerFailed, ///< another rank or process died or froze
    GateNotMet, ///< what was achieved differs from what was requested
    Locked, ///< somebody else has it open
    Cancelled,
    Internal, ///< a fault of Millrace itself
};

/// The stable lower-case name of a code, as printed in JSON: "invalid-input", "disk-full", …
[[nodiscard]] std::string_view errorCodeName(ErrorCode code) noexcept;

/// One failure: a code, one English sentence that says what happened, to what, and what to try, and the chain of what
/// the callers were doing, innermost first.
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
/// An error from the current `errno`: "what: No space left on device", with DiskFull, Denied or NotFound where they
/// fit.
[[nodiscard]] Error failErrno(std::string what);
[[nodiscard]] Error failErrno(std::string what, int errnoValue);
/// Adds what the caller was doing.
[[nodiscard]] Error within(std::string context, Error error);

} // namespace millrace
