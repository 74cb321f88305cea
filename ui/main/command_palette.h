// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>
#include <QPointer>

class QLineEdit;
class QListWidget;

namespace millrace::ui {

/// Filter line for commands with the matching ones below: Return triggers the first.
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* parent);

    void openWith(const QList<QAction*>& commands);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const QString& text);
    void carryOut();

    QLineEdit* m_line;
    QListWidget* m_list;
    QList<QPointer<QAction>> m_commands;
};

} // namespace millrace::ui
