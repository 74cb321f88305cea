// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/trace_focus.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QToolBar;
class QToolButton;

namespace millrace::ui {

/// Title of a capture, its counts, and a button with the number of its problems.
class TraceHeader : public QWidget
{
    Q_OBJECT
public:
    explicit TraceHeader(QWidget* parent);

    void setTitle(const QString& title, const QString& toolTip);
    /// Shows number, size and times of the packets; nullptr: nothing was read yet.
    void showCounts(const Trace* trace, bool isReading);
    void setIssues(const Issues& issues);
    void addToolBar(QToolBar* bar);

Q_SIGNALS:
    void problemsWanted();

private:
    QLabel* m_title;
    QLabel* m_counts;
    QToolButton* m_damage;
    QBoxLayout* m_row;
};

} // namespace millrace::ui
