// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QProgressBar;

namespace millrace::ui {

class JobRunner;

/// One line that says how far a job is, with a button that cancels it. Appears once the job has taken 200 ms.
class JobStrip : public QFrame
{
    Q_OBJECT
public:
    explicit JobStrip(QWidget* parent = nullptr);

    /// Shows this runner's jobs; `what` says what they do: "Exporting". Both may be attached once only.
    void attach(JobRunner& runner, const QString& what);

Q_SIGNALS:
    void cancelled();

private:
    void showProgress(qlonglong done, qlonglong total, const QString& step);

    QString m_what;
    QLabel* m_text;
    QProgressBar* m_bar;
    QTimer m_patience;
};

} // namespace millrace::ui
