// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"

#include <QDialog>

class QLabel;

namespace millrace::ui {

/// Asks the user to confirm the key of an unknown host. Closing it without one of the two connect buttons refuses the
/// key.
class HostKeyDialog : public QDialog
{
    Q_OBJECT
public:
    explicit HostKeyDialog(const remote::HostKeyQuestion& question, QWidget* parent = nullptr);

    [[nodiscard]] remote::HostKeyAnswer answer() const noexcept { return m_answer; }
    /// Sets the number of queued questions for other hosts.
    void setWaiting(int others);

private:
    void answerWith(remote::HostKeyAnswer answer);

    remote::HostKeyAnswer m_answer = remote::HostKeyAnswer::Refuse;
    QLabel* m_waiting;
};

} // namespace millrace::ui
