// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/trace_focus.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace millrace::ui {

/// Line with the current focus of a trace. Each part is a button that removes it.
class FocusBar : public QWidget
{
    Q_OBJECT
public:
    explicit FocusBar(QWidget* parent = nullptr);

    void setWords(const FocusText& words);
    /// Returns "3 flows · 12.5–13.1 s": the parts that are set.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void selectionRemoved();
    void onlyRemoved();
    void timeRemoved();
    void cleared();

private:
    [[nodiscard]] QToolButton* addChip(const QString& name);

    QToolButton* m_selection;
    QToolButton* m_only;
    QToolButton* m_time;
    QToolButton* m_clear;
    QLabel* m_hint;
    FocusText m_words;
};

} // namespace millrace::ui
