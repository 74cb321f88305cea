// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>

#include <functional>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace millrace::ui {

/// A sentence across the top of a page with buttons for what can be done about it. Hidden while there is nothing to
/// say; asks nothing that has to be answered before work goes on.
class NoticeBar : public QFrame
{
    Q_OBJECT
public:
    explicit NoticeBar(const QString& name, QWidget* parent = nullptr);

    QPushButton* addButton(const QString& text, const std::function<void()>& run);
    /// Empty: hides the bar.
    void setText(const QString& text);
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColors();

    QLabel* m_sign;
    QLabel* m_text;
    QBoxLayout* m_row;
};

} // namespace millrace::ui
