// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/interference/run_alarm.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace millrace::ui {

class AlarmModel;
class Settings;
class TableView;

/// The alarms of a run: what holds now as a sentence, all of them in a table behind a button. Hidden while there is
/// none.
class AlarmPanel : public QFrame
{
    Q_OBJECT
public:
    explicit AlarmPanel(Settings& settings, QWidget* parent = nullptr);

    /// In order of time; times count from `origin`, nanoseconds since the epoch.
    void setAlarms(const std::vector<RunAlarm>& alarms, std::int64_t origin);
    /// The sentence that is shown.
    [[nodiscard]] QString text() const;
    [[nodiscard]] TableView& table() const noexcept { return *m_table; }

Q_SIGNALS:
    /// The user looks at an alarm: nanoseconds since the epoch.
    void timeChosen(qint64 time);

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeNotice();
    void showLatest();
    void fitTable();

    AlarmModel* m_model;
    QLabel* m_sign = nullptr;
    QLabel* m_headline = nullptr;
    QLabel* m_details = nullptr;
    QToolButton* m_list = nullptr;
    TableView* m_table;
    std::size_t m_count = 0;
    Nanoseconds m_latest{0};
};

} // namespace millrace::ui
