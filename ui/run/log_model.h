// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/run_data.h"

#include <QAbstractTableModel>
#include <QLocale>
#include <QString>

#include <deque>
#include <limits>
#include <vector>

namespace millrace::ui {

/// Level of a line, guessed from its stream and words.
enum class LineLevel
{
    Output,
    StandardError,
    Warning,
    Error
};
[[nodiscard]] LineLevel lineLevel(const store::LogLine& line);

/// Lines of all nodes in the order of time, in bounded memory: the oldest are dropped. Filtered by node, process and
/// level.
class LogModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        TimeColumn,
        NodeColumn,
        ProcessColumn,
        LevelColumn,
        TextColumn,
        ColumnCount
    };
    enum Role
    {
        SortRole = Qt::UserRole,
        LevelRole ///< int
    };
    struct Filter
    {
        QString node; ///< empty: all
        QString process;
        LineLevel atLeast = LineLevel::Output;

        bool operator==(const Filter&) const = default;
    };
    static constexpr std::size_t mostLines = 100'000;

    explicit LogModel(QObject* parent = nullptr, std::size_t most = mostLines);

    void clear();
    void append(const std::vector<store::LogLine>& lines);
    /// `before`: number of lines of the run before these.
    void setLines(const std::vector<store::LogLine>& lines, std::int64_t before);
    void setFilter(const Filter& filter);
    [[nodiscard]] const Filter& filter() const noexcept { return m_filter; }
    /// Sets the origin of times, nanoseconds since the epoch; 0: times of day.
    void setOrigin(Nanoseconds origin);

    [[nodiscard]] const QStringList& nodes() const noexcept { return m_nodes; }
    [[nodiscard]] const QStringList& processes() const noexcept { return m_processes; }
    /// Number of lines, filtered or not.
    [[nodiscard]] std::size_t lineCount() const noexcept { return m_lines.size(); }
    /// Number of lines dropped, or before the current page.
    [[nodiscard]] std::int64_t droppedCount() const noexcept { return m_dropped; }
    /// Returns the rows from `first` to before `end` whose text contains this, ignoring case; ascending.
    [[nodiscard]] std::vector<int> matches(const QString& text, int first = 0,
                                           int end = std::numeric_limits<int>::max()) const;
    [[nodiscard]] QString textAt(int row) const;
    [[nodiscard]] Nanoseconds timeAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// Emitted when nodes() or processes() have grown.
    void sourcesChanged();

private:
    struct Line
    {
        Nanoseconds wall{0};
        std::int16_t node = 0; ///< in m_nodes
        std::int16_t process = 0;
        LineLevel level = LineLevel::Output;
        QString text;
    };
    Line toLine(const store::LogLine& line);
    [[nodiscard]] bool passes(const Line& line) const;
    [[nodiscard]] const Line& lineAt(int row) const;
    void dropOldest(std::size_t count);
    [[nodiscard]] QString timeText(Nanoseconds wall) const;

    QLocale m_locale;
    std::size_t m_most;
    std::deque<Line> m_lines;
    std::deque<std::int64_t> m_visible; ///< numbers of lines; that of the first of m_lines is m_first
    std::int64_t m_first = 0;
    std::int64_t m_dropped = 0;
    Filter m_filter;
    Nanoseconds m_origin{0};
    QStringList m_nodes;
    QStringList m_processes;
};

} // namespace millrace::ui
