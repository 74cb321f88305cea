// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/base64.h"

#include <array>
#include <cstdint>

namespace millrace {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t noDigit = 64;

constexpr std::array<std::uint8_t, 256> makeValues()
{
    std::array<std::uint8_t, 256> values{};
    for (auto& value : values)
        value = noDigit;
    for (std::size_t i = 0; i < alphabet.size(); ++i)
        values[static_cast<std::uint8_t>(alphabet[i])] = static_cast<std::uint8_t>(i);
    return values;
}

constexpr std::array<std::uint8_t, 256> valueOf = makeValues();

std::uint32_t byteAt(std::string_view bytes, std::size_t at)
{
    return static_cast<std::uint8_t>(bytes[at]);
}

} // namespace

std::string toBase64(std::string_view bytes)
{
    std::string text((bytes.size() + 2) / 3 * 4, '=');
    char* out = text.data();
    std::size_t at = 0;
    for (; at + 3 <= bytes.size(); at += 3) {
        const std::uint32_t group = byteAt(bytes, at) << 16 | byteAt(bytes, at + 1) << 8 | byteAt(bytes, at + 2);
        for (int shift = 18; shift >= 0; shift -= 6)
            *out++ = alphabet[group >> shift & 63];
    }
    const std::size_t left = bytes.size() - at;
    if (left > 0) {
        const std::uint32_t group = byteAt(bytes, at) << 16 | (left > 1 ? byteAt(bytes, at + 1) << 8 : 0);
        *out++ = alphabet[group >> 18];
        *out++ = alphabet[group >> 12 & 63];
        if (left > 1)
            *out = alphabet[group >> 6 & 63];
    }
    return text;
}

std::optional<std::string> parseBase64(std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t at = 0; at < text.size(); at += 4) {
        const std::size_t used = at + 4 == text.size() ? 4 - padding : 4;
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const std::uint8_t value = i < used ? valueOf[static_cast<std::uint8_t>(text[at + i])] : 0;
            if (value == noDigit)
                return std::nullopt;
            group = group << 6 | value;
        }
        if ((group & ((1u << (8 * (4 - used))) - 1)) != 0)
            return std::nullopt;
        for (std::size_t i = 0; i + 1 < used; ++i)
            bytes.push_back(static_cast<char>(group >> (16 - 8 * i) & 255));
    }
    return bytes;
}

} // namespace millrace
