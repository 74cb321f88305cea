// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/theme.h"
#include "ui/remote/host_key_dialog.h"
#include "ui/remote/prompt_queue.h"
#include "ui/remote/secret_dialog.h"
#include "ui/remote/shared_answers.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include <atomic>
#include <future>

using namespace millrace;
using namespace millrace::ui;

namespace {

remote::HostKeyQuestion keyQuestion(const std::string& host)
{
    return {host, host, 2222, "ssh-ed25519", "SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s", "/keys/known_hosts"};
}

/// A session's thread that asks one question.
template <typename Ask>
auto onThread(Ask ask)
{
    return std::async(std::launch::async, std::move(ask));
}

/// Somebody who answers at once and counts.
class Person final : public remote::Prompts
{
public:
    Result<remote::HostKeyAnswer> hostKey(const remote::HostKeyQuestion&, const JobContext&) override
    {
        ++asked;
        return remote::HostKeyAnswer::Remember;
    }
    Result<std::string> passphrase(const remote::PassphraseQuestion&, const JobContext&) override
    {
        return "secret" + std::to_string(++asked);
    }

    std::atomic<int> asked = 0;
};

template <typename Future>
bool isReady(const Future& future)
{
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

} // namespace

class TestPromptQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }
    void hostKeyAnswers_data();
    void hostKeyAnswers();
    void enterConnectsToNobody();
    void oneDialogAtATime();
    void cancelOfTheJob();
    void passphrases();
    void keyboard();
    void askedOnceForAllSessions();
    void waitingForAnotherAnswer();
    void deskGoesAway();
    void windowGoesAway();
    void shots_data();
    void shots();
};

void TestPromptQueue::hostKeyAnswers_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<int>("answer");
    QTest::newRow("remember") << QStringLiteral("hostKeyRemember") << int(remote::HostKeyAnswer::Remember);
    QTest::newRow("once") << QStringLiteral("hostKeyOnce") << int(remote::HostKeyAnswer::Once);
    QTest::newRow("cancel") << QStringLiteral("hostKeyCancel") << int(remote::HostKeyAnswer::Refuse);
}

void TestPromptQueue::hostKeyAnswers()
{
    QFETCH(QString, button);
    QFETCH(int, answer);
    PromptQueue desk;
    auto asked = onThread([prompts = desk.prompts()] { return prompts->hostKey(keyQuestion("n1"), {}); });
    QTRY_VERIFY(desk.dialog() != nullptr);
    auto* fingerprint = desk.dialog()->findChild<QLabel*>(QStringLiteral("hostKeyFingerprint"));
    QVERIFY(fingerprint->text().startsWith(QStringLiteral("SHA256:uNiV")));
    QVERIFY(fingerprint->textInteractionFlags() & Qt::TextSelectableByMouse);
    QVERIFY(!isReady(asked));
    desk.dialog()->findChild<QPushButton*>(button)->click();
    QTRY_VERIFY(isReady(asked));
    const auto result = asked.get();
    QVERIFY(result);
    QCOMPARE(int(*result), answer);
    QVERIFY(desk.dialog() == nullptr);
}

void TestPromptQueue::enterConnectsToNobody()
{
    HostKeyDialog dialog(keyQuestion("n1"));
    dialog.show();
    QTest::keyClick(&dialog, Qt::Key_Return);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(dialog.answer(), remote::HostKeyAnswer::Refuse);
    // A key that could not be remembered anywhere offers no such button.
    remote::HostKeyQuestion nowhere = keyQuestion("n1");
    nowhere.rememberedIn.clear();
    HostKeyDialog other(nowhere);
    other.show();
    QVERIFY(!other.findChild<QPushButton*>(QStringLiteral("hostKeyRemember"))->isVisible());
}

void TestPromptQueue::oneDialogAtATime()
{
    PromptQueue desk;
    std::atomic<int> answered = 0;
    std::vector<std::future<void>> threads;
    for (int i = 0; i < 20; ++i)
        threads.push_back(onThread([prompts = desk.prompts(), &answered, i] {
            const auto answer = prompts->hostKey(keyQuestion("n" + std::to_string(i)), {});
            if (answer && *answer == remote::HostKeyAnswer::Once)
                ++answered;
        }));
    for (int i = 0; i < 20; ++i) {
        QTRY_VERIFY(desk.dialog() != nullptr);
        int visible = 0;
        for (const QWidget* widget : QApplication::topLevelWidgets())
            visible += widget->isVisible() && qobject_cast<const QDialog*>(widget) ? 1 : 0;
        QCOMPARE(visible, 1);
        desk.dialog()->findChild<QPushButton*>(QStringLiteral("hostKeyOnce"))->click();
    }
    for (auto& thread : threads)
        QTRY_VERIFY(isReady(thread));
    QCOMPARE(answered.load(), 20);
}

