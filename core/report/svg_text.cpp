// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_text.h"

#include "core/report/safe_text.h"

#include <algorithm>

namespace millrace::report {

namespace {

/// In thousandths of the font size.
int characterWidth(std::string_view character) noexcept
{
    if (character.size() > 1)
        return displayWidth(character) > 1 ? 1000 : character.size() == 2 ? 580 : 700;
    const char c = character.front();
    if (std::string_view("iljt.,:;'|!fI").find(c) != std::string_view::npos)
        return 280;
    if (std::string_view(" ()[]/-r\"*`").find(c) != std::string_view::npos)
        return 340;
    if (std::string_view("mMW@%").find(c) != std::string_view::npos)
        return 880;
    if (c == 'w')
        return 720;
    if (c >= 'A' && c <= 'Z')
        return 700;
    return 560;
}

constexpr double margin = 1.13; // DejaVu Sans, which many systems have as their default, is this much wider

/// Parts after which a line may be broken, each with the following space.
std::vector<std::string> piecesOf(std::string_view text)
{
    std::vector<std::string> pieces(1);
    for (const char c : text) {
        pieces.back() += c;
        if (std::string_view(" _-/,=").find(c) != std::string_view::npos)
            pieces.emplace_back();
    }
    if (pieces.back().empty())
        pieces.pop_back();
    return pieces;
}

std::string withoutEndSpace(std::string text)
{
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    return text;
}

} // namespace

double textWidth(std::string_view utf8, double fontSize)
{
    int thousandths = 0;
    while (!utf8.empty()) {
        const std::size_t length = std::min(characterLength(utf8), utf8.size());
        thousandths += characterWidth(utf8.substr(0, length));
        utf8.remove_prefix(length);
    }
    return margin * fontSize * thousandths / 1000;
}

std::vector<std::string> wrapText(std::string_view utf8, double width, double fontSize)
{
    std::vector<std::string> lines(1);
    for (std::string piece : piecesOf(utf8)) {
        if (!lines.back().empty() && textWidth(withoutEndSpace(lines.back() + piece), fontSize) > width)
            lines.emplace_back();
        while (textWidth(withoutEndSpace(lines.back() + piece), fontSize) > width && piece.size() > 1) {
            std::string head;
            while (!piece.empty()) {
                const std::string next = piece.substr(0, characterLength(piece));
                if (!head.empty() && textWidth(head + next, fontSize) > width)
                    break;
                head += next;
                piece.erase(0, next.size());
            }
            lines.back() += head;
            lines.emplace_back();
        }
        lines.back() += piece;
    }
    for (std::string& line : lines)
        line = withoutEndSpace(std::move(line));
    if (lines.size() > 1 && lines.back().empty())
        lines.pop_back();
    return lines;
}

std::string fitText(std::string_view utf8, double width, double fontSize)
{
    std::string text(utf8);
    for (std::size_t columns = displayWidth(utf8); columns > 1 && textWidth(text, fontSize) > width; --columns)
        text = elideMiddle(utf8, columns - 1);
    return text;
}

} // namespace millrace::report
