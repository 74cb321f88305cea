// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>

namespace millrace::capture {

/// Numbers of a pcapng section, in its byte order.
struct SectionOrder
{
    bool swapped = false;

    [[nodiscard]] std::uint16_t half(const std::uint8_t* p) const noexcept
    {
        std::uint16_t value = 0;
        std::memcpy(&value, p, 2);
        return swapped ? __builtin_bswap16(value) : value;
    }
    [[nodiscard]] std::uint32_t word(const std::uint8_t* p) const noexcept
    {
        std::uint32_t value = 0;
        std::memcpy(&value, p, 4);
        return swapped ? __builtin_bswap32(value) : value;
    }
    [[nodiscard]] std::uint64_t longWord(const std::uint8_t* p) const noexcept
    {
        std::uint64_t value = 0;
        std::memcpy(&value, p, 8);
        return swapped ? __builtin_bswap64(value) : value;
    }
};

/// One option of a pcapng block.
struct PcapngOption
{
    std::uint16_t code = 0;
    std::span<const std::uint8_t> value;

    /// Returns at most 1 024 bytes: a file may describe 65 535 interfaces.
    [[nodiscard]] std::string text(std::size_t from = 0) const
    {
        constexpr std::size_t most = 1024;
        const auto rest = value.subspan(std::min(from, value.size()));
        const auto kept = rest.first(std::min(most, rest.size()));
        return {kept.begin(), kept.end()};
    }
    /// Returns eight bytes, or nothing if the length differs.
    [[nodiscard]] std::optional<std::uint64_t> number(SectionOrder order) const
    {
        return value.size() == 8 ? std::optional(order.longWord(value.data())) : std::nullopt;
    }
};

/// Iterates over the options at the end of a block; stops at the end mark and at damage.
class PcapngOptions
{
public:
    PcapngOptions(std::span<const std::uint8_t> bytes, SectionOrder order) : m_bytes(bytes), m_order(order) { }

    [[nodiscard]] std::optional<PcapngOption> next()
    {
        if (m_bytes.size() < 4)
            return std::nullopt;
        const std::uint16_t code = m_order.half(m_bytes.data());
        const std::size_t length = m_order.half(m_bytes.data() + 2);
        const std::size_t padded = (length + 3) & ~std::size_t{3};
        if (code == 0 || m_bytes.size() < 4 + length)
            return std::nullopt;
        const PcapngOption option{code, m_bytes.subspan(4, length)};
        m_bytes = m_bytes.subspan(std::min(m_bytes.size(), 4 + padded));
        return option;
    }

private:
    std::span<const std::uint8_t> m_bytes;
    SectionOrder m_order;
};

} // namespace millrace::capture