void TestPromptQueue::cancelOfTheJob()
{
    PromptQueue desk;
    std::stop_source first;
    std::stop_source second;
    const auto ask = [&desk](const std::stop_source& stop, const char* host) {
        return onThread([prompts = desk.prompts(), token = stop.get_token(), host] {
            return prompts->hostKey(keyQuestion(host), {token, {}});
        });
    };
    auto shown = ask(first, "n1");
    QTRY_VERIFY(desk.dialog() != nullptr);
    const QPointer<QDialog> dialog = desk.dialog();
    auto waiting = ask(second, "n2");
    QElapsedTimer clock;
    clock.start();
    second.request_stop(); // one that is not shown yet
    QCOMPARE(waiting.wait_for(std::chrono::milliseconds(2000)), std::future_status::ready);
    QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(waiting.get().error().code, ErrorCode::Cancelled);
    QVERIFY(desk.dialog() == dialog);
    first.request_stop();
    QCOMPARE(shown.wait_for(std::chrono::milliseconds(2000)), std::future_status::ready);
    QCOMPARE(shown.get().error().code, ErrorCode::Cancelled);
    QTRY_VERIFY(dialog.isNull());
    QVERIFY(desk.dialog() == nullptr);
}

void TestPromptQueue::passphrases()
{
    PromptQueue desk;
    remote::PassphraseQuestion question{"n1", "/keys/id_ed25519", 1};
    auto asked = onThread([prompts = desk.prompts(), question] { return prompts->passphrase(question, {}); });
    QTRY_VERIFY(desk.dialog() != nullptr);
    QVERIFY(desk.dialog()->findChild<QLabel*>(QStringLiteral("secretWrong")) != nullptr);
    auto* field = desk.dialog()->findChild<QLineEdit*>(QStringLiteral("secretField"));
    QCOMPARE(field->echoMode(), QLineEdit::Password);
    field->setText(QStringLiteral("päss wörd"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(isReady(asked));
    QCOMPARE(asked.get().value_or("?"), std::string("päss wörd"));
    auto refused = onThread([prompts = desk.prompts(), question] { return prompts->passphrase(question, {}); });
    QTRY_VERIFY(desk.dialog() != nullptr);
    desk.dialog()->reject();
    QTRY_VERIFY(isReady(refused));
    QCOMPARE(refused.get().error().code, ErrorCode::Cancelled);
}

void TestPromptQueue::keyboard()
{
    PromptQueue desk;
    remote::KeyboardQuestion question;
    question.destination = "n1";
    question.instruction = "<b>Second\x1b[31m factor</b>";
    question.lines = {{"Password: ", false}, {"Code: ", true}};
    auto asked = onThread([prompts = desk.prompts(), question] { return prompts->keyboard(question, {}); });
    QTRY_VERIFY(desk.dialog() != nullptr);
    const auto fields = desk.dialog()->findChildren<QLineEdit*>(QStringLiteral("secretField"));
    QCOMPARE(fields.size(), 2);
    QCOMPARE(fields[0]->echoMode(), QLineEdit::Password);
    QCOMPARE(fields[1]->echoMode(), QLineEdit::Normal);
    for (const QLabel* label : desk.dialog()->findChildren<QLabel*>()) {
        QVERIFY(!label->text().contains(QChar(0x1b)));
        if (label->text().contains(QStringLiteral("factor")))
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    QTest::keyClicks(fields[0], QStringLiteral("secret"));
    QTest::keyClicks(fields[1], QStringLiteral("123"));
    desk.dialog()->accept();
    QTRY_VERIFY(isReady(asked));
    const auto answers = asked.get();
    QVERIFY(answers);
    QCOMPARE(*answers, (std::vector<std::string>{"secret", "123"}));
}

void TestPromptQueue::askedOnceForAllSessions()
{
    const auto person = std::make_shared<Person>();
    SharedAnswers shared(person);
    std::vector<std::future<std::string>> sessions;
    for (int i = 0; i < 16; ++i)
        sessions.push_back(onThread([&shared] {
            return shared.passphrase({"n", "/keys/id", 0}, {}).value_or("refused");
        }));
    for (auto& session : sessions)
        QCOMPARE(session.get(), std::string("secret1"));
    QCOMPARE(person->asked.load(), 1);
    // It was wrong: asked again, and the new one holds for others.
    QCOMPARE(shared.passphrase({"n", "/keys/id", 1}, {}).value_or("refused"), std::string("secret2"));
    QCOMPARE(shared.passphrase({"m", "/keys/id", 0}, {}).value_or("refused"), std::string("secret2"));
    QCOMPARE(shared.passphrase({"m", "/keys/other", 0}, {}).value_or("refused"), std::string("secret3"));
    QCOMPARE(person->asked.load(), 3);
    // A key that is remembered once need not be written again; another key of the same host is another question.
    const auto first = shared.hostKey(keyQuestion("jump"), {});
    const auto second = shared.hostKey(keyQuestion("jump"), {});
    QCOMPARE(*first, remote::HostKeyAnswer::Remember);
    QCOMPARE(*second, remote::HostKeyAnswer::Once);
    remote::HostKeyQuestion changed = keyQuestion("jump");
    changed.fingerprint = "SHA256:another";
    QCOMPARE(*shared.hostKey(changed, {}), remote::HostKeyAnswer::Remember);
    QCOMPARE(person->asked.load(), 5);
}

void TestPromptQueue::waitingForAnotherAnswer()
{
    // Who waits for somebody else's answer can be cancelled as well.
    PromptQueue desk;
    SharedAnswers shared(desk.prompts());
    std::stop_source stopFirst;
    std::stop_source stopSecond;
    const auto ask = [&](const std::stop_source& stop) {
        return onThread([&shared, token = stop.get_token()] {
            return shared.passphrase({"n", "/keys/id", 0}, {token, {}});
        });
    };
    auto first = ask(stopFirst);
    QTRY_VERIFY(desk.dialog() != nullptr);
    auto second = ask(stopSecond);
    stopSecond.request_stop();
    QCOMPARE(second.wait_for(std::chrono::milliseconds(2000)), std::future_status::ready);
    QCOMPARE(second.get().error().code, ErrorCode::Cancelled);
    stopFirst.request_stop();
    QCOMPARE(first.wait_for(std::chrono::milliseconds(2000)), std::future_status::ready);
    QTRY_VERIFY(desk.dialog() == nullptr);
}

void TestPromptQueue::deskGoesAway()
{
    auto desk = std::make_unique<PromptQueue>();
    const auto prompts = desk->prompts();
    auto asked = onThread([prompts] { return prompts->hostKey(keyQuestion("n1"), {}); });
    QTRY_VERIFY(desk->dialog() != nullptr);
    desk.reset();
    QCOMPARE(asked.wait_for(std::chrono::milliseconds(2000)), std::future_status::ready);
    QCOMPARE(asked.get().error().code, ErrorCode::Cancelled);
    QCOMPARE(prompts->hostKey(keyQuestion("n2"), {}).error().code, ErrorCode::Cancelled);
}

void TestPromptQueue::windowGoesAway()
{
    PromptQueue desk;
    auto window = std::make_unique<QWidget>();
    window->show();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get()));
    auto asked = onThread([prompts = desk.prompts()] { return prompts->hostKey(keyQuestion("n1"), {}); });
    QTRY_VERIFY(desk.dialog() != nullptr);
    QCOMPARE(desk.dialog()->parentWidget(), window.get());
    window.reset();
    QTRY_VERIFY(isReady(asked));
    const auto answer = asked.get();
    QVERIFY(!answer || *answer == remote::HostKeyAnswer::Refuse);
}

void TestPromptQueue::shots_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestPromptQueue::shots()
{
    const QString folder = qEnvironmentVariable("MR_SHOTS");
    if (folder.isEmpty())
        QSKIP("MR_SHOTS names the folder for pictures");
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
    const auto save = [&](QDialog& dialog, const char* name) {
        dialog.show();
        dialog.grab().save(
            QStringLiteral("%1/%2-%3.png")
                .arg(folder, QLatin1String(name), dark ? QStringLiteral("dark") : QStringLiteral("light")));
    };
    HostKeyDialog key(keyQuestion("me@gpu-node-17.cluster.example.org:2222"));
    key.setWaiting(3);
    save(key, "host-key");
    SecretDialog pass(remote::PassphraseQuestion{"n1", "/keys/id_ed25519", 1});
    save(pass, "passphrase");
    SecretDialog ask(remote::KeyboardQuestion{
        "login.example.org", "", "Two-factor log in", {{"Password:", false}, {"Code of your token:", true}}, 0});
    save(ask, "keyboard");
    applyTheme(*qApp, Theme::Light);
}

QTEST_MAIN(TestPromptQueue)
#include "tst_prompt_queue.moc"
