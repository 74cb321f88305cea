// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/report/safe_text.h"
#include "core/report/table_view.h"
#include "core/report/table_writers.h"

#include <algorithm>

namespace millrace::report {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t shortestText = 12; ///< minimum width of a text column

struct TextColumn
{
    std::vector<std::string> heading; ///< lines
    std::vector<std::string> cells;
    bool numeric = false;
    std::size_t width = 0;
};

std::vector<std::string> wrapWords(const std::string& text, std::size_t width)
{
    std::vector<std::string> lines;
    for (const std::string_view word : split(text, ' ')) {
        if (lines.empty() || displayWidth(lines.back()) + 1 + displayWidth(word) > width)
            lines.emplace_back(word);
        else
            lines.back().append(" ").append(word);
    }
    return lines;
}

std::size_t widest(const std::vector<std::string>& texts)
{
    std::size_t width = 0;
    for (const std::string& text : texts)
        width = std::max(width, displayWidth(text));
    return width;
}

TextColumn makeColumn(const Table& table, const ColumnView& view)
{
    TextColumn column;
    column.numeric = view.numeric;
    for (const auto& row : table.rows)
        column.cells.push_back(oneLine(view.text(row[view.index])));
    const std::string unit = view.unit.empty() ? "" : " (" + view.unit + ")";
    column.heading = wrapWords(oneLine(view.heading + unit), std::max<std::size_t>(widest(column.cells), 8));
    column.width = std::max(widest(column.heading), widest(column.cells));
    return column;
}

std::size_t totalWidth(const std::vector<TextColumn>& columns)
{
    std::size_t width = columns.empty() ? 0 : (columns.size() - 1) * gap;
    for (const TextColumn& column : columns)
        width += column.width;
    return width;
}

std::size_t leastWidth(const TextColumn& column)
{
    return column.numeric ? column.width : std::min(column.width, std::max(shortestText, widest(column.heading)));
}

/// If short texts make the whole table fit, the widest one is shortened repeatedly until it does. Otherwise the table
/// is split into blocks, and only texts longer than a line are shortened.
void shrinkTexts(std::vector<TextColumn>& columns, std::size_t width)
{
    std::vector<TextColumn> shortest = columns;
    for (TextColumn& column : shortest)
        column.width = leastWidth(column);
    if (totalWidth(shortest) > width) {
        for (TextColumn& column : columns)
            if (!column.numeric)
                column.width = std::min(column.width, std::max(leastWidth(column), width * 2 / 5));
        return;
    }
    while (totalWidth(columns) > width) {
        TextColumn* widestText = nullptr;
        for (TextColumn& column : columns)
            if (column.width > leastWidth(column) && (widestText == nullptr || column.width > widestText->width))
                widestText = &column;
        --widestText->width;
    }
}

void appendPadded(std::string& line, const std::string& text, const TextColumn& column)
{
    const std::string cut = elideMiddle(text, column.width);
    const std::size_t pad = column.width - std::min(column.width, displayWidth(cut));
    line += column.numeric ? std::string(pad, ' ') + cut : cut + std::string(pad, ' ');
}

std::string lineOf(const std::vector<const TextColumn*>& columns, auto textOf)
{
    std::string line;
    for (const TextColumn* column : columns) {
        if (column != columns.front())
            line.append(gap, ' ');
        appendPadded(line, textOf(*column), *column);
    }
    while (!line.empty() && line.back() == ' ')
        line.pop_back();
    return line + "\n";
}

std::string blockText(const std::vector<const TextColumn*>& columns, std::size_t rows)
{
    std::string text;
    std::size_t lines = 0;
    for (const TextColumn* column : columns)
        lines = std::max(lines, column->heading.size());
    for (std::size_t i = 0; i < lines; ++i)
        text += lineOf(columns, [&](const TextColumn& column) {
            const std::size_t missing = lines - column.heading.size();
            return i < missing ? std::string() : column.heading[i - missing];
        });
    text += lineOf(columns, [](const TextColumn& column) {
        std::string rule;
        for (std::size_t i = 0; i < column.width; ++i)
            rule += "─";
        return rule;
    });
    for (std::size_t row = 0; row < rows; ++row)
        text += lineOf(columns, [row](const TextColumn& column) { return column.cells[row]; });
    return text;
}

/// The columns of each block; all but the first begin with the key columns, as long as those take at most half a line.
std::vector<std::vector<const TextColumn*>> blocksOf(const std::vector<TextColumn>& columns, std::size_t keys,
                                                     std::size_t width)
{
    std::vector<const TextColumn*> repeated;
    std::size_t repeatedWidth = 0;
    for (std::size_t i = 0; i < std::min(keys, columns.size()); ++i)
        if (i == 0 || repeatedWidth + gap + columns[i].width <= width / 2) {
            repeated.push_back(&columns[i]);
            repeatedWidth += columns[i].width + gap;
        }
    std::vector<std::vector<const TextColumn*>> blocks(1);
    std::size_t used = 0;
    for (const TextColumn& column : columns) {
        const bool onlyKeys = blocks.back().size() <= (blocks.size() > 1 ? repeated.size() : 0);
        if (width > 0 && !onlyKeys && used + column.width > width) {
            blocks.push_back(repeated);
            used = repeatedWidth;
        }
        used += column.width + gap;
        blocks.back().push_back(&column);
    }
    return blocks;
}

} // namespace

std::string toText(const Table& table, const TextOptions& options)
{
    std::string text;
    if (options.withTitle && !table.title.empty())
        text += oneLine(table.title) + "\n\n";
    const auto views = viewColumns(table);
    std::vector<TextColumn> columns;
    for (const ColumnView& view : views)
        columns.push_back(makeColumn(table, view));
    if (options.width > 0)
        shrinkTexts(columns, options.width);
    bool first = true;
    for (const auto& block : blocksOf(columns, table.keys, options.width)) {
        if (!block.empty())
            text += (first ? "" : "\n") + blockText(block, table.rows.size());
        first = false;
    }
    if (table.rows.empty())
        text += "(no rows)\n";
    for (const std::string& note : table.notes) {
        const std::size_t width = options.width > 0 ? options.width : 100;
        text += "\n";
        for (const std::string& line : wrapWords(oneLine(note), width))
            text += line + "\n";
    }
    return text;
}

} // namespace millrace::report
