// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/frameworks.h"
#include "core/launch/secrets.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::launch;

namespace {

LaunchPlan planWith(const std::string& value)
{
    LaunchPlan plan;
    plan.processes.resize(1);
    plan.processes.front().command.environment = {{"WANDB_API_KEY", value}, {"MODE", "offline"}};
    return plan;
}

Secrets::Lookup only(const std::string& name, const std::string& value)
{
    return [=](const std::string& asked) { return asked == name ? std::optional(value) : std::nullopt; };
}

QString textOf(const Issues& issues)
{
    QStringList lines;
    for (const Issue& issue : issues)
        if (issue.kind == "secret")
            lines << QString::fromStdString(issue.where);
    return lines.join(' ');
}

} // namespace

class TestSecrets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void references()
    {
        QCOMPARE(secretName("$KEY"), std::string_view("KEY"));
        QCOMPARE(secretName("${KEY_2}"), std::string_view("KEY_2"));
        for (const char* plain : {"", "$", "KEY", "a$KEY", "$KEY/bin", "${KEY", "$1", "${}", "$(id)", "$KEY "})
            QVERIFY2(secretName(plain).empty(), plain);
    }

    void theValueIsGivenToTheProcessAlone()
    {
        const LaunchPlan plan = planWith("$MY_KEY");
        const auto secrets = Secrets::of(plan, only("MY_KEY", "canary-123"));
        QVERIFY(secrets.has_value());
        const Command resolved = secrets->resolved(plan.processes.front().command);
        QCOMPARE(resolved.environment[0].second, std::string("canary-123"));
        QCOMPARE(resolved.environment[1].second, std::string("offline"));
        QCOMPARE(plan.processes.front().command.environment[0].second, std::string("$MY_KEY"));
    }

    void aLogHasTheName()
    {
        const auto secrets = *Secrets::of(planWith("$MY_KEY"), only("MY_KEY", "canary-123\nsecond line"));
        std::string line = "logged in with canary-123, canary-123!";
        secrets.mask(line);
        QCOMPARE(line, std::string("logged in with [MY_KEY], [MY_KEY]!"));
        line = "second line";
        secrets.mask(line);
        QCOMPARE(line, std::string("[MY_KEY]"));
    }

    void whatIsNotSetIsSaid()
    {
        const auto missing = Secrets::of(planWith("$MY_KEY"), only("OTHER", "x"));
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::InvalidInput);
        QVERIFY(missing.error().what.find("MY_KEY, which is not set") != std::string::npos);
        const auto tooShort = Secrets::of(planWith("$MY_KEY"), only("MY_KEY", "abc"));
        QVERIFY(!tooShort);
        QVERIFY2(tooShort.error().what.find("abc") == std::string::npos, "the value is not in the message");
    }

    void valuesWrittenOutAreWarnedOf()
    {
        Workload workload;
        workload.framework = "command";
        workload.command = {"true"};
        workload.extras = {{"env:WANDB_API_KEY", "sekret777"}, {"env:HF_token", "x"}, {"env:MODE", "offline"},
                           {"env:DB_PASSWORD", "$DB"},         {"env:EMPTY_KEY", ""}, {"KEY", "a"}};
        QCOMPARE(textOf(Frameworks().check(workload, {})), QString("extras.env:HF_token extras.env:WANDB_API_KEY"));
    }
};

QTEST_GUILESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
