// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QProcess>
#include <QtTest>

/// The program itself, as a user starts it.
class TestDesktop : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void helpAndVersion();
    void unknownOption();
    void startsAndStops();

private:
    QString m_program = qEnvironmentVariable("MR_BIN") + QStringLiteral("/millrace");
};

void TestDesktop::helpAndVersion()
{
    QProcess process;
    process.start(m_program, {QStringLiteral("--help")});
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(process.readAllStandardOutput().contains("FILE"));
    process.start(m_program, {QStringLiteral("--version")});
    QVERIFY(process.waitForFinished(20'000));
    QVERIFY(process.readAllStandardOutput().startsWith("millrace "));
}

void TestDesktop::unknownOption()
{
    QProcess process;
    process.start(m_program, {QStringLiteral("--no-such-option")});
    QVERIFY(process.waitForFinished(20'000));
    QVERIFY(process.exitCode() != 0);
    QVERIFY(process.readAllStandardError().contains("no-such-option"));
}

void TestDesktop::startsAndStops()
{
    QTemporaryDir home;
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path());
    process.setProcessEnvironment(environment);
    process.start(m_program, {QStringLiteral("/no/such/file.millrace")});
    QVERIFY(process.waitForStarted());
    QVERIFY2(!process.waitForFinished(1'000), "it ended by itself");
    process.terminate();
    QVERIFY(process.waitForFinished(20'000));
}

QTEST_GUILESS_MAIN(TestDesktop)
#include "tst_desktop.moc"
