// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_repository.h"
#include "core/studies/audit.h"
#include "core/studies/study_figure.h"
#include "tests/core/studies/study_parts.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fstream>

using namespace millrace;
using namespace millrace::studies;
namespace fs = std::filesystem;

namespace {

/// All bits of a number.
std::string bitsOf(double value)
{
    return fmt::format("{:016x}", std::bit_cast<std::uint64_t>(value));
}

std::string cellText(const report::Cell& cell)
{
    return std::visit(
        [](const auto& value) -> std::string {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, double>)
                return bitsOf(value);
            else if constexpr (std::is_same_v<Value, std::string>)
                return value;
            else if constexpr (std::is_same_v<Value, report::Quantity>)
                return bitsOf(value.value) + value.unit;
            else
                return "–";
        },
        cell);
}

/// Everything that figures and audit say of a store, without the numbers of runs in it.
std::vector<std::string> allThatIsSaid(store::Database& database, const std::string& study)
{
    std::vector<std::string> lines;
    Issues issues;
    for (const Recipe& recipe : recipesOf(study, loadRecipes({}, issues))) {
        const auto figure = makeStudyFigure(database, recipe, {});
        if (!figure) {
            lines.push_back(recipe.name + ": " + figure.error().text());
            continue;
        }
        for (const auto& row : figure->table.rows) {
            std::string line = recipe.name;
            for (const report::Cell& cell : row)
                line += " | " + cellText(cell);
            lines.push_back(line);
        }
        for (const std::string& note : figure->notes)
            lines.push_back(recipe.name + ": " + note);
    }
    const auto audit = auditStudy(database, study, {});
    if (!audit)
        return {audit.error().text()};
    for (const Finding& finding : audit->findings) {
        lines.push_back(fmt::format("finding {} {} {}", finding.name, finding.evidenceCount, finding.sentence));
        for (const report::PublishedFigure& figure : finding.figures)
            lines.push_back(fmt::format("{} {} {} {} {}", figure.name, figure.subject, bitsOf(figure.asPublished),
                                        bitsOf(figure.right), figure.remark));
        for (const Evidence& evidence : finding.evidence)
            lines.push_back(fmt::format("{} {} {} {} {}", evidence.runName, evidence.node, evidence.file, evidence.line,
                                        evidence.text));
    }
    for (const Claim& claim : audit->claims)
        lines.push_back(fmt::format("claim {} {} {} {} {}", claim.name, verdictName(claim.verdict),
                                    bitsOf(claim.computed), bitsOf(claim.measured), claim.remark));
    lines.insert(lines.end(), audit->notes.begin(), audit->notes.end());
    return lines;
}

/// The first line in which two differ, for the message of a test.
std::string firstDifference(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
        if (i >= a.size() || i >= b.size() || a[i] != b[i])
            return fmt::format("line {}:\n  {}\n  {}", i, i < a.size() ? a[i] : "(none)",
                               i < b.size() ? b[i] : "(none)");
    return {};
}

std::vector<fs::path> filesBelow(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files.push_back(entry.path().lexically_relative(folder));
    std::ranges::sort(files);
    return files;
}

} // namespace

/// One study in a store is one set of runs, whatever parts it was imported in, in which order, with which copies and
/// mappings.
class TestStudyParts : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    int m_stores = 0;

    [[nodiscard]] fs::path place(const std::string& name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }
    PartStore newStore(const std::string& study) { return {place(fmt::format("{}.mrdb", m_stores++)), study}; }

    /// The made study, or the published one; false: it is not here.
    bool bringData(const QString& data, const fs::path& whole)
    {
        if (data == QLatin1String("multi-cloud"))
            makeMultiCloud(whole);
        else if (data == QLatin1String("flumen"))
            makeFlumen(whole);
        else if (!fs::exists(sharedData() / "multi-cloud"))
            return false;
        else if (data == QLatin1String("published flumen"))
            copyInto(sharedData() / "flumen", whole);
        else
            for (const char* part : {"multi-cloud", "multi-cloud-odd"})
                copyInto(sharedData() / part, whole / part);
        return true;
    }

    void checkSame(PartStore& store, const std::vector<std::string>& expected, const char* how)
    {
        const std::string difference = firstDifference(expected, allThatIsSaid(store.database(), store.study()));
        QVERIFY2(difference.empty(), fmt::format("{}: {}", how, difference).c_str());
    }

