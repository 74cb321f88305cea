// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLabel>

namespace millrace::ui {

/// A sentence in one line that keeps its place when it is hidden, so that what is below does not move when it comes and
/// goes. What does not fit is cut, and shown whole by the tool tip.
class SentenceLabel : public QLabel
{
    Q_OBJECT
public:
    explicit SentenceLabel(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] bool isCut() const;
};

} // namespace millrace::ui
