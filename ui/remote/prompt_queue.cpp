// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/remote/prompt_queue.h"

#include "ui/remote/host_key_dialog.h"
#include "ui/remote/secret_dialog.h"

#include <QApplication>
#include <QCoreApplication>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <variant>

namespace millrace::ui {

/// A question and, once `done`, its answer.
struct PromptQueue::Question
{
    std::variant<remote::HostKeyQuestion, remote::PassphraseQuestion, remote::KeyboardQuestion> what;
    bool done = false;
    bool given = false; ///< not cancelled
    remote::HostKeyAnswer hostKey = remote::HostKeyAnswer::Refuse;
    std::vector<std::string> secrets;

    ~Question()
    {
        for (std::string& secret : secrets)
            remote::wipe(secret);
    }
};

/// State shared by the threads of sessions and the desk.
struct PromptQueue::Board
{
    std::mutex mutex;
    std::condition_variable_any changed;
    std::deque<std::shared_ptr<Question>> questions;
    PromptQueue* desk = nullptr; ///< none: it is gone

    /// Call with the mutex held.
    void tell() const
    {
        if (desk)
            QMetaObject::invokeMethod(desk, &PromptQueue::update, Qt::QueuedConnection);
    }
    /// Blocks until it is answered; false: cancelled.
    bool ask(const std::shared_ptr<Question>& question, const JobContext& job)
    {
        std::unique_lock lock(mutex);
        if (!desk)
            return false;
        questions.push_back(question);
        tell();
        if (!changed.wait(lock, job.stop, [&] { return question->done; })) {
            std::erase(questions, question);
            tell();
        }
        return question->given;
    }
};

class PromptQueue::BoardPrompts final : public remote::Prompts
{
public:
    explicit BoardPrompts(std::shared_ptr<Board> board) : m_board(std::move(board)) { }

    Result<remote::HostKeyAnswer> hostKey(const remote::HostKeyQuestion& question, const JobContext& job) override
    {
        const auto asked = std::make_shared<Question>();
        asked->what = question;
        if (!m_board->ask(asked, job))
            return cancelled();
        return asked->hostKey;
    }
    Result<std::string> passphrase(const remote::PassphraseQuestion& question, const JobContext& job) override
    {
        const auto asked = std::make_shared<Question>();
        asked->what = question;
        if (!m_board->ask(asked, job) || asked->secrets.empty())
            return cancelled();
        return std::move(asked->secrets.front());
    }
    Result<std::vector<std::string>> keyboard(const remote::KeyboardQuestion& question, const JobContext& job) override
    {
        const auto asked = std::make_shared<Question>();
        asked->what = question;
        if (!m_board->ask(asked, job))
            return cancelled();
        return std::move(asked->secrets);
    }

private:
    static Error cancelled() { return fail(ErrorCode::Cancelled, "cancelled at a prompt"); }

    const std::shared_ptr<Board> m_board;
};

PromptQueue::PromptQueue(QObject* parent) : QObject(parent), m_board(std::make_shared<Board>())
{
    m_board->desk = this;
}

PromptQueue::~PromptQueue()
{
    if (m_dialog)
        m_dialog->disconnect(this);
    delete m_dialog;
    const std::lock_guard lock(m_board->mutex);
    m_board->desk = nullptr;
    for (const auto& question : m_board->questions)
        question->done = true;
    m_board->questions.clear();
    m_board->changed.notify_all();
}

PromptQueue& PromptQueue::ofProgram()
{
    static const QPointer<PromptQueue> desk(new PromptQueue(QCoreApplication::instance()));
    return *desk;
}

std::shared_ptr<remote::Prompts> PromptQueue::prompts() const
{
    return std::make_shared<BoardPrompts>(m_board);
}

void PromptQueue::update()
{
    std::shared_ptr<Question> first;
    int others = 0;
    {
        const std::lock_guard lock(m_board->mutex);
        if (!m_board->questions.empty())
            first = m_board->questions.front();
        others = std::max(0, static_cast<int>(m_board->questions.size()) - 1);
    }
    if (first != m_shown) {
        if (m_dialog) {
            m_dialog->disconnect(this);
            m_dialog->close();
            m_dialog->deleteLater();
            m_dialog = nullptr;
        }
        m_shown = first;
        if (first)
            show(first);
        Q_EMIT dialogChanged();
    }
    if (auto* key = qobject_cast<HostKeyDialog*>(m_dialog.data()))
        key->setWaiting(others);
}

void PromptQueue::show(const std::shared_ptr<Question>& question)
{
    QWidget* window = QApplication::activeWindow();
    m_dialog = std::visit(
        [window](const auto& what) -> QDialog* {
            if constexpr (std::is_same_v<std::decay_t<decltype(what)>, remote::HostKeyQuestion>)
                return new HostKeyDialog(what, window);
            else
                return new SecretDialog(what, window);
        },
        question->what);
    connect(m_dialog, &QDialog::finished, this, &PromptQueue::answer);
    // A closed window takes its dialogs with it.
    connect(m_dialog, &QObject::destroyed, this, [this] {
        m_dialog.clear(); // it is no dialog any more
        answer(QDialog::Rejected);
    });
    m_dialog->open();
    QApplication::alert(m_dialog); // the user may be looking at something else
}

void PromptQueue::answer(int result)
{
    if (!m_shown)
        return;
    {
        const std::lock_guard lock(m_board->mutex);
        if (auto* key = qobject_cast<HostKeyDialog*>(m_dialog.data())) {
            m_shown->hostKey = key->answer();
            m_shown->given = true;
        } else if (auto* secret = qobject_cast<SecretDialog*>(m_dialog.data()); secret && result == QDialog::Accepted) {
            m_shown->secrets = secret->takeAnswers();
            m_shown->given = true;
        }
        m_shown->done = true;
        std::erase(m_board->questions, m_shown);
        m_board->changed.notify_all();
    }
    update();
}

} // namespace millrace::ui

#include "moc_prompt_queue.cpp"