private Q_SLOTS:
    void partsMakeTheWhole_data()
    {
        QTest::addColumn<QString>("study");
        for (const char* name : {"multi-cloud", "flumen", "published multi-cloud", "published flumen"})
            QTest::newRow(name) << QString::fromLatin1(name).section(QLatin1Char(' '), -1);
    }
    void partsMakeTheWhole()
    {
        QFETCH(QString, study);
        const QString data = QString::fromLatin1(QTest::currentDataTag());
        const std::string name = study.toStdString();
        const fs::path base = place(data.toStdString());
        const fs::path whole = base / "whole";
        if (!bringData(data, whole))
            QSKIP("the published data are not here (MILLRACE_STUDY_DATA)");
        PartStore reference = newStore(name);
        reference.import(whole);
        const std::vector<std::string> expected = allThatIsSaid(reference.database(), reference.study());
        QVERIFY2(expected.size() > 20, fmt::format("only {} lines are said", expected.size()).c_str());

        // Every second file: runs and joined tables are torn apart.
        const std::vector<fs::path> files = filesBelow(whole);
        for (std::size_t i = 0; i < files.size(); ++i)
            copyInto(whole / files[i], base / (i % 2 == 0 ? "even" : "odd") / files[i]);
        PartStore halves = newStore(name);
        halves.import(base / "even");
        halves.import(base / "odd");
        checkSame(halves, expected, "two halves");
        QCOMPARE(halves.runs(), reference.runs());
        PartStore reversed = newStore(name);
        reversed.import(base / "odd");
        reversed.import(base / "even");
        checkSame(reversed, expected, "the halves in the other order");
        QCOMPARE(reversed.runs(), reference.runs());

        const auto again = reference.import(whole);
        QVERIFY(std::ranges::all_of(again.runs, [](const auto& run) { return run.fate == RunFate::AlreadyThere; }));
        reference.import(base / "even");
        reference.import(base / "odd" / files[1]);
        checkSame(reference, expected, "parts of what is there already");
        QCOMPARE(reference.runs(true), reference.runs());

        copyInto(whole, base / "copied" / "first");
        copyInto(whole, base / "copied" / "second (copy)");
        PartStore copies = newStore(name);
        copies.import(base / "copied");
        checkSame(copies, expected, "with a copy of everything");
        PartStore copiesLater = newStore(name);
        copiesLater.import(base / "even");
        copiesLater.import(base / "copied");
        checkSame(copiesLater, expected, "with copies later");
        QCOMPARE(copiesLater.runs(), copies.runs());
    }

    /// Files that came later make the run another one; the older is kept, and counts nowhere.
    void grownRunSupersedes()
    {
        const fs::path whole = place("grown/whole");
        makeMultiCloud(whole);
        PartStore reference = newStore("multi-cloud");
        reference.import(whole);
        const fs::path growing = place("grown/growing");
        copyInto(whole, growing);
        fs::remove(growing / "wandb/hivemind-79-gc-t4-2.csv");
        writeFile(growing / "wandb/hivemind-81-gc-t4-1.csv", madePeer(8, 840));
        PartStore store = newStore("multi-cloud");
        store.import(growing);
        copyInto(whole, growing);
        const StudyImportOutcome grown = store.import(growing);
        QCOMPARE(grown.superseded, std::size_t(2));
        QCOMPARE(store.runs(), reference.runs());
        QCOMPARE(store.runs(true), reference.runs() + 2);
        checkSame(store, allThatIsSaid(reference.database(), reference.study()), "a run that grew");
        const auto shown = storedStudies(store.database());
        QVERIFY(shown && shown->size() == 1);
        QCOMPARE(shown->front().runs, reference.runs());
    }

    /// The mapping belongs to the study in the store: the order of mapping and parts makes no difference.
    void mappingBeforeAndAfter()
    {
        const fs::path whole = place("mapped/whole");
        makeMultiCloud(whole);
        writeFile(place("map.json"),
                  R"({"runs": [{"run": "hivemind-77", "experiment": "A-2", "set": "A", "task": "CV", "model": "CONV",
                                "gpu": "T4", "gpus": 2, "target_batch": 16384}]})");
        copyInto(whole / "wandb", place("mapped/a/wandb"));
        copyInto(whole / "networking", place("mapped/b/networking"));
        PartStore reference = newStore("multi-cloud");
        reference.import(whole, place("map.json"));
        const auto expected = allThatIsSaid(reference.database(), reference.study());
        PartStore plain = newStore("multi-cloud");
        plain.import(whole);
        QVERIFY(!firstDifference(expected, allThatIsSaid(plain.database(), plain.study())).empty());
        QCOMPARE(plain.import(whole, place("map.json")).superseded, std::size_t(1));
        checkSame(plain, expected, "the mapping afterwards");
        QCOMPARE(plain.runs(), reference.runs());

        PartStore before = newStore("multi-cloud");
        before.import(place("mapped/a"), place("map.json"));
        before.import(place("mapped/b"));
        before.import(place("mapped/a"));
        checkSame(before, expected, "the mapping before");
        PartStore after = newStore("multi-cloud");
        after.import(place("mapped/a"));
        after.import(place("mapped/b"), place("map.json"));
        checkSame(after, expected, "the mapping with the other part");
    }

    /// What cannot be read again is not lost, and not torn apart.
    void partsThatAreGone()
    {
        const fs::path whole = place("gone/whole");
        makeMultiCloud(whole);
        PartStore reference = newStore("multi-cloud");
        reference.import(whole);
        const fs::path first = place("gone/first");
        copyInto(whole, first);
        PartStore store = newStore("multi-cloud");
        store.import(first);
        fs::remove_all(first);
        writeFile(place("gone/second/hivemind-79-gc-t4-2.csv"), madePeer(40, 1));
        const StudyImportOutcome outcome = store.import(place("gone/second"));
        QCOMPARE(outcome.runs.size(), std::size_t(1));
        QVERIFY(outcome.runs.front().fate == RunFate::LeftOut);
        QCOMPARE(outcome.runs.front().issues.back().kind, std::string("part-not-there"));
        checkSame(store, allThatIsSaid(reference.database(), reference.study()),
                  "one file of a run whose others are gone");
        QCOMPARE(store.runs(true), reference.runs());
    }

    void copyUnderAnotherNameIsSuperseded()
    {
        const fs::path whole = place("renamed/whole");
        makeMultiCloud(whole);
        PartStore reference = newStore("multi-cloud");
        reference.import(whole);
        copyInto(whole / "networking/experiment-set-1/1-1", place("renamed/loose/profiles"));
        PartStore store = newStore("multi-cloud");
        store.import(place("renamed/loose"));
        QCOMPARE(store.runs(), 1);
        store.import(whole);
        checkSame(store, allThatIsSaid(reference.database(), reference.study()),
                  "a profile that came without its set first");
        QCOMPARE(store.runs(), reference.runs());
    }

    void emptyAndForeignImportsLeaveNothing()
    {
        const fs::path whole = place("foreign/whole");
        makeMultiCloud(whole);
        PartStore store = newStore("multi-cloud");
        store.import(whole);
        const auto expected = allThatIsSaid(store.database(), store.study());
        writeFile(place("foreign/other/notes.csv"), "a,b\n1,2\n");
        StudyImportRequest request;
        request.study = "multi-cloud";
        request.folder = place("foreign/other");
        const auto outcome = importStudy(request, &store.database(), {});
        QVERIFY(!outcome && outcome.error().code == ErrorCode::InvalidInput);
        checkSame(store, expected, "after a folder of something else");
        const SystemClock clock;
        QCOMPARE(store::RunRepository(store.database(), clock).campaigns()->size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestStudyParts)
#include "tst_study_parts.moc"
