// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/byte_coding.h"

#include "core/store/checksum.h"

#include <cstring>

namespace millrace::store {

namespace {

Error tooShort()
{
    return fail(ErrorCode::Corrupt, "stored bytes end too early");
}

} // namespace

void appendVarint(Bytes& out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        out.push_back(static_cast<std::byte>(value | 0x80));
    out.push_back(static_cast<std::byte>(value));
}

void appendBytes(Bytes& out, std::span<const std::byte> bytes)
{
    out.insert(out.end(), bytes.begin(), bytes.end());
}

void appendText(Bytes& out, std::string_view text)
{
    appendVarint(out, text.size());
    appendBytes(out, std::as_bytes(std::span(text)));
}

void appendChecksum(Bytes& out)
{
    const std::uint64_t sum = checksum(out);
    appendBytes(out, std::as_bytes(std::span(&sum, 1)));
}

Result<std::span<const std::byte>> checked(std::span<const std::byte> bytes)
{
    std::uint64_t sum = 0;
    if (bytes.size() < sizeof sum)
        return tooShort();
    const auto body = bytes.first(bytes.size() - sizeof sum);
    std::memcpy(&sum, bytes.data() + body.size(), sizeof sum);
    if (sum != checksum(body))
        return fail(ErrorCode::Corrupt, "stored bytes do not fit their checksum");
    return body;
}

Result<std::uint8_t> ByteReader::byte()
{
    if (m_bytes.empty())
        return tooShort();
    const auto value = static_cast<std::uint8_t>(m_bytes.front());
    m_bytes = m_bytes.subspan(1);
    return value;
}

Result<std::uint64_t> ByteReader::varint()
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < m_bytes.size() && i < 10; ++i) {
        const auto digit = static_cast<std::uint64_t>(m_bytes[i]);
        if (i == 9 && digit > 1)
            break;
        value |= (digit & 0x7f) << (7 * i);
        if ((digit & 0x80) == 0) {
            m_bytes = m_bytes.subspan(i + 1);
            return value;
        }
    }
    return fail(ErrorCode::Corrupt, "a stored number does not end");
}

Result<std::span<const std::byte>> ByteReader::bytes(std::uint64_t size)
{
    if (size > m_bytes.size())
        return tooShort();
    const auto taken = m_bytes.first(static_cast<std::size_t>(size));
    m_bytes = m_bytes.subspan(taken.size());
    return taken;
}

Result<std::string_view> ByteReader::text()
{
    MR_TRY(size, varint());
    MR_TRY(raw, bytes(size));
    return std::string_view(reinterpret_cast<const char*>(raw.data()), raw.size());
}

} // namespace millrace::store
