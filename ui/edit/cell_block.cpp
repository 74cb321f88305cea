// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/cell_block.h"

namespace millrace::ui {
namespace {

QChar separatorOf(const QString& text)
{
    for (const char16_t candidate : {u'\t', u';', u','}) {
        if (text.contains(QChar(candidate)))
            return {candidate};
    }
    return {u'\t'};
}

class Reader
{
public:
    explicit Reader(const QString& text) : m_text(text), m_separator(separatorOf(text)) { }

    std::vector<QStringList> read()
    {
        for (; m_at < m_text.size(); ++m_at)
            take(m_text.at(m_at));
        endRow();
        while (!m_rows.empty() && m_rows.back() == QStringList{QString()})
            m_rows.pop_back();
        return std::move(m_rows);
    }

private:
    void take(QChar c)
    {
        if (m_quoted) {
            const bool doubled = c == u'"' && m_at + 1 < m_text.size() && m_text.at(m_at + 1) == u'"';
            if (c != u'"' || doubled)
                m_cell += c;
            else
                m_quoted = false;
            m_at += doubled ? 1 : 0;
        } else if (c == u'"' && m_cell.trimmed().isEmpty()) {
            m_cell.clear();
            m_quoted = true;
        } else if (c == m_separator) {
            endCell();
        } else if (c == u'\n') {
            endRow();
        } else if (c != u'\r') {
            m_cell += c;
        }
    }
    void endCell()
    {
        m_row.append(m_cell.trimmed());
        m_cell.clear();
    }
    void endRow()
    {
        endCell();
        m_rows.push_back(std::move(m_row));
        m_row.clear();
    }

    const QString& m_text;
    QChar m_separator;
    qsizetype m_at = 0;
    bool m_quoted = false;
    QString m_cell;
    QStringList m_row;
    std::vector<QStringList> m_rows;
};

} // namespace

std::vector<QStringList> parseCells(const QString& text)
{
    return Reader(text).read();
}

QString cellText(const std::vector<QStringList>& rows)
{
    QString text;
    for (const QStringList& row : rows) {
        QStringList cells;
        for (QString cell : row) {
            if (cell.contains(u'\t') || cell.contains(u'\n') || cell.startsWith(u'"'))
                cell = u'"' + cell.replace(QStringLiteral("\""), QStringLiteral("\"\"")) + u'"';
            cells.append(cell);
        }
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

} // namespace millrace::ui
