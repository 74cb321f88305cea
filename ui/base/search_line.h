// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineEdit>
#include <QTimer>

namespace millrace::ui {

/// A line to search or filter with. It speaks once typing pauses, or at once on Return; Escape empties it.
class SearchLine : public QLineEdit
{
    Q_OBJECT
public:
    explicit SearchLine(const QString& placeholder, QWidget* parent = nullptr);

    /// Sets the text and says so at once.
    void search(const QString& text);

Q_SIGNALS:
    void searched(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void speak();

    QTimer m_pause;
    QString m_said;
};

} // namespace millrace::ui
