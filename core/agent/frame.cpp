// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/frame.h"

#include "core/base/printable.h"

#include <cassert>
#include <cstdint>
#include <fmt/format.h>

namespace millrace::agent {

namespace {

constexpr std::size_t headerBytes = 4;

} // namespace

std::string toFrame(std::string_view payload)
{
    assert(!payload.empty() && payload.size() <= maximumFrame);
    const auto length = static_cast<std::uint32_t>(payload.size());
    std::string frame;
    frame.reserve(headerBytes + payload.size());
    for (unsigned shift = 0; shift < 32; shift += 8)
        frame += static_cast<char>((length >> shift) & 0xffU);
    return frame.append(payload);
}

void FrameReader::feed(std::span<const std::byte> bytes)
{
    m_bytes.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<std::optional<std::string>> FrameReader::next()
{
    const std::string_view rest = std::string_view(m_bytes).substr(m_used);
    if (rest.size() < headerBytes)
        return std::optional<std::string>();
    std::size_t length = 0;
    for (std::size_t i = 0; i < headerBytes; ++i)
        length |= static_cast<std::size_t>(static_cast<unsigned char>(rest[i])) << (8 * i);
    if (length == 0 || length > maximumFrame)
        return fail(ErrorCode::Protocol,
                    fmt::format("the other side does not speak the agent protocol: it sent \"{}\"", printable(rest)));
    if (rest.size() < headerBytes + length)
        return std::optional<std::string>();
    std::optional<std::string> payload(rest.substr(headerBytes, length));
    m_used += headerBytes + length;
    // Moving the rest to the front only occasionally keeps the cost of many small frames linear.
    if (m_used == m_bytes.size() || m_used > (1U << 20)) {
        m_bytes.erase(0, m_used);
        m_used = 0;
    }
    return payload;
}

Result<void> FrameReader::finish() const
{
    const std::string_view rest = std::string_view(m_bytes).substr(m_used);
    if (rest.empty())
        return {};
    return fail(ErrorCode::Protocol, fmt::format("the stream ended within a frame, after \"{}\"", printable(rest)));
}

} // namespace millrace::agent
