// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractButton>

class QPainter;

namespace millrace::ui {

/// Large button for mouse and keyboard: Space and Enter press it.
class Card : public QAbstractButton
{
    Q_OBJECT
public:
    explicit Card(QWidget* parent = nullptr);

protected:
    /// Paints background and border, emphasised under the mouse and with the focus.
    void paintFrame(QPainter& painter);
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
};

} // namespace millrace::ui
