// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/atomic_file.h"
#include "core/base/clock.h"
#include "core/base/file_io.h"

#include <QtTest>
#include <fstream>

using namespace millrace;
namespace fs = std::filesystem;

class TestFileIo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void piecesAreWholeOrNotAtAll()
    {
        const auto folder = TemporaryFolder::make("mr-file-");
        QVERIFY(bool(folder));
        const fs::path file = folder->path() / "a.txt";
        {
            auto target = AtomicFile::create(file);
            QVERIFY(bool(target) && bool(target->write("one")) && bool(target->write(" two")));
            QVERIFY(fs::is_empty(folder->path())); // so kill -9 leaves nothing; /tmp has nameless files
            QVERIFY(bool(target->commit()));
        }
        QCOMPARE(*readFile(file), std::string("one two"));
        {
            auto given = AtomicFile::create(file);
            QVERIFY(bool(given) && bool(given->write("half")));
            const AtomicFile moved = *std::move(given);
        }
        QCOMPARE(*readFile(file), std::string("one two"));
        QCOMPARE(std::distance(fs::directory_iterator(folder->path()), fs::directory_iterator()), std::ptrdiff_t(1));
    }

    void writesWholeOrNotAtAll()
    {
        const auto folder = TemporaryFolder::make("mr-file-");
        QVERIFY(bool(folder));
        const fs::path file = folder->path() / "a.txt";
        QVERIFY(bool(writeFileAtomically(file, "one")));
        QVERIFY(bool(writeFileAtomically(file, "two")));
        QCOMPARE(*readFile(file), std::string("two"));
        QCOMPARE(std::distance(fs::directory_iterator(folder->path()), fs::directory_iterator()), std::ptrdiff_t(1));
        QCOMPARE(writeFileAtomically(folder->path() / "none" / "a", "x").error().code, ErrorCode::NotFound);
        QCOMPARE(writeFileAtomically(folder->path(), "x").has_value(), false);
        QCOMPARE(*readFile(file), std::string("two"));
    }

    void readingRefusesFoldersAndGiants()
    {
        const auto folder = TemporaryFolder::make("mr-file-");
        QVERIFY(!readFile(folder->path()));
        std::ofstream(folder->path() / "big") << std::string(2000, 'x');
        QCOMPARE(readFile(folder->path() / "big", 1000).error().code, ErrorCode::InvalidInput);
        QCOMPARE(readFile(folder->path() / "missing").error().code, ErrorCode::NotFound);
    }

    void folderGoesAway()
    {
        fs::path path;
        {
            auto folder = TemporaryFolder::make("mr-file-");
            path = folder->path();
            std::ofstream(path / "x") << 1;
            TemporaryFolder moved = *std::move(folder);
            QVERIFY(fs::exists(path));
        }
        QVERIFY(!fs::exists(path));
    }

    void hash()
    {
        // The test vector of FIPS 180-2.
        QCOMPARE(sha256("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }

    void timesReadBack()
    {
        const Nanoseconds time(1'795'162'960'123'456'000);
        QCOMPARE(toRfc3339(time), std::string("2026-11-20T08:22:40.123456Z"));
        QCOMPARE(parseRfc3339(toRfc3339(time))->count(), time.count());
        QCOMPARE(parseRfc3339("2026-11-20T10:22:40.123456+02:00")->count(), time.count());
        QCOMPARE(toRfc3339(Nanoseconds(-1)), std::string("1969-12-31T23:59:59.999999Z"));
        for (const char* bad :
             {"", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-20", "2026-11-20T08:22:40", "x"})
            QVERIFY2(!parseRfc3339(bad), bad);
    }
};

QTEST_APPLESS_MAIN(TestFileIo)
#include "tst_file_io.moc"
