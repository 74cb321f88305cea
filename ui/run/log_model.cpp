// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/log_model.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"

#include <QDateTime>
#include <QGuiApplication>
#include <QPalette>
#include <QStringMatcher>

#include <algorithm>
#include <array>

namespace millrace::ui {
namespace {

bool containsWord(std::string_view text, std::string_view lower)
{
    return std::search(text.begin(), text.end(), lower.begin(), lower.end(),
                       [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; })
        != text.end();
}

QString levelText(LineLevel level)
{
    switch (level) {
    case LineLevel::Output: return LogModel::tr("output");
    case LineLevel::StandardError: return LogModel::tr("stderr");
    case LineLevel::Warning: return LogModel::tr("⚠ warning");
    case LineLevel::Error: return LogModel::tr("✗ error");
    }
    return {};
}

std::int16_t placeOf(QStringList& names, const std::string& name)
{
    const QString text = toQString(name);
    qsizetype place = names.indexOf(text);
    if (place < 0) {
        place = names.size();
        names.append(text);
    }
    return static_cast<std::int16_t>(place);
}

} // namespace

LineLevel lineLevel(const store::LogLine& line)
{
    static constexpr std::array<std::string_view, 5> errors{"error", "fatal", "exception", "traceback", "panic"};
    const auto occurs = [&line](std::string_view word) { return containsWord(line.text, word); };
    if (line.stream == "alarm")
        return LineLevel::Warning;
    if (std::ranges::any_of(errors, occurs))
        return LineLevel::Error;
    if (occurs("warn"))
        return LineLevel::Warning;
    return line.stream == "stderr" ? LineLevel::StandardError : LineLevel::Output;
}

LogModel::LogModel(QObject* parent, std::size_t most) : QAbstractTableModel(parent), m_most(most) { }

LogModel::Line LogModel::toLine(const store::LogLine& line)
{
    return {line.wall, placeOf(m_nodes, line.node), placeOf(m_processes, line.process), lineLevel(line),
            toQString(line.text)};
}

bool LogModel::passes(const Line& line) const
{
    return line.level >= m_filter.atLeast && (m_filter.node.isEmpty() || m_nodes[line.node] == m_filter.node)
        && (m_filter.process.isEmpty() || m_processes[line.process] == m_filter.process);
}

void LogModel::clear()
{
    setLines({}, 0);
}

void LogModel::setLines(const std::vector<store::LogLine>& lines, std::int64_t before)
{
    beginResetModel();
    m_lines.clear();
    m_visible.clear();
    m_nodes.clear();
    m_processes.clear();
    m_first = 0;
    m_dropped = before;
    const std::size_t skip = lines.size() > m_most ? lines.size() - m_most : 0;
    m_dropped += static_cast<std::int64_t>(skip);
    for (std::size_t i = skip; i < lines.size(); ++i)
        m_lines.push_back(toLine(lines[i]));
    std::ranges::stable_sort(m_lines, {}, &Line::wall);
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        if (passes(m_lines[i]))
            m_visible.push_back(static_cast<std::int64_t>(i));
    endResetModel();
    Q_EMIT sourcesChanged();
}

void LogModel::append(const std::vector<store::LogLine>& lines)
{
    if (lines.empty())
        return;
    const qsizetype sources = m_nodes.size() + m_processes.size();
    std::vector<Line> fresh;
    const std::size_t skip = lines.size() > m_most ? lines.size() - m_most : 0;
    for (std::size_t i = skip; i < lines.size(); ++i)
        fresh.push_back(toLine(lines[i]));
    // Nodes send batches, so lines of one tick are sorted.
    std::ranges::stable_sort(fresh, {}, &Line::wall);
    if (m_lines.size() + fresh.size() > m_most)
        dropOldest(m_lines.size() + fresh.size() - m_most);
    m_dropped += static_cast<std::int64_t>(skip);
    std::vector<std::int64_t> visible;
    std::int64_t number = m_first + static_cast<std::int64_t>(m_lines.size());
    for (const Line& line : fresh) {
        if (passes(line))
            visible.push_back(number);
        ++number;
    }
    const int begin = rowCount();
    if (!visible.empty())
        beginInsertRows({}, begin, begin + static_cast<int>(visible.size()) - 1);
    std::ranges::move(fresh, std::back_inserter(m_lines));
    m_visible.insert(m_visible.end(), visible.begin(), visible.end());
    if (!visible.empty())
        endInsertRows();
    if (m_nodes.size() + m_processes.size() != sources)
        Q_EMIT sourcesChanged();
}

void LogModel::dropOldest(std::size_t count)
{
    const std::int64_t first = m_first + static_cast<std::int64_t>(count);
    const auto kept = std::ranges::lower_bound(m_visible, first);
    const int rows = static_cast<int>(kept - m_visible.begin());
    if (rows > 0)
        beginRemoveRows({}, 0, rows - 1);
    m_visible.erase(m_visible.begin(), kept);
    m_lines.erase(m_lines.begin(), m_lines.begin() + static_cast<std::ptrdiff_t>(count));
    m_first = first;
    m_dropped += static_cast<std::int64_t>(count);
    if (rows > 0)
        endRemoveRows();
}

void LogModel::setFilter(const Filter& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    beginResetModel();
    m_visible.clear();
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        if (passes(m_lines[i]))
            m_visible.push_back(m_first + static_cast<std::int64_t>(i));
    endResetModel();
}

void LogModel::setOrigin(Nanoseconds origin)
{
    if (origin == m_origin)
        return;
    m_origin = origin;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, TimeColumn), index(rowCount() - 1, TimeColumn));
}

