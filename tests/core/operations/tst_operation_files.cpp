// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/collective/host_layout.h"
#include "core/collective/traffic.h"
#include "core/operations/chakra_trace.h"
#include "core/operations/goal_text.h"
#include "core/operations/movement_operations.h"

#include <QtTest/QtTest>
#include <numeric>
#include <protozero/pbf_writer.hpp>

using namespace millrace;
using namespace millrace::operations;

namespace {

constexpr const char* handMade = R"(num_ranks 2
// two ranks, a message and its answer
rank 0 {
l1: calc 100 cpu 1
send_it: send 8b to 1 tag 3 cpu 0 nic 1
l3: recv 4b from 1
send_it requires l1
l3 irequires send_it
}

rank 1 { /* the other
side */
a: recv 8b from 0 tag 3
b: send 4b to 0
b requires a
}
)";

Operations allReduce(collective::Strategy strategy, std::size_t ranks, std::vector<std::size_t> tensors, int steps)
{
    std::vector<std::size_t> hosts(ranks);
    std::iota(hosts.begin(), hosts.end(), std::size_t(0));
    auto pairs = collective::graphPairs(strategy, collective::peersOnHosts(hosts));
    const collective::ChunkRule rule{strategy, collective::ChunkHash::Name, pairs.size()};
    const auto movement = collective::allReduceMovement(collective::tensorsOfSizes(tensors), rule, std::move(pairs));
    Writer writer(ranks);
    for (int step = 0; step < steps; ++step) {
        for (std::size_t rank = 0; rank < ranks; ++rank)
            writer.compute(rank, 1'000'000 + static_cast<std::int64_t>(rank));
        writer.move(movement, sizeof(float));
    }
    return writer.operations();
}

std::string sentence(const Result<Operations>& result)
{
    return result ? std::string() : result.error().text();
}

std::vector<std::string_view> views(const std::vector<std::string>& files)
{
    return {files.begin(), files.end()};
}

void append(std::string& file, const std::string& message)
{
    protozero::add_varint_to_buffer(&file, message.size());
    file += message;
}

/// A trace with one collective, as other tools write it: attributes of another type, control dependencies.
std::string traceOf(std::int64_t type, std::int64_t bytes)
{
    std::string file, metadata;
    protozero::pbf_writer(metadata).add_string(1, "0.0.4");
    append(file, metadata);
    std::string compute;
    {
        protozero::pbf_writer node(compute);
        node.add_uint64(1, 7);
        node.add_string(2, "forward");
        node.add_enum(3, 4);
        node.add_uint64(7, 20);
    }
    std::string collective;
    {
        protozero::pbf_writer node(collective);
        node.add_uint64(1, 9);
        node.add_string(2, "all_reduce");
        node.add_enum(3, 7);
        node.add_uint64(2, 3); // a number where a text belongs is no name
        node.add_uint64(4, 7); // not packed
        const auto put = [&](const char* name, std::int64_t value) {
            protozero::pbf_writer attribute(node, 10);
            attribute.add_string(1, name);
            attribute.add_uint64(13, static_cast<std::uint64_t>(value));
        };
        put("comm_type", type);
        put("comm_size", bytes);
    }
    append(file, collective); // before what it waits for
    append(file, compute);
    return file;
}

} // namespace

class TestOperationFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goalIsRead()
    {
        const auto read = parseGoal(handMade);
        QVERIFY2(read, sentence(read).c_str());
        QCOMPARE(read->ranks.size(), std::size_t(2));
        const auto& first = read->ranks[0];
        QCOMPARE(first.size(), std::size_t(3));
        QVERIFY(first[0] == (Operation{.amount = 100, .processor = 1}));
        QVERIFY(first[1] == (Operation{Kind::Send, 8, 1, 3, 0, {{0}}}));
        QVERIFY(first[2] == (Operation{Kind::Receive, 4, 1, 0, 0, {{1, true}}}));
        QVERIFY(trafficOf(*read) == (std::vector<double>{0, 8, 4, 0}));
        QVERIFY(*parseGoal(goalText(*read)) == *read);
    }

    void badGoalSaysWhere_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const char* text, const char* error) {
            QTest::newRow(name) << text << error;
        };
        row("empty", "", "line 1: the line \"num_ranks N\" is missing");
        row("no ranks", "rank 0 {\n}\n", "line 1: expected \"num_ranks\", not \"rank\"");
        row("block missing", "num_ranks 2\nrank 0 {\n}\n", "rank 1 has no block");
        row("twice", "num_ranks 1\nrank 0 {\n}\nrank 0 {\n}\n", "line 4: a second block of rank 0");
        row("rank", "num_ranks 1\nrank 1 {\n}\n", "line 2: rank 1 is not from 0 to 0");
        row("open", "num_ranks 1\nrank 0 {\ncalc 5\n", "line 4: expected \"}\", not the end of the file");
        row("comment", "num_ranks 1\n/* rank 0 {\n", "line 2: the comment that begins with /* does not end");
        row("word", "num_ranks 1\nrank 0 {\nl1: wait 5\n}\n", "line 3: expected calc, send or recv, not \"wait\"");
        row("number", "num_ranks 1\nrank 0 {\nl1: calc x\n}\n", "line 3: expected a number, not \"x\"");
        row("long", "num_ranks 1\nrank 0 {\nl1: calc 99999999999999999999\n}\n",
            "line 3: the time 99999999999999999999 is not from 0 to 86400000000000");
        row("label", "num_ranks 1\nrank 0 {\nl1: calc 5\nl1 requires l2\n}\n",
            "line 4: there is no operation \"l2\" above in this rank");
        row("no label", "num_ranks 1\nrank 0 {\nl1: calc 5\nl1 requires\n}\n",
            "line 4: expected the label of an operation, not the end of the line");
        row("any", "num_ranks 2\nrank 0 {\nrecv 5b from -1\n}\nrank 1 {\nsend 5b to 0\n}\n",
            "line 3: a message from any rank (-1): which one comes first is not in the file");
        row("circle", "num_ranks 1\nrank 0 {\na: calc 5\nb: calc 5\na requires b\nb requires a\n}\n",
            "operation 1 of rank 0 waits, through others, for itself");
        row("itself", "num_ranks 1\nrank 0 {\nsend 5b to 0\n}\n",
            "operation 1 of rank 0: a message from a rank to itself");
        row("lost", "num_ranks 2\nrank 0 {\nsend 5b to 1 tag 2\n}\nrank 1 {\n}\n",
            "rank 0 sends 1 messages with tag 2 to rank 1, which receives 0");
        row("size", "num_ranks 2\nrank 0 {\nsend 5b to 1\n}\nrank 1 {\nrecv 6b from 0\n}\n",
            "of the messages with tag 0 from rank 0 to rank 1, one is sent with 5 bytes and received with 6");
        row("bytes", "num_ranks 1\nrank 0 {\n\u00e4\n}\n",
            "line 3: expected an operation, or the label of one, not a byte that is not ASCII text");
    }

    void badGoalSaysWhere()
    {
        QFETCH(QString, text);
        QFETCH(QString, error);
        QCOMPARE(QString::fromStdString(sentence(parseGoal(text.toLatin1().toStdString()))), error);
    }

    void anyPartOfGoalEndsInASentence()
    {
        const std::string text = handMade;
        for (std::size_t length = 0; length + 3 < text.size(); ++length)
            QVERIFY(!parseGoal(std::string_view(text).substr(0, length)));
    }

    void allReducesMoveWhatTheStrategyMoves()
    {
        const std::vector<std::size_t> tensors = {300'000, 17, 4096};
        for (const collective::Strategy strategy : collective::allStrategies()) {
            if (strategy == collective::Strategy::Auto)
                continue;
            const std::size_t ranks = 6;
            const Operations made = allReduce(strategy, ranks, tensors, 2);
            const auto checked = check(made);
            QVERIFY2(checked, checked ? "" : checked.error().text().c_str());
            std::vector<std::size_t> hosts(ranks);
            std::iota(hosts.begin(), hosts.end(), std::size_t(0));
            const auto matrix =
                collective::predictTraffic(collective::tensorsOfSizes(tensors), collective::peersOnHosts(hosts),
                                           strategy, collective::ChunkHash::Name);
            const auto bytes = trafficOf(made);
            for (int from = 0; from < 6; ++from)
                for (int to = 0; to < 6; ++to)
                    QCOMPARE(bytes[static_cast<std::size_t>(6 * from + to)],
                             2 * static_cast<double>(matrix.bytes(from, to)));
        }
    }

    void formatsKeepEverything()
    {
        const Operations made = allReduce(collective::Strategy::BinaryTree, 5, {300'000, 17}, 2);
        const auto byGoal = parseGoal(goalText(made));
        QVERIFY2(byGoal, sentence(byGoal).c_str());
        QVERIFY(*byGoal == made);
        const auto files = chakraTraces(made);
        const auto byChakra = parseChakra(views(files));
        QVERIFY2(byChakra, sentence(byChakra).c_str());
        // Dependencies are in ascending order and once there.
        QCOMPARE(byChakra->count(), made.count());
        QVERIFY(trafficOf(*byChakra) == trafficOf(made));
        QVERIFY(chakraTraces(*byChakra) == files);
    }

    void chakraHasNoDependenciesOnStarts()
    {
        const auto read = parseChakra(views(chakraTraces(*parseGoal(handMade))));
        QVERIFY2(read, sentence(read).c_str());
        QVERIFY(read->ranks[0][2].after == (std::vector<Dependency>{{0}})); // what the send waited for
        QCOMPARE(read->ranks[0][0].amount, std::int64_t(100)); // ns, although Chakra has µs
    }

    void collectiveNodesBecomeMessages_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<double>("each"); // bytes that a rank sends, of 4000 by 4 ranks
        QTest::addColumn<double>("all");
        QTest::newRow("all-reduce") << 0 << 6000.0 << 24000.0; // 2 (n - 1) / n of the bytes
        QTest::newRow("reduce") << 1 << -1.0 << 12000.0;
        QTest::newRow("all-gather") << 2 << -1.0 << 12000.0;
        QTest::newRow("broadcast") << 5 << -1.0 << 12000.0;
        QTest::newRow("all-to-all") << 6 << 3000.0 << 12000.0;
        QTest::newRow("reduce-scatter") << 7 << -1.0 << 12000.0;
    }

    void collectiveNodesBecomeMessages()
    {
        QFETCH(int, type);
        QFETCH(double, each);
        QFETCH(double, all);
        const std::vector<std::string> files(4, traceOf(type, 4000));
        const auto read = parseChakra(views(files));
        QVERIFY2(read, sentence(read).c_str());
        const auto bytes = trafficOf(*read);
        QCOMPARE(std::accumulate(bytes.begin(), bytes.end(), 0.0), all);
        if (each >= 0)
            for (std::size_t rank = 0; rank < 4; ++rank)
                QCOMPARE(std::accumulate(bytes.begin() + static_cast<std::ptrdiff_t>(4 * rank),
                                         bytes.begin() + static_cast<std::ptrdiff_t>(4 * rank + 4), 0.0),
                         each);
        QCOMPARE(read->ranks[0].front().after.size(), std::size_t(1));
    }

    void badChakraSaysWhere()
    {
        const std::vector<std::string> different = {traceOf(0, 4000), traceOf(0, 4004)};
        QCOMPARE(sentence(parseChakra(views(different))),
                 std::string("the traces of rank 0 and rank 1 have different collective operations; those of some "
                             "ranks only are not supported"));
        const std::vector<std::string> unknownType(2, traceOf(4, 4000));
        QCOMPARE(sentence(parseChakra(views(unknownType))),
                 std::string("the trace of rank 0: node 9 (\"all_reduce\"): collective operations of type 4 are not "
                             "known"));
        // A name of the file stays on one line.
        std::vector<std::string> odd = unknownType;
        for (std::string& trace : odd)
            trace[trace.find("all_reduce") + 3] = '\n';
        QVERIFY(sentence(parseChakra(views(odd))).find("node 9 (\"all?reduce\")") != std::string::npos);
        QCOMPARE(sentence(parseChakra({})), std::string("0 traces; 1 to 16384 are possible"));
        const std::string text(50, 'x');
        QVERIFY(sentence(parseChakra({text})).starts_with("the trace of rank 0: message 0: it ends behind the end"));
    }

    void anyPartOfChakraEndsWithoutHarm()
    {
        const auto files = chakraTraces(allReduce(collective::Strategy::Star, 3, {1000}, 1));
        auto part = views(files);
        for (std::size_t length = 0; length < files[1].size(); ++length) {
            part[1] = std::string_view(files[1]).substr(0, length);
            if (const auto read = parseChakra(part)) // between two messages, and nothing else is missing
                QVERIFY(check(*read));
        }
        Random random(1);
        for (int i = 0; i < 2000; ++i) {
            std::string damaged = files[1];
            for (int change = 0; change < 3; ++change)
                damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
            part[1] = damaged;
            if (const auto read = parseChakra(part))
                QVERIFY(check(*read));
        }
    }
};

QTEST_APPLESS_MAIN(TestOperationFiles)
#include "tst_operation_files.moc"
