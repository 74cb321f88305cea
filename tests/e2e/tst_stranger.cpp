// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/store/log_repository.h"
#include "tests/e2e/cli_runner.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <sys/stat.h>
#include <thread>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

/// `~` represents a quotation mark: moc misparses raw strings.
std::string json(std::string text)
{
    std::ranges::replace(text, '~', '"');
    return text;
}

std::string projectOf(const std::string& workload, const std::string& cluster = json("{~name~: ~lab~, ~nodes~: 2}"),
                      const std::string& top = "")
{
    return json("{~format~: ~millrace-project~, ~version~: 1, ~name~: ~stranger~, ") + top + json("~clusters~: [")
        + cluster + json("], ~workloads~: [{~name~: ~job~, ~model~: ~slp-mnist~, ~steps~: 3") + workload
        + json("}], ~grids~: [{~name~: ~grid~, ~cluster~: ~lab~, ~workload~: ~job~, ~gate~: {~enabled~: false}}]}");
}

std::string quoted(const std::string& text)
{
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return result + "\"";
}

} // namespace

/// Projects of other people: looking at them starts nothing, running them asks; and what a run must not give away.
class TestStranger : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder{"/var/tmp/stranger-XXXXXX"};

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    std::filesystem::path canary() const { return folder() / "canary"; }
    std::string touch() const { return "touch " + canary().string(); }

    /// Nothing of the user's own: no trusted projects, and programs in PATH that leave a trace.
    std::vector<std::pair<std::string, std::string>> environment() const
    {
        return {{"XDG_DATA_HOME", (folder() / "data").string()},
                {"PATH", (folder() / "bin").string() + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"}};
    }

    e2e::Finished look(std::vector<std::string> arguments) const
    {
        return e2e::strangerCli(folder(), std::move(arguments), environment(), 60);
    }

    void expectNothing(const char* when) const
    {
        QVERIFY2(!std::filesystem::exists(canary()), when);
        QCOMPARE(QString::fromStdString(*readFile(folder() / "victim.html")), QString("mine"));
        QCOMPARE(QString::fromStdString(*readFile(folder() / "victim.mrdb")), QString("mine, too"));
        QVERIFY2(!std::filesystem::exists(folder() / "s.mrdb"), when);
        QVERIFY2(!std::filesystem::exists(folder() / "data"), when);
    }

    QStringList linesOfTheRun() const
    {
        auto database = store::Database::openReadOnly(folder() / "s.mrdb");
        if (!database)
            return {};
        Issues issues;
        const auto page = store::LogRepository(*database).lines(store::RunId{1}, {}, issues);
        QStringList lines;
        for (const auto& entry : page ? page->entries : std::vector<store::LogPage::Entry>())
            lines << QString::fromStdString(entry.line.text).trimmed();
        return lines;
    }

private Q_SLOTS:
    void init()
    {
        std::filesystem::remove(canary());
        std::filesystem::remove_all(folder() / "data");
        std::filesystem::create_directories(folder() / "bin");
        for (const auto& file : std::filesystem::directory_iterator(folder()))
            if (file.path().filename().string().starts_with("s."))
                std::filesystem::remove_all(file.path());
        for (const char* name : {"salloc", "sbatch", "scancel", "kungfu-run"}) {
            QVERIFY(bool(writeFileAtomically(folder() / "bin" / name, "#!/bin/sh\n" + touch() + "\n")));
            QCOMPARE(::chmod((folder() / "bin" / name).c_str(), 0755), 0);
        }
        QVERIFY(bool(writeFileAtomically(folder() / "victim.html", "mine")));
        QVERIFY(bool(writeFileAtomically(folder() / "victim.mrdb", "mine, too")));
    }

    void lookingStartsNothing_data()
    {
        QTest::addColumn<QString>("project");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QString::fromStdString(text);
        };
        const auto slurm = [](const std::string& options) {
            return projectOf("",
                             json("{~name~: ~lab~, ~kind~: ~remote~, ~nodes~: [{~name~: ~a~}, {~name~: ~b~}],\n"
                                  "~access~: {~slurm~: {~options~: [")
                                 + options + "]}}}");
        };
        const auto host = [](const std::string& destination) {
            return projectOf("",
                             json("{~name~: ~lab~, ~kind~: ~remote~, ~nodes~: [{~name~: ~a~, ~host~: ")
                                 + quoted(destination) + "}]}");
        };
        row("slurm command", slurm("\"touch\", " + quoted(canary().string())));
        row("slurm wrap", slurm(quoted("--wrap=" + touch())));
        row("slurm dashes", slurm("\"--\", \"touch\", " + quoted(canary().string())));
        row("slurm option without value", slurm("\"--mem\""));
        row("slurm known options", slurm("\"--exclusive\""));
        row("slurm login",
            projectOf("",
                      json("{~name~: ~lab~, ~kind~: ~remote~, ~nodes~: [{~name~: ~a~}],\n"
                           "~access~: {~slurm~: {~login~: ")
                          + quoted("-oProxyCommand=" + touch()) + "}}}"));
        row("host option", host("-oProxyCommand=" + touch()));
        row("host substitution", host("$(" + touch() + ")"));
        row("host backticks", host("`" + touch() + "`"));
        row("host newline", host("a\\n" + touch()));
        row("folder",
            projectOf("",
                      json("{~name~: ~lab~, ~kind~: ~remote~, ~nodes~: [{~name~: ~a~, ~host~: ~localhost~}],\n"
                           "~access~: {~folder~: ")
                          + quoted("/tmp/x$(" + touch() + ")") + "}}"));
        row("command",
            projectOf(json(", ~framework~: ~command~, ~command~: [~/bin/sh~, ~-c~, ") + quoted(touch()) + "]"));
        row("program", projectOf(json(", ~framework~: ~kungfu~, ~model~: ~resnet50~, ~command~: [~x~]")));
        row("python",
            projectOf(json(", ~framework~: ~pytorch-ddp~, ~model~: ~resnet18~, ~extras~: {~python~: ")
                      + quoted((folder() / "bin" / "salloc").string()) + "}"));
        row("environment",
            projectOf(json(", ~framework~: ~pytorch-ddp~, ~model~: ~resnet18~, ~extras~: {~env:LD_PRELOAD~: ")
                      + quoted((folder() / "evil.so").string()) + "}"));
        row("store",
            projectOf("", json("{~name~: ~lab~, ~nodes~: 2}"),
                      json("~store~: ~../") + folder().filename().string() + json("/victim.mrdb~, ")));
        row("store elsewhere",
            projectOf("", json("{~name~: ~lab~, ~nodes~: 2}"),
                      "\"store\": " + quoted("/var/tmp/../../etc/s.mrdb") + ", "));
    }

    void lookingStartsNothing()
    {
        QFETCH(QString, project);
        QVERIFY(bool(writeFileAtomically(folder() / "s.millrace", project.toStdString())));
        for (const std::vector<std::string>& arguments : {std::vector<std::string>{"check", "s.millrace"},
                                                          {"check", "s.millrace", "--nodes"},
                                                          {"run", "s.millrace", "--dry-run", "--steps"},
                                                          {"run", "s.millrace"}}) {
            const auto finished = look(arguments);
            expectNothing(arguments.back().c_str());
            if (arguments.front() == "run" && arguments.size() == 2) {
                QVERIFY2(finished.code != 0, finished.text());
                QVERIFY2(finished.err.find("millrace-cli: ") != std::string::npos, finished.text());
            }
        }
    }

    void theRunAsks()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        const std::string text =
            projectOf(json(", ~framework~: ~command~, ~command~: [~/bin/sh~, ~-c~, ") + quoted(touch()) + "]");
        QVERIFY(bool(writeFileAtomically(folder() / "s.millrace", text)));
        const auto refused = look({"run", "s.millrace"});
        QVERIFY2(refused.code != 0 && refused.err.find("was not made by your Millrace") != std::string::npos
                     && refused.err.find("starts \"/bin/sh\" \"-c\" \"touch ") != std::string::npos
                     && refused.err.find("--trust") != std::string::npos,
                 refused.text());
        QVERIFY(!std::filesystem::exists(canary()));
        const auto trusted = look({"run", "s.millrace", "--trust"});
        QVERIFY2(trusted.code == 0, trusted.text());
        QVERIFY2(std::filesystem::exists(canary()), "the canary can be planted");
        const auto again = look({"run", "s.millrace", "--new"});
        QVERIFY2(again.code != 0, "--trust is for one run");
    }

    void theAnswerIsRemembered()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        const std::string text =
            projectOf(json(", ~framework~: ~command~, ~command~: [~/bin/sh~, ~-c~, ") + quoted(touch()) + "]");
        QVERIFY(bool(writeFileAtomically(folder() / "s.millrace", text)));
        const auto ask = [this](const std::string& answer) {
            const std::string command = "(sleep 2; echo " + answer + "; sleep 20) | script -qec '"
                + e2e::program("millrace-cli").string() + " run s.millrace --new' /dev/null";
            return *runCommand({{"timeout", "60", "/bin/sh", "-c", command}, environment(), folder()}, deadlineIn(90s));
        };
        const CommandOutput no = ask("no");
        QVERIFY2(no.out.find("Run this? [yes/no]") != std::string::npos && !std::filesystem::exists(canary()),
                 no.out.c_str());
        const CommandOutput yes = ask("yes");
        QVERIFY2(std::filesystem::exists(canary()), yes.out.c_str());
        std::filesystem::remove(canary());
        QVERIFY2(look({"run", "s.millrace", "--new"}).code == 0 && std::filesystem::exists(canary()), "remembered");
        const std::string other = text.substr(0, text.find("touch ")) + "true; " + text.substr(text.find("touch "));
        QVERIFY(bool(writeFileAtomically(folder() / "s.millrace", other)));
        QVERIFY2(look({"run", "s.millrace", "--new"}).code != 0, "changed elsewhere");
    }

    void aTemplateNeedsNoQuestion()
    {
        const auto planned = look({"run", "traffic-study", "--dry-run"});
        QVERIFY2(planned.code == 0, planned.text());
        std::filesystem::rename(folder() / "traffic-study.millrace", folder() / "s.millrace");
        const auto checked = look({"run", "s.millrace"});
        QVERIFY2(checked.err.find("was not made by") == std::string::npos, checked.text());
        std::filesystem::remove_all(folder() / "data");
    }

    void aReportOfSomebodyElseStays()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        QVERIFY(bool(writeFileAtomically(folder() / "s.html", "mine")));
        QVERIFY(bool(writeFileAtomically(folder() / "s.millrace", projectOf(json(", ~compute_time~: ~1ms~")))));
        const auto finished = look({"run", "s.millrace"});
        QVERIFY2(finished.code == 0, finished.text());
        QCOMPARE(QString::fromStdString(*readFile(folder() / "s.html")), QString("mine"));
        QVERIFY(readFile(folder() / "s-report.html").value_or("").starts_with("<!DOCTYPE html>"));
        QVERIFY2(finished.err.find("is not a report of Millrace") != std::string::npos, finished.text());
        std::filesystem::remove(folder() / "s-report.html");
    }

    void aSecretIsNowhere()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        const std::string secret = "sekret-777-canary";
        const std::string text =
            projectOf(json(", ~framework~: ~command~, ~extras~: {~env:WANDB_API_KEY~: ~$MY_KEY~, ~per~: ~once~},\n"
                           "~command~: [~/bin/sh~, ~-c~, ~echo key=$WANDB_API_KEY; echo bad $WANDB_API_KEY >&2; printf "
                           "'%s' \\~$WANDB_API_KEY\\~ | wc -c; sleep 3~]"));
        QVERIFY(bool(writeFileAtomically(folder() / "s.millrace", text)));
        const auto unset = look({"run", "s.millrace", "--trust"});
        QVERIFY2(unset.code != 0 && unset.err.find("MY_KEY, which is not set") != std::string::npos, unset.text());
        auto with = environment();
        with.emplace_back("MY_KEY", secret);
        bool seen = false;
        std::atomic<bool> ended = false;
        std::jthread watch([&] {
            while (!ended) {
                seen = seen || !e2e::pidsOf({secret}).empty();
                std::this_thread::sleep_for(50ms);
            }
        });
        const auto finished = e2e::strangerCli(folder(), {"run", "s.millrace", "--trust"}, with);
        ended = true;
        watch.join();
        QVERIFY2(finished.code == 0, finished.text());
        QVERIFY2(!seen, "in the list of processes");
        QVERIFY((finished.out + finished.err).find(secret) == std::string::npos);
        const auto exported = e2e::cli(folder(), {"export", "s.mrdb", "--json"});
        QVERIFY2(exported.code == 0 && exported.out.find("$MY_KEY") != std::string::npos, exported.text());
        QVERIFY(exported.out.find(secret) == std::string::npos);
        for (const auto& file : std::filesystem::recursive_directory_iterator(folder()))
            if (file.is_regular_file())
                QVERIFY2(readFile(file.path())->find(secret) == std::string::npos, file.path().c_str());
        // The log is compressed in the store.
        const QStringList log = linesOfTheRun();
        QVERIFY2(log.contains(QStringLiteral("key=[MY_KEY]")), qPrintable(log.join('|')));
        QVERIFY2(log.contains(QStringLiteral("bad [MY_KEY]")), qPrintable(log.join('|')));
        QVERIFY2(log.contains(QString::number(secret.size())), "the program was given the value");
        QVERIFY(!log.join('|').contains(QString::fromStdString(secret)));
    }

    void aSecretThatIsWrittenOutIsWarnedOf()
    {
        const std::string text = projectOf(
            json(", ~framework~: ~command~, ~command~: [~true~], ~extras~: {~env:WANDB_API_KEY~: ~sekret777~}"));
        QVERIFY(bool(writeFileAtomically(folder() / "s.millrace", text)));
        const auto checked = look({"check", "s.millrace"});
        QVERIFY2(checked.out.find("warning: workloads[0].extras.env:WANDB_API_KEY") != std::string::npos,
                 checked.text());
        QVERIFY2(checked.out.find("sekret777") == std::string::npos, checked.text());
    }
};

QTEST_GUILESS_MAIN(TestStranger)
#include "tst_stranger.moc"
