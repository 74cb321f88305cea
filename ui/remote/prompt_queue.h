// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"

#include <QDialog>
#include <QObject>
#include <QPointer>

#include <memory>

class QWidget;

namespace millrace::ui {

/// Shows the questions of ssh sessions to the user: one dialog at a time, in the order of the requests. Belongs to the
/// GUI thread.
class PromptQueue : public QObject
{
    Q_OBJECT
public:
    explicit PromptQueue(QObject* parent = nullptr);
    /// Cancels unanswered questions.
    ~PromptQueue() override;

    /// Returns the single instance of this program, so that two pages do not ask at once.
    [[nodiscard]] static PromptQueue& ofProgram();
    /// Returns the interface for threads of sessions. May outlive the desk; then every question is cancelled.
    [[nodiscard]] std::shared_ptr<remote::Prompts> prompts() const;
    /// Returns the current dialog; may be nullptr.
    [[nodiscard]] QDialog* dialog() const noexcept { return m_dialog; }

Q_SIGNALS:
    /// Emitted when a dialog is shown or the last one is gone.
    void dialogChanged();

private:
    struct Question;
    struct Board;
    class BoardPrompts;

    void update();
    void show(const std::shared_ptr<Question>& question);
    void answer(int result);

    std::shared_ptr<Board> m_board;
    std::shared_ptr<Question> m_shown;
    QPointer<QDialog> m_dialog;
};

} // namespace millrace::ui
