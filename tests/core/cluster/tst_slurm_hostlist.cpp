// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/slurm_hostlist.h"

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/random.h"
#include "core/base/text.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::cluster;

namespace {

using Names = std::vector<std::string>;

std::string expanded(std::string_view text)
{
    const auto hosts = expandHostlist(text);
    return hosts ? join(*hosts, " ") : "error: " + hosts.error().text();
}

/// Names as clusters have them: few prefixes, numbers of several widths, runs and single ones, in any order.
Names madeNames(Random& random)
{
    static const Names prefixes = {"n", "node", "gpu1n", "a-", "rack2.c", "", "x0", "login"};
    Names names;
    for (auto groups = 1 + random.below(6); groups > 0; --groups) {
        const std::string& prefix = prefixes[random.below(prefixes.size())];
        const int width = static_cast<int>(1 + random.below(4));
        auto number = random.below(120);
        for (auto count = 1 + random.below(15); count > 0; --count) {
            QString digits = QString::number(number).rightJustified(width, '0');
            names.push_back(prefix + digits.toStdString());
            number += random.below(5) == 0 ? 2 : 1;
        }
        if (random.below(4) == 0)
            names.push_back("login");
    }
    return names;
}

} // namespace

class TestSlurmHostlist : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void expands()
    {
        QCOMPARE(expanded("node[01-04,07],gpu[1-2]n[1-2]"),
                 std::string("node01 node02 node03 node04 node07 gpu1n1 gpu1n2 gpu2n1 gpu2n2"));
        QCOMPARE(expanded("n[9-11]"), std::string("n9 n10 n11"));
        QCOMPARE(expanded("n[098-101]"), std::string("n098 n099 n100 n101"));
        QCOMPARE(expanded("a, b\tc\nd"), std::string("a b c d"));
        QCOMPARE(expanded("[1-2]"), std::string("1 2"));
        QCOMPARE(expanded(""), std::string());
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("million") << "n[1-1000000]"
                                 << "the range \"1-1000000\" expands to more than 65536 hosts; list the hosts you need";
        QTest::newRow("product") << "n[1-1000]x[1-1000]"
                                 << "the host list expands to more than 65536 hosts; list the hosts you need";
        QTest::newRow("sum") << "a[1-40000],b[1-40000]"
                             << "the host list expands to more than 65536 hosts; list the hosts you need";
        QTest::newRow("largest number") << "n[0-18446744073709551615]"
                                        << "\"0-18446744073709551615\" is not a number or a range of a host list; "
                                           "write n[1-4,7]";
        QTest::newRow("backwards") << "n[5-3]"
                                   << "the range \"5-3\" of a host list runs backwards";
        QTest::newRow("letters") << "n[a-b]"
                                 << "\"a-b\" is not a number or a range of a host list; write n[1-4,7]";
        QTest::newRow("empty") << "n[]"
                               << "\"\" is not a number or a range of a host list; write n[1-4,7]";
        QTest::newRow("open") << "n[1-3"
                              << "a \"[\" of the host list is never closed near \"[1-3\"";
        QTest::newRow("close") << "n]1"
                               << "a \"]\" without its \"[\" in the host list near \"n]1\"";
        QTest::newRow("long") << QString(300, 'x') << "a name of the host list is longer than 255 letters";
    }

    void refusals()
    {
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        QCOMPARE(QString::fromStdString(expanded(text.toStdString())), "error: " + sentence);
    }

    void anyBytesGiveAnAnswer()
    {
        Random random(21);
        const std::string_view alphabet = "n01[]-,9 x";
        for (int round = 0; round < 20'000; ++round) {
            std::string text;
            for (auto length = random.below(24); length > 0; --length)
                text += alphabet[random.below(alphabet.size())];
            const auto hosts = expandHostlist(text);
            QVERIFY2(hosts || hosts.error().code == ErrorCode::InvalidInput, text.c_str());
        }
    }

    void scontrolSaysTheSame()
    {
        const auto folder = TemporaryFolder::make("hostlist");
        const auto file = folder->path() / "slurm.conf";
        QVERIFY(writeFileAtomically(
            file, "ClusterName=x\nSlurmctldHost=localhost\nNodeName=localhost\nPartitionName=p Nodes=ALL\n"));
        const auto scontrol = [&](const char* what, const std::string& text) {
            return runCommand({{"scontrol", "show", what, text}, {{"SLURM_CONF", file.string()}}, {}},
                              deadlineIn(std::chrono::seconds(10)));
        };
        if (const auto probe = scontrol("hostnames", "n1"); !probe || !probe->succeeded())
            QSKIP("scontrol of Slurm is not installed");
        Random random(22);
        for (int round = 0; round < 40; ++round) {
            const Names names = madeNames(random);
            QCOMPARE(expanded(trim(scontrol("hostlist", join(names, ","))->out)), join(names, " "));
        }
        for (const char* text : {"node[01-04,07],gpu[1-2]n[1-2]", "n[001-10]", "n[1-010]", "a[0-1]b[08-11]"})
            QCOMPARE(scontrol("hostnames", text)->out, join(*expandHostlist(text), "\n") + "\n");
        for (const char* text : {"n[5-3]", "n[a-b]", "n[]", "n[1-70000]"})
            QVERIFY2(scontrol("hostnames", text)->err.find("Invalid") != std::string::npos && !expandHostlist(text),
                     text);
    }
};

QTEST_APPLESS_MAIN(TestSlurmHostlist)
#include "tst_slurm_hostlist.moc"
