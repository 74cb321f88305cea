// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QGridLayout;

namespace millrace::ui {

/// Cards of equal width in rows, as many in a row as their titles and sentences leave room for.
class CardGrid : public QWidget
{
    Q_OBJECT

public:
    explicit CardGrid(QWidget* parent = nullptr);
    /// Takes the card over.
    void add(QWidget* card);
    [[nodiscard]] int columns() const noexcept { return m_columns; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    QGridLayout* m_grid = nullptr;
    QList<QWidget*> m_cards;
    int m_columns = 1;
};

} // namespace millrace::ui
