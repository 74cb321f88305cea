// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/safe_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace millrace::report {

namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd"; // U+FFFD
constexpr std::string_view ellipsis = "…";

struct Decoded
{
    char32_t code = 0;
    std::size_t length = 0; ///< 0: not a valid character
};

/// RFC 3629, 4: no overlong forms, no surrogates, nothing above U+10FFFF.
Decoded decode(std::string_view bytes) noexcept
{
    const auto at = [bytes](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned lead = at(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || bytes.size() < length)
        return {};
    char32_t code = lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((at(i) & 0xc0) != 0x80)
            return {};
        code = code << 6 | (at(i) & 0x3f);
    }
    constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < smallest[length] || code > 0x10ffff || surrogate ? Decoded{} : Decoded{code, length};
}

bool isControl(char32_t code) noexcept
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/// Appends each valid character with `append`, U+FFFD for the rest.
template <typename Append>
std::string mapCharacters(std::string_view bytes, Append append)
{
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const Decoded next = decode(bytes);
        if (next.length == 0)
            out += replacement;
        else
            append(out, next.code, bytes.substr(0, next.length));
        bytes.remove_prefix(std::max<std::size_t>(next.length, 1));
    }
    return out;
}

std::size_t widthOf(char32_t code) noexcept
{
    const auto within = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
    if (within(0x300, 0x36f) || within(0x200b, 0x200f) || within(0x20d0, 0x20ff) || within(0xfe00, 0xfe0f))
        return 0;
    const bool wide = within(0x1100, 0x115f) || within(0x2e80, 0x303e) || within(0x3041, 0xa4cf)
        || within(0xac00, 0xd7a3) || within(0xf900, 0xfaff) || within(0xfe30, 0xfe6f) || within(0xff00, 0xff60)
        || within(0xffe0, 0xffe6) || within(0x1f300, 0x1faff) || within(0x20000, 0x3fffd);
    return wide ? 2 : 1;
}

} // namespace

std::string validUtf8(std::string_view bytes)
{
    return mapCharacters(bytes, [](std::string& out, char32_t, std::string_view character) { out += character; });
}

std::string escapeXml(std::string_view bytes)
{
    return mapCharacters(bytes, [](std::string& out, char32_t code, std::string_view character) {
        switch (code) {
        case '&': out += "&amp;"; return;
        case '<': out += "&lt;"; return;
        case '>': out += "&gt;"; return;
        case '"': out += "&quot;"; return;
        case '\'': out += "&#39;"; return;
        case '\t':
        case '\n':
        case '\r': out += character; return;
        default: out += isControl(code) || code == 0xfffe || code == 0xffff ? replacement : character;
        }
    });
}

std::string oneLine(std::string_view bytes)
{
    return mapCharacters(bytes, [](std::string& out, char32_t code, std::string_view character) {
        if (code == '\n' || code == '\r' || code == '\t')
            out += ' ';
        else
            out += isControl(code) ? replacement : character;
    });
}

std::size_t characterLength(std::string_view utf8) noexcept
{
    return std::max<std::size_t>(decode(utf8).length, 1);
}

std::size_t displayWidth(std::string_view utf8) noexcept
{
    std::size_t width = 0;
    while (!utf8.empty()) {
        const Decoded next = decode(utf8);
        width += next.length == 0 ? 1 : widthOf(next.code);
        utf8.remove_prefix(std::max<std::size_t>(next.length, 1));
    }
    return width;
}

std::string elideMiddle(std::string_view utf8, std::size_t width)
{
    if (displayWidth(utf8) <= width)
        return std::string(utf8);
    if (width == 0)
        return {};
    const std::size_t headWidth = width / 2;
    std::size_t head = 0;
    for (std::size_t used = 0; head < utf8.size();) {
        const std::size_t length = characterLength(utf8.substr(head));
        used += displayWidth(utf8.substr(head, length));
        if (used > headWidth)
            break;
        head += length;
    }
    std::size_t tail = head;
    while (tail < utf8.size() && displayWidth(utf8.substr(tail)) > width - headWidth - 1)
        tail += characterLength(utf8.substr(tail));
    return std::string(utf8.substr(0, head)).append(ellipsis).append(utf8.substr(tail));
}

} // namespace millrace::report