const LogModel::Line& LogModel::lineAt(int row) const
{
    return m_lines[static_cast<std::size_t>(m_visible[static_cast<std::size_t>(row)] - m_first)];
}

std::vector<int> LogModel::matches(const QString& text, int first, int end) const
{
    std::vector<int> rows;
    if (text.isEmpty())
        return rows;
    const QStringMatcher matcher(text, Qt::CaseInsensitive);
    for (int row = first; row < std::min(end, rowCount()); ++row)
        if (matcher.indexIn(lineAt(row).text) >= 0)
            rows.push_back(row);
    return rows;
}

QString LogModel::textAt(int row) const
{
    return lineAt(row).text;
}

Nanoseconds LogModel::timeAt(int row) const
{
    return lineAt(row).wall;
}

QString LogModel::timeText(Nanoseconds wall) const
{
    if (m_origin.count() == 0)
        return QDateTime::fromMSecsSinceEpoch(wall.count() / 1'000'000).time().toString(QStringLiteral("HH:mm:ss.zzz"));
    return m_locale.toString(static_cast<double>((wall - m_origin).count()) / 1e9, 'f', 3) + QStringLiteral(" s");
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_visible.size());
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Line& line = lineAt(index.row());
    if (role == LevelRole)
        return static_cast<int>(line.level);
    if (role == Qt::ForegroundRole && index.column() >= LevelColumn && line.level >= LineLevel::Warning) {
        const bool dark = isDark(QGuiApplication::palette());
        return line.level == LineLevel::Error ? errorColor(dark) : warningColor(dark);
    }
    if (role == Qt::TextAlignmentRole && index.column() == TimeColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == SortRole && index.column() == TimeColumn)
        return static_cast<qlonglong>(line.wall.count());
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    switch (index.column()) {
    case TimeColumn: return timeText(line.wall);
    case NodeColumn: return m_nodes[line.node];
    case ProcessColumn: return m_processes[line.process];
    case LevelColumn: return levelText(line.level);
    default: return line.text;
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn: return tr("Time");
    case NodeColumn: return tr("Node");
    case ProcessColumn: return tr("Process");
    case LevelColumn: return tr("Level");
    case TextColumn: return tr("Line");
    default: return {};
    }
}

} // namespace millrace::ui

#include "moc_log_model.cpp"
