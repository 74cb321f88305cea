// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QFileInfo>
#include <QProcess>
#include <QtTest>

#include <algorithm>

/// The program itself, as a user starts it.
class TestDesktop : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void helpAndVersion();
    void withoutADisplay();
    void badFilesAreToldOnStderr();
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

// On a server, in a container: help needs no display, and the window says in a sentence that it does.
void TestDesktop::withoutADisplay()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE"})
        environment.remove(QString::fromLatin1(name));
    for (const char* option : {"--help", "--version", "-h", "-v"}) {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(m_program, {QString::fromLatin1(option)});
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(process.readAllStandardOutput().contains("millrace"));
    }
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(m_program, {});
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QByteArray message = process.readAllStandardError();
    QVERIFY2(message.contains("no display") && message.count('\n') == 1, message.constData());
}

// Whoever starts it from a terminal sees there what is wrong with the files, each of them.
void TestDesktop::badFilesAreToldOnStderr()
{
    QTemporaryDir home;
    QStringList files;
    for (const char* name : {"damaged.millrace", "second.millrace", "third.mrdb"}) {
        files.append(home.filePath(QString::fromLatin1(name)));
        QFile file(files.last());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{ broken") > 0);
    }
    files.append(home.filePath(QStringLiteral("missing.pcap")));
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), home.path());
    process.setProcessEnvironment(environment);
    process.start(m_program, files);
    QVERIFY(process.waitForStarted());
    QByteArray said;
    const auto saysAll = [&] {
        said += process.readAllStandardError();
        return std::ranges::all_of(std::as_const(files), [&](const QString& file) {
            return said.contains("millrace: " + QFileInfo(file).fileName().toUtf8() + ": ");
        });
    };
    QTRY_VERIFY2_WITH_TIMEOUT(saysAll(), said.constData(), 20'000);
    process.terminate();
    QVERIFY(process.waitForFinished(20'000));
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
    environment.insert(QStringLiteral("XDG_DATA_HOME"), home.path());
    process.setProcessEnvironment(environment);
    process.start(m_program, {QStringLiteral("/no/such/file.millrace")});
    QVERIFY(process.waitForStarted());
    QVERIFY2(!process.waitForFinished(1'000), "it ended by itself");
    process.terminate();
    QVERIFY(process.waitForFinished(20'000));
}

QTEST_GUILESS_MAIN(TestDesktop)
#include "tst_desktop.moc"
