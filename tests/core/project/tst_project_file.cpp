// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/project_file.h"

#include "core/base/file_io.h"
#include "core/base/random.h"
#include "core/project/templates.h"

#include <QtTest>
#include <functional>

using namespace millrace;
using namespace millrace::project;

namespace {

/// Hand-written in its own layout, with members of its own at every level.
const std::string handWritten = R"JSON({ "version": 1, "format": "millrace-project",
  "x-top": {"kept": [1, 2]},
  "name": "hand written", "store": "./results/all.mrdb",
  "clusters": [
    {"name": "c", "x-cluster": 1, "nodes": [{"name": "n0", "x-node": true, "nics": [{"name": "eth0", "x-nic": 1}]}, {"name": "n1", "slots": 2}],
     "links": [{"delay": "1000us", "loss": 0.01, "x-link": "l"}], "mtu": 1500}
  ],
  "workloads": [{"name": "w", "batch": 16, "x-workload": null, "folder": "../scripts", "extras": {"a": "b"}}],
  "grids": [
    {"name": "g", "cluster": "c", "workload": "w", "x-grid": 0,
     "factors": [{"name": "loss", "levels": [0.01, "0.5%"], "x-factor": 1}, {"name": "batch", "levels": [16, 32]}],
     "conditions": [{"expression": "loss < 1% or batch == 16", "x-condition": 1}],
     "stop_rule": {"metric": "m", "x-rule": 1}, "gate": {"x-gate": 1},
     "capture": {"enabled": true, "filter": "tcp", "x-capture": 1}}
  ]
}
)JSON";

ProjectFile parsed(std::string_view text)
{
    auto file = ProjectFile::parse(text, "/projects/study/p.millrace");
    return *std::move(file);
}

QString messageOf(std::string_view text)
{
    const auto file = ProjectFile::parse(text, "p.millrace");
    return file ? QString("no error") : QString::fromStdString(file.error().text());
}

QString linesOf(const Issues& issues, Severity least = Severity::Warning)
{
    QStringList lines;
    for (const Issue& issue : issues)
        if (issue.severity >= least)
            lines << QString::fromStdString(issueText(issue));
    return lines.join("\n");
}

/// Everything that the file has and `kept` must still have, but for the members named in `changed`.
bool holds(const Json& kept, const Json& original, const std::string& changed)
{
    if (!original.is_structured())
        return kept == original;
    if (kept.type() != original.type() || kept.size() < original.size())
        return false;
    for (const auto& [key, value] : original.items()) {
        if (key == changed)
            continue;
        if (original.is_object() ? !kept.contains(key) || !holds(kept[key], value, changed)
                                 : !holds(kept[std::stoul(key)], value, changed))
            return false;
    }
    return true;
}

} // namespace

class TestProjectFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anUnchangedProjectIsSavedByteByByte()
    {
        QCOMPARE(QString::fromStdString(parsed(handWritten).text()), QString::fromStdString(handWritten));
        for (const Template& item : templates())
            QVERIFY(parsed(item.text).text() == item.text);
    }

    void aChangeKeepsEverythingElse()
    {
        const auto edit = [](const char* what, const std::function<void(Project&)>& change,
                             const std::string& changed) {
            ProjectFile file = parsed(handWritten);
            change(file.project);
            QVERIFY2(file.isModified(), what);
            const std::string text = file.text();
            QVERIFY2(holds(Json::parse(text), Json::parse(handWritten), changed), text.c_str());
            QVERIFY2(parsed(text).project == file.project, text.c_str());
            // The layout is canonical now, so that the next save changes nothing.
            ProjectFile again = parsed(text);
            again.project.name += "x";
            ProjectFile back = parsed(again.text());
            back.project.name.pop_back();
            QVERIFY2(back.text() == text, back.text().c_str());
        };
        edit(
            "name", [](Project& project) { project.name = "other"; }, "name");
        edit(
            "notes", [](Project& project) { project.notes = "n"; }, "notes");
        edit(
            "store", [](Project& project) { project.store = "/projects/study/x.mrdb"; }, "store");
        edit(
            "slots", [](Project& project) { project.clusters[0].nodes[0].slots = 4; }, "slots");
        edit(
            "link", [](Project& project) { project.clusters[0].links[0].settings.delay = std::chrono::seconds(1); },
            "delay");
        edit(
            "mtu", [](Project& project) { project.clusters[0].mtu = 9000; }, "mtu");
        edit(
            "access",
            [](Project& project) {
                project.clusters[0].access = {
                    cluster::Rights::Sudo, cluster::AgentUse::Never, "/scratch",
                    cluster::SlurmAccess{"login", 2, "gpu", "a", std::chrono::minutes(10), {"--exclusive"}}};
            },
            "access");
        edit(
            "slurm", [](Project& project) { project.clusters[0].access.slurm.emplace(); }, "access");
        edit(
            "nic", [](Project& project) { project.clusters[0].nodes[0].nics[0].bitsPerSecond = 1e9; }, "rate");
        edit(
            "batch", [](Project& project) { project.workloads[0].batch = 17; }, "batch");
        edit(
            "extras", [](Project& project) { project.workloads[0].extras["c"] = "d"; }, "c");
        edit(
            "folder", [](Project& project) { project.workloads[0].folder = "/projects/study/s"; }, "folder");
        edit(
            "seed", [](Project& project) { project.grids[0].seed = 5; }, "seed");
        edit(
            "levels",
            [](Project& project) {
                project.grids[0].factors[1].levels.push_back(grid::numberLevel(grid::Quantity::Count, 64));
            },
            "levels");
        edit(
            "condition", [](Project& project) { project.grids[0].conditions[0].expression = "loss < 1%"; },
            "expression");
        edit(
            "rule", [](Project& project) { project.grids[0].stopRule->atMost = 9; }, "at_most");
        edit(
            "gate", [](Project& project) { project.grids[0].gate.enabled = false; }, "enabled");
        edit(
            "capture", [](Project& project) { project.grids[0].capture.filter = "udp"; }, "filter");
        edit(
            "recorded bytes", [](Project& project) { project.grids[0].capture.snapLength = 96; }, "snap_length");
        edit(
            "new node", [](Project& project) { project.clusters[0].nodes.emplace_back().name = "n2"; }, "");
        edit(
            "new grid", [](Project& project) { project.grids.emplace_back().name = "second"; }, "");
    }

    void onlyTheChangedLineDiffers()
    {
        ProjectFile file = parsed(templates()[0].text);
        file.project.workloads[0].batch = 64;
        const QStringList before = QString::fromUtf8(templates()[0].text.data()).split('\n');
        const QStringList after = QString::fromStdString(file.text()).split('\n');
        QCOMPARE(after.size(), before.size());
        int different = 0;
        for (qsizetype i = 0; i < before.size(); ++i)
            different += before[i] != after[i] ? 1 : 0;
        QCOMPARE(different, 1);
    }

    void templatesAreInCanonicalLayout()
    {
        for (const Template& item : templates()) {
            ProjectFile file = parsed(item.text);
            file.project.name += "x";
            ProjectFile back = parsed(file.text());
            back.project.name.pop_back();
            QCOMPARE(QString::fromStdString(back.text()),
                     QString::fromUtf8(item.text.data(), qsizetype(item.text.size())));
        }
    }

    void pathsAreRelativeToTheFile()
    {
        ProjectFile file = parsed(handWritten);
        QCOMPARE(file.project.store, std::filesystem::path("/projects/study/results/all.mrdb"));
        QCOMPARE(file.project.workloads[0].folder, std::filesystem::path("/projects/scripts"));
        QCOMPARE(storePath(file.project, file.file()), std::filesystem::path("/projects/study/results/all.mrdb"));
        file.project.store.clear();
        QCOMPARE(storePath(file.project, file.file()), std::filesystem::path("/projects/study/p.mrdb"));
    }

    void savingElsewhereRewritesPaths()
    {
        const auto folder = TemporaryFolder::make("tst-project");
        QVERIFY(folder.has_value());
        const auto path = folder->path() / "p.millrace";
        QVERIFY(writeFileAtomically(path, handWritten));
        auto file = ProjectFile::open(path);
        QVERIFY(file.has_value());
        std::filesystem::create_directories(folder->path() / "deep/er");
        const auto moved = folder->path() / "deep/er/q.millrace";
        QVERIFY(file->saveAs(moved));
        QVERIFY(!file->isModified());
        QCOMPARE(file->file(), moved);
        const Json json = Json::parse(*readFile(moved));
        QCOMPARE(QString::fromStdString(json["store"].get<std::string>()), QString("../../results/all.mrdb"));
        QCOMPARE(QString::fromStdString(json["workloads"][0]["folder"].get<std::string>()),
                 QString("../../../scripts"));
        QVERIFY(json.contains("x-top"));
        const auto again = ProjectFile::open(moved);
        QVERIFY(again->project == file->project);
        QCOMPARE(QString::fromStdString(*readFile(path)), QString::fromStdString(handWritten));
    }

    void savingTwiceKeepsUnknownMembers()
    {
        const auto folder = TemporaryFolder::make("tst-project");
        const auto path = folder->path() / "p.millrace";
        QVERIFY(writeFileAtomically(path, handWritten));
        auto file = ProjectFile::open(path);
        for (int i = 1; i <= 3; ++i) {
            file->project.grids[0].seed = static_cast<std::uint64_t>(100 + i);
            QVERIFY(file->save());
            const auto again = ProjectFile::open(path);
            QVERIFY(again->project == file->project);
            QVERIFY(holds(Json::parse(*readFile(path)), Json::parse(handWritten), "seed"));
        }
        const std::string saved = *readFile(path);
        QVERIFY(file->save());
        QVERIFY(*readFile(path) == saved);
    }

    void aSymbolicLinkStaysOne()
    {
        const auto folder = TemporaryFolder::make("tst-project");
        const auto target = folder->path() / "real.millrace";
        const auto link = folder->path() / "link.millrace";
        QVERIFY(writeFileAtomically(target, handWritten));
        std::filesystem::create_symlink("real.millrace", link);
        auto file = ProjectFile::open(link);
        file->project.name = "through the link";
        QVERIFY(file->save());
        QVERIFY(std::filesystem::is_symlink(link));
        QVERIFY(readFile(target)->find("through the link") != std::string::npos);
    }

    void aFailedSaveChangesNothing()
    {
        ProjectFile file = parsed(handWritten);
        file.project.name = "x";
        const auto saved = file.saveAs("/proc/self/nowhere/p.millrace");
        QVERIFY(!saved);
        QVERIFY(saved.error().text().starts_with("saving the project: "));
        QVERIFY(file.isModified());
        QCOMPARE(file.file(), std::filesystem::path("/projects/study/p.millrace"));
    }

    void anEmptyProjectCanBeSaved()
    {
        const auto folder = TemporaryFolder::make("tst-project");
        ProjectFile file;
        file.project.name = "new";
        QVERIFY(file.saveAs(folder->path() / "new.millrace"));
        QCOMPARE(QString::fromStdString(*readFile(folder->path() / "new.millrace")),
                 QString("{\n  \"format\": \"millrace-project\",\n  \"version\": 1,\n  \"name\": \"new\",\n"
                         "  \"clusters\": [],\n  \"workloads\": [],\n  \"grids\": []\n}\n"));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("damaged") << "{\n  \"format\": \"millrace-project\",\n  \"version\": 1,,\n}"
                                 << "p.millrace: line 3, column 16: unexpected ','; expected string literal";
        QTest::newRow("something else")
            << "[]"
            << "p.millrace: this is not a Millrace project; its first member must be \"format\": \"millrace-project\"";
        QTest::newRow("other format")
            << R"({"format": "x"})"
            << "p.millrace: this is not a Millrace project; its first member must be \"format\": \"millrace-project\"";
        QTest::newRow("no version") << R"({"format": "millrace-project"})"
                                    << "p.millrace: \"version\" must be a whole number from 1";
        QTest::newRow("odd version") << R"({"format": "millrace-project", "version": "1"})"
                                     << "p.millrace: \"version\" must be a whole number from 1";
        QTest::newRow("newer")
            << R"({"format": "millrace-project", "version": 7})"
            << "p.millrace: this project has version 7 of the format, and this program reads versions up to "
               "1; open it with a newer Millrace";
        QTest::newRow("much newer")
            << R"({"format": "millrace-project", "version": 18446744073709551615})"
            << "p.millrace: this project has version 18446744073709551615 of the format, and this "
               "program reads versions up to 1; open it with a newer Millrace";
    }
    void refusals()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        QCOMPARE(messageOf(text.toStdString()), message);
    }

    void codes()
    {
        QCOMPARE(ProjectFile::parse(R"({"format":"millrace-project","version":2})", "p").error().code,
                 ErrorCode::NewerVersion);
        QCOMPARE(ProjectFile::parse("{", "p").error().code, ErrorCode::Corrupt);
        QCOMPARE(ProjectFile::open("/nowhere/p.millrace").error().code, ErrorCode::NotFound);
        QVERIFY(!ProjectFile::open("/"));
    }

    void problemsOfReadingAndMeaningStandTogether()
    {
        const ProjectFile file = parsed(R"({"format":"millrace-project","version":1,
            "clusters":[{"name":"c","nodes":2,"mtu":"big"},{"name":"c","nodes":0}],
            "workloads":[{"name":"w","strategy":"RINGS"}],
            "grids":[{"name":"g","cluster":"d","workload":"w","factors":[
               {"name":"loss","levels":["1x"]},{"name":"batch","levels":[1,1]},{"name":"colour","levels":["red"]}]}]})");
        QCOMPARE(
            linesOf(file.problems()),
            QString("clusters[0].mtu: \"big\" is not a whole number from 576 to 9000\n"
                    "clusters[1].nodes: 0 is not a whole number from 1 to 16384\n"
                    "clusters[1].name: another cluster is named \"c\" too; choose another name\n"
                    "workloads[0].strategy: unknown strategy of builtin \"RINGS\"; did you mean \"RING\"?\n"
                    "grids[0].factors[0].levels[0]: \"1x\" is not a loss; write 1% or 0.01\n"
                    "grids[0].factors[1].levels[1]: duplicate level \"1\"\n"
                    "grids[0].factors[2].name: unknown factor \"colour\"; for a factor of your own add \"own\": true\n"
                    "grids[0].cluster: the project has no cluster \"d\"; did you mean \"c\"?"));
    }

    void problemsFollowEdits()
    {
        ProjectFile file = parsed(handWritten);
        QCOMPARE(linesOf(file.problems()), QString());
        file.project.workloads[0].batch = 0;
        QVERIFY(linesOf(file.problems()).startsWith("workloads[0].batch: "));
        const std::string broken = std::string(handWritten).replace(handWritten.find("0.5%"), 4, "0.5x");
        ProjectFile other = parsed(broken);
        const QString line = "grids[0].factors[0].levels[1]: \"0.5x\" is not a loss; write 1% or 0.01";
        QCOMPARE(linesOf(other.problems()), line);
        other.project.name = "edited";
        QCOMPARE(linesOf(other.problems()), line);
        other.project.grids[0].factors[0].levels.push_back(grid::numberLevel(grid::Quantity::Fraction, 0.5));
        QCOMPARE(linesOf(other.problems()), QString());
    }

    void everyTruncationIsOneSentence()
    {
        for (const std::string& whole : {handWritten, std::string(templates()[3].text)})
            for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
                const auto file = ProjectFile::parse(std::string_view(whole).substr(0, length), "p.millrace");
                QVERIFY2(!file, qPrintable(QString::number(length)));
                const std::string text = file.error().text();
                QVERIFY2(text.starts_with("p.millrace: line ") && text.find('\n') == std::string::npos
                             && text.size() < 400,
                         text.c_str());
            }
    }

    void flippedBytesNeverCrash()
    {
        Random random(17);
        int readable = 0;
        for (int round = 0; round < 1500; ++round) {
            std::string text = round % 2 ? handWritten : std::string(templates()[1].text);
            for (auto changes = 1 + random.below(2); changes > 0; --changes)
                text[random.below(text.size())] = static_cast<char>(32 + random.below(95));
            const auto file = ProjectFile::parse(text, "p.millrace");
            if (!file) {
                QVERIFY(file.error().text().find('\n') == std::string::npos);
                continue;
            }
            ++readable;
            for (const Issue& issue : file->problems())
                QVERIFY2(issueText(issue).find('\n') == std::string::npos, issueText(issue).c_str());
            QVERIFY(file->text() == text);
        }
        QVERIFY(readable > 100);
    }

    void everyMemberMayBeAnything()
    {
        // Each value of the file in turn becomes a value of another kind.
        const Json values[] = {nullptr,
                               true,
                               -1,
                               1e308,
                               18446744073709551615u,
                               "x",
                               "",
                               Json::array(),
                               Json::object(),
                               Json::array({Json::array({Json::object()})})};
        const Json flat = Json::parse(handWritten).flatten();
        for (const auto& [pointer, old] : flat.items())
            for (const Json& value : values) {
                Json changed = Json::parse(handWritten);
                changed[Json::json_pointer(pointer)] = value;
                auto file = ProjectFile::parse(changed.dump(), "p.millrace");
                if (!file)
                    continue;
                for (const Issue& issue : file->problems())
                    QVERIFY(!issue.example.empty());
                file->project.notes = "edited";
                QVERIFY(ProjectFile::parse(file->text(), "p.millrace"));
            }
    }
};

QTEST_APPLESS_MAIN(TestProjectFile)
#include "tst_project_file.moc"
