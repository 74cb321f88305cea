// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/artefact_folder.h"
#include "core/store/artefact_repository.h"
#include "tests/core/store/store_fixture.h"

using namespace millrace;
using namespace millrace::store;

namespace {

namespace fs = std::filesystem;
constexpr auto withSummary = ArtefactRepository::Summaries::Read;

Artefact fullArtefact(const std::string& node)
{
    Artefact artefact;
    artefact.node = node;
    artefact.sha256 = sha256(node);
    artefact.bytes = 5'000'000'000'000;
    artefact.packets = 1;
    artefact.received = 12;
    artefact.droppedByKernel = 3;
    artefact.droppedByInterface = 4;
    artefact.wireBytes = 5;
    artefact.interface = "eth0";
    artefact.filter = "tcp port 1";
    artefact.direction = "out";
    artefact.snapLength = 96;
    artefact.start = Nanoseconds(1'795'000'000'000'000'001);
    artefact.stop = Nanoseconds(1'795'000'000'000'000'002);
    artefact.reason = "the disk was full";
    artefact.notes = R"([{"kind":"dropped"}])";
    artefact.summary = std::string("a\0b\xff", 4);
    return artefact;
}

fs::path put(const fs::path& file, std::string_view bytes)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file;
}

std::vector<std::string> kinds(const Issues& issues)
{
    std::vector<std::string> all;
    for (const Issue& issue : issues)
        all.push_back(issue.kind);
    return all;
}

} // namespace

class TestArtefacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comeBackAsTheyWere()
    {
        TestStore store(2);
        ArtefactRepository repository(store.database);
        Artefact second = fullArtefact("node0");
        second.droppedByInterface.reset();
        second.summary.clear();
        second.ordinal = 1;
        const std::vector<Artefact> all{fullArtefact("node0"), second, fullArtefact("node1")};
        need(repository.save(store.ids[0], all));
        QVERIFY(need(repository.artefacts(store.ids[0], withSummary)) == all);
        QVERIFY(need(repository.artefacts(store.ids[0]))[0].summary.empty());
        QVERIFY(need(repository.artefacts(store.ids[1])).empty());
        need(repository.save(store.ids[0], all));
        QCOMPARE(need(repository.artefacts(store.ids[0])).size(), std::size_t(3));
        QCOMPARE(need(repository.hashes()).size(), std::size_t(2));
    }

    void goWithARepeatedAttempt()
    {
        TestStore store;
        RunRepository runs(store.database, store.clock);
        ArtefactRepository repository(store.database);
        need(runs.claim(store.ids[0]));
        need(repository.save(store.ids[0], std::vector{fullArtefact("node0")}));
        need(runs.repeat(store.ids[0], "again", PartialData::Drop));
        QVERIFY(need(repository.artefacts(store.ids[0])).empty());
        QVERIFY(need(repository.hashes()).empty());
    }

    void anOldStoreHasNone()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "old.mrdb";
        const fs::path source = qEnvironmentVariable("MR_SOURCE").toStdString();
        runSql(file, need(readFile(source / "tests/core/store/fixtures/version_1.sql")));
        {
            Database old = need(Database::openReadOnly(file)); // as it is
            ArtefactRepository repository(old);
            QVERIFY(need(repository.artefacts(RunId{1})).empty());
            QVERIFY(need(repository.hashes()).empty());
            QVERIFY(need(old.integrityCheck()).empty());
        }
        QCOMPARE(askSql(file, "PRAGMA user_version"), std::int64_t(1));
        Database migrated = need(Database::open(file));
        ArtefactRepository repository(migrated);
        need(repository.save(RunId{1}, std::vector{fullArtefact("node0")}));
        QVERIFY(need(repository.artefacts(RunId{1}, withSummary)) == std::vector{fullArtefact("node0")});
    }

    void filesLieUnderTheirHash()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const ArtefactFolder files(folder.path() / "results.mrdb");
        QVERIFY(!fs::exists(files.path()));
        const auto first = put(need(files.incoming()) / "1-node0.pcap", "bytes");
        const auto adopted = need(files.adopt(first));
        QCOMPARE(adopted.sha256, sha256("bytes"));
        QCOMPARE(adopted.bytes, std::uint64_t(5));
        QVERIFY(!fs::exists(first));
        QCOMPARE(files.fileOf(adopted.sha256),
                 folder.path() / "results.mrdb.files" / adopted.sha256.substr(0, 2) / (adopted.sha256 + ".pcap"));
        QCOMPARE(need(readFile(files.fileOf(adopted.sha256))), std::string("bytes"));
        // The same content is stored once.
        QCOMPARE(need(files.adopt(put(need(files.incoming()) / "other.pcap", "bytes"))).sha256, adopted.sha256);
        QCOMPARE(namesIn(files.fileOf(adopted.sha256).parent_path()).size(), std::size_t(1));
        QVERIFY(namesIn(need(files.incoming())).empty());
        const auto missing = files.adopt(files.path() / "incoming" / "none.pcap");
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    }

    void cancelLeavesTheFileWhereItIs()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const ArtefactFolder files(folder.path() / "results.mrdb");
        const auto coming = put(need(files.incoming()) / "1.pcap", "bytes");
        std::stop_source stop;
        stop.request_stop();
        const auto adopted = files.adopt(coming, {stop.get_token(), {}});
        QVERIFY(!adopted && adopted.error().code == ErrorCode::Cancelled);
        QVERIFY(fs::exists(coming));
    }

    void orphansAreReportedAndRemoved()
    {
        TestStore store;
        const ArtefactFolder files(store.file);
        ArtefactRepository repository(store.database);
        Artefact known = fullArtefact("node0");
        known.sha256 = need(files.adopt(put(need(files.incoming()) / "a.pcap", "known"))).sha256;
        need(repository.save(store.ids[0], std::vector{known}));
        QVERIFY(need(store.database.integrityCheck()).empty());
        const auto orphan = files.fileOf(need(files.adopt(put(need(files.incoming()) / "b.pcap", "orphan"))).sha256);
        const auto coming = put(need(files.incoming()) / "c.pcap.part", "half");
        const auto strange = put(files.path() / "ab" / "notes.txt", "mine");
        const auto issues = need(store.database.integrityCheck());
        QCOMPARE(kinds(issues), std::vector<std::string>{"orphaned-file"});
        QCOMPARE(issues[0].count, std::int64_t(2));
        const auto sentences = files.removeOrphans(need(repository.hashes()));
        QCOMPARE(sentences.size(), std::size_t(1));
        QVERIFY2(sentences[0].starts_with("removed 2 files"), sentences[0].c_str());
        QVERIFY(!fs::exists(orphan) && !fs::exists(coming));
        QVERIFY(fs::exists(files.fileOf(known.sha256)) && fs::exists(strange));
        QVERIFY(files.removeOrphans(need(repository.hashes())).empty());
        QVERIFY(need(store.database.integrityCheck()).empty());
    }

    void missingAndDamagedFilesAreErrors()
    {
        TestStore store;
        const ArtefactFolder files(store.file);
        ArtefactRepository repository(store.database);
        Artefact damaged = fullArtefact("node0"), missing = fullArtefact("node1");
        damaged.sha256 = need(files.adopt(put(need(files.incoming()) / "a.pcap", "known"))).sha256;
        need(repository.save(store.ids[0], std::vector{damaged, missing}));
        put(files.fileOf(damaged.sha256), "knows");
        const auto issues = need(store.database.integrityCheck());
        auto found = kinds(issues);
        std::sort(found.begin(), found.end());
        QCOMPARE(found, (std::vector<std::string>{"damaged-file", "missing-file"}));
        QVERIFY(hasErrors(issues));
    }
};

QTEST_APPLESS_MAIN(TestArtefacts)
#include "tst_artefacts.moc"
