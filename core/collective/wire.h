// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

namespace millrace::collective {

/// Messages between ranks, in the byte order of the machine (all ranks of a session run on the same kind of machine;
/// the first word of the greeting differs otherwise).

enum class Phase : std::uint16_t
{
    Reduce = 1,
    Broadcast = 2
};

/// Header before the payload of every chunk on a data connection.
struct DataHeader
{
    std::uint32_t operation = 0; ///< number of the all-reduce in the session
    std::uint32_t chunk = 0;
    std::uint32_t bytes = 0;
    Phase phase = Phase::Reduce;
    std::uint16_t plan = 0; ///< low bits of a hash over all chunks, to detect different tensor lists
};

enum class ControlKind : std::uint32_t
{
    Exchange = 1,
    Ping,
    Pong,
    Abort,
    Goodbye
};
enum class AbortReason : std::uint32_t
{
    Dead = 1,
    Frozen,
    Timeout,
    Protocol,
    Stopped,
    Failed
};

/// Only message type on a control connection.
struct ControlMessage
{
    std::uint32_t magic = 0x4d524354; ///< "MRCT"
    ControlKind kind = ControlKind::Ping;
    std::uint32_t sequence = 0; ///< number of the exchange or the ping
    AbortReason reason{}; ///< Abort
    std::int32_t culprit = -1; ///< Abort: the rank at fault
    std::uint32_t waiting = 0; ///< Pong: 1 if the sender is waiting, 0 if it computes
    std::uint64_t value = 0; ///< Exchange
};

enum class LinkKind : std::uint32_t
{
    Control = 1,
    Data ///< of the first stream; those of the others follow
};

[[nodiscard]] constexpr LinkKind dataLink(int stream) noexcept
{
    return static_cast<LinkKind>(static_cast<std::uint32_t>(LinkKind::Data) + static_cast<std::uint32_t>(stream));
}

/// First bytes on every connection, from the side that opened it.
struct Greeting
{
    std::uint64_t magic = 0x324c4c4f4343524d; ///< "MRCCOLL2"
    LinkKind kind = LinkKind::Control;
    std::int32_t from = 0;
    std::int32_t to = 0;
    std::int32_t size = 0;
    std::uint64_t settings = 0; ///< hash of the peer list and of all settings that the ranks must share
    std::uint64_t epoch = 0; ///< version of the membership; 0: the list of peers never changes
};

enum class WelcomeStatus : std::uint32_t
{
    Accepted = 1,
    OtherSettings,
    OtherEpoch
};

/// The answer to a greeting.
struct Welcome
{
    std::uint64_t magic = 0x314c4c4f4357524d; ///< "MRWCOLL1"
    WelcomeStatus status = WelcomeStatus::Accepted;
    std::int32_t rank = 0;
};

static_assert(sizeof(DataHeader) == 16 && std::is_trivially_copyable_v<DataHeader>);
static_assert(sizeof(ControlMessage) == 32 && std::is_trivially_copyable_v<ControlMessage>);
static_assert(sizeof(Greeting) == 40 && std::is_trivially_copyable_v<Greeting>);
static_assert(sizeof(Welcome) == 16 && std::is_trivially_copyable_v<Welcome>);

} // namespace millrace::collective
