// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSet>
#include <QTableView>
#include <QTimer>

#include <functional>

namespace millrace::ui {

class Settings;

/// A table as all of Millrace's are: rows of one height, columns that can be moved, hidden and sized and stay so, rows
/// that are copied as text with tabs (Ctrl+C), a tip where a text is cut.
class TableView : public QTableView
{
    Q_OBJECT
public:
    /// Columns are remembered under `name`, by what their headers say, so that a column keeps its place when others
    /// come and go.
    TableView(Settings& settings, const QString& name, QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// What is selected, visible columns in their visible order, as lines with tabs below a line of headings; of a
    /// single cell its text alone.
    [[nodiscard]] QString selectedText() const;
    void copySelection() const;
    /// Headings of the columns that are shown, from left to right.
    [[nodiscard]] QStringList visibleColumns() const;
    /// Logical numbers of the same.
    [[nodiscard]] QList<int> visibleSections() const;
    /// Hidden unless the user has shown them.
    void hideByDefault(const QStringList& headings);
    void hideByDefault(const QString& heading) { hideByDefault(QStringList{heading}); }
    /// What copies the selected rows in place of selectedText(), for models that do not hold all of them.
    void setCopy(std::function<void()> copy) { m_copy = std::move(copy); }
    void setEmptyText(const QString& text);
    [[nodiscard]] const QString& emptyText() const noexcept { return m_emptyText; }
    /// Fills a menu with one check box for each column, and "Show all".
    void fillColumnMenu(QMenu* menu);
    /// Columns as wide as what is in them, within bounds; those that the user has sized stay.
    void fitColumns();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void restore();
    void restoreOrder(const QStringList& order);
    void remember();
    void rememberSoon();
    void noteSize(int section);
    /// Gives what is left of the width to columns that are cut.
    void widen(const QList<std::pair<int, int>>& cut);
    [[nodiscard]] QString heading(int section) const;
    void setShown(int section, bool shown);

    Settings& m_settings;
    QString m_name;
    QString m_emptyText;
    QStringList m_hiddenByDefault;
    std::function<void()> m_copy;
    QStringList m_headings; ///< that the state was last restored for
    QSet<QString> m_sized; ///< columns whose width is not by content, still to be remembered
    QTimer m_patience;
    bool m_restoring = false;
};

} // namespace millrace::ui
