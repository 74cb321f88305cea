// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"

#include <QDialog>

class QLabel;

namespace millrace::ui {

/// Asks whether the key of a machine that was never seen before is the right one. Closing it in any way but by the two
/// buttons that connect refuses the key.
class HostKeyDialog : public QDialog
{
    Q_OBJECT
public:
    explicit HostKeyDialog(const remote::HostKeyQuestion& question, QWidget* parent = nullptr);

    [[nodiscard]] remote::HostKeyAnswer answer() const noexcept { return m_answer; }
    /// How many questions of other machines wait behind this one.
    void setWaiting(int others);

private:
    void answerWith(remote::HostKeyAnswer answer);

    remote::HostKeyAnswer m_answer = remote::HostKeyAnswer::Refuse;
    QLabel* m_waiting;
};

} // namespace millrace::ui
