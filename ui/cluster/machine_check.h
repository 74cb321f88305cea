// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/cluster/machine_state.h"

#include <QScrollArea>

class QGridLayout;
class QLabel;
class QPushButton;

namespace millrace::ui {

/// What this machine offers for emulated clusters: marks, words, and what to do about what is missing. Looks when it is
/// shown for the first time.
class MachineCheck : public QScrollArea
{
    Q_OBJECT
public:
    explicit MachineCheck(QWidget* parent = nullptr);

    /// Looks again.
    void check();
    void setState(const MachineState& state);
    /// One line for each fact: "Good: Program ip: /usr/sbin/ip".
    [[nodiscard]] QStringList lines() const;

Q_SIGNALS:
    void checked(const millrace::ui::MachineState& state);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void addFact(const MachineFact& fact, int row);

    JobRunner m_job;
    MachineState m_state;
    QLabel* m_headline;
    QPushButton* m_again;
    QWidget* m_body = nullptr;
    QWidget* m_content;
    QGridLayout* m_grid = nullptr;
};

} // namespace millrace::ui
