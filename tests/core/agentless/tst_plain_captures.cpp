// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Recordings on a node without the agent, with a script in the place of tcpdump.

#include "tests/core/agentless/plain_node.h"

using namespace millrace;
using namespace millrace::test;
using namespace std::chrono_literals;

namespace {

/// Records a few bytes, and until it is ended.
constexpr const char* goodTcpdump = R"(echo "$@" >$D/asked
trap 'printf "12 packets captured\n13 packets received by filter\n1 packet dropped by kernel\n2 packets dropped by interface\n" >&2; exit 0' TERM
printf 'twenty-four bytes of it.'
[ -e $D/link ] || echo EN10MB >$D/link
echo "tcpdump: listening on lo, link-type $(cat $D/link), snapshot length 100 bytes" >&2
i=0; while [ $i -lt 600 ]; do /bin/sleep 0.01; i=$((i+1)); done)";

capture::CaptureSpec loopback()
{
    capture::CaptureSpec spec;
    spec.interface = "lo";
    spec.keepFree = 0;
    return spec;
}

} // namespace

class TestPlainCaptures : public QObject
{
    Q_OBJECT

    std::optional<PlainNode> m_node;

    PlainNode& node() { return *m_node; }
    void start(bool sudo = false)
    {
        const auto started = node().start(sudo);
        QVERIFY2(started, started ? "" : started.error().text().c_str());
    }
    Error whyNot(const std::string& tcpdump, const capture::CaptureSpec& spec = loopback())
    {
        node().program("tcpdump", tcpdump);
        const auto capture = node()->startCapture(spec, soon());
        return capture ? fail(ErrorCode::Internal, "it records") : capture.error();
    }

private Q_SLOTS:
    void init() { m_node.emplace(); }
    void cleanup() { m_node.reset(); }

    void aRecordingAndItsCounts()
    {
        node().program("tcpdump", goodTcpdump);
        start();
        capture::CaptureSpec spec = loopback();
        spec.filter = "tcp port 80";
        spec.direction = capture::CaptureDirection::In;
        spec.kernelBuffer = 8 << 20;
        spec.maximumBytes = 24 + 3 * (16 + 100);
        const auto capture = node()->startCapture(spec, soon());
        QVERIFY2(capture, capture ? "" : capture.error().text().c_str());
        QCOMPARE(node().read("asked"), std::string("-w - -i lo -n -p -U -s 100 -Q in -B 8192 -c 3 -- tcp port 80\n"));
        const auto running = node()->captureStatus(*capture, soon());
        QVERIFY(running && running->running && running->linkType == 1 && running->mtu > 0);
        QCOMPARE(running->counts.writtenBytes, std::uint64_t(24));
        const auto status = node()->stopCapture(*capture, soon());
        QVERIFY2(status, status ? "" : status.error().text().c_str());
        QVERIFY(!status->running && status->reason.empty() && status->stop >= status->start);
        QCOMPARE(status->counts.writtenPackets, std::uint64_t(12));
        QCOMPARE(status->counts.received, std::uint64_t(13));
        QCOMPARE(status->counts.droppedByKernel, std::uint64_t(1));
        QCOMPARE(*status->counts.droppedByInterface, std::uint64_t(2));
        QVERIFY(node()->stopCapture(*capture, soon())); // again
        QCOMPARE(node()->readCapture(*capture, 0, 7, 4, soon())->bytes, std::string("four"));
        QCOMPARE(node()->readCapture(*capture, 0, 24, 4, soon())->bytes, std::string());
        QCOMPARE(node()->readCapture(*capture, 1, 0, 4, soon()).error().code, ErrorCode::NotFound);
        QCOMPARE(node()->analyseCapture(*capture, soon()).error().code, ErrorCode::Unsupported);
        QVERIFY(node()->removeCapture(*capture, soon()));
        QVERIFY(!std::filesystem::exists(status->files.front()));
        QCOMPARE(node()->captureStatus(*capture, soon()).error().code, ErrorCode::NotFound);
    }

    void linkTypes_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("LINUX_SLL2") << 276;
        QTest::newRow("LINUX_SLL") << 113;
        QTest::newRow("RAW") << 101;
    }
    void linkTypes()
    {
        QFETCH(int, number);
        node().program("tcpdump", goodTcpdump);
        QVERIFY(writeFileAtomically(node().path("link"), QTest::currentDataTag()));
        start();
        const auto capture = node()->startCapture(loopback(), soon());
        QVERIFY(capture);
        QCOMPARE(int(node()->captureStatus(*capture, soon())->linkType), number);
    }

    void whyTcpdumpDoesNotStart_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("code");
        QTest::newRow("rights") << "tcpdump: lo: You don't have permission to perform this capture on that device"
                                << int(ErrorCode::Denied);
        QTest::newRow("socket") << "tcpdump: socket: Operation not permitted" << int(ErrorCode::Denied);
        QTest::newRow("device") << "tcpdump: lo: SIOCGIFHWADDR: No such device" << int(ErrorCode::NotFound);
        QTest::newRow("filter") << "tcpdump: can't parse filter expression: syntax error"
                                << int(ErrorCode::InvalidInput);
        QTest::newRow("other") << "tcpdump: lo: That device doesn't support monitor mode"
                               << int(ErrorCode::Unsupported);
    }
    /// The last words of tcpdump reach the user, whatever it said before.
    void whyTcpdumpDoesNotStart()
    {
        QFETCH(QString, words);
        QFETCH(int, code);
        start();
        const std::string last = words.toStdString();
        for (const char* before :
             {"true",
              "i=0; while [ $i -lt 300 ]; do echo 'warning: a line that nobody needs to read' >&2; i=$((i+1)); done"}) {
            const Error error = whyNot(std::string(before) + "; echo \"" + last + "\" >&2; exit 1");
            QVERIFY2(int(error.code) == code, error.text().c_str());
            QVERIFY2(error.text().ends_with(last), error.text().c_str());
            QVERIFY(error.text().size() < 9000);
        }
    }

    void aTcpdumpThatSaysNothing()
    {
        start();
        QVERIFY(says(whyNot("exit 1"), "tcpdump does not record on this node: no reason given"));
    }

    void aRecordingThatEndsByItself()
    {
        node().program(
            "tcpdump",
            "echo 'tcpdump: listening on lo, link-type EN10MB' >&2\n"
            "i=0; while [ $i -lt 300 ]; do echo 'a line that nobody needs to read at all' >&2; i=$((i+1)); done\n"
            "echo 'tcpdump: pcap_loop: The interface disappeared' >&2; exit 1");
        start();
        const auto capture = node()->startCapture(loopback(), soon());
        QVERIFY2(capture, capture ? "" : capture.error().text().c_str());
        QTRY_VERIFY(!node()->captureStatus(*capture, soon())->running);
        const auto status = node()->stopCapture(*capture, soon());
        QVERIFY(status && status->reason.starts_with("tcpdump exited early: "));
        QVERIFY2(status->reason.ends_with("The interface disappeared"), status->reason.c_str());
    }

    void whatIsNotRecorded()
    {
        node().program("tcpdump", goodTcpdump);
        start();
        capture::CaptureSpec spec = loopback();
        spec.ringFileBytes = 1 << 20;
        spec.ringFiles = 2;
        QCOMPARE(node()->startCapture(spec, soon()).error().code, ErrorCode::Unsupported);
        spec = loopback();
        spec.interface.clear();
        QCOMPARE(node()->startCapture(spec, soon()).error().code, ErrorCode::InvalidInput);
        spec.interface = "nosuch0";
        QCOMPARE(node()->startCapture(spec, soon()).error().code, ErrorCode::NotFound);
        spec = loopback();
        spec.keepFree = std::uint64_t(1) << 60;
        const auto full = node()->startCapture(spec, soon());
        QVERIFY(!full && full.error().code == ErrorCode::DiskFull);
        QVERIFY2(says(full.error(), "KiB are free"), full.error().text().c_str());
    }

    void bySudo()
    {
        node().program("tcpdump", goodTcpdump);
        node().program("sudo", "printf '%s ' \"$@\" >>$D/sudo\n[ \"$1\" = -n ] && shift\nexec \"$@\"");
        start(true);
        const auto capture = node()->startCapture(loopback(), soon());
        QVERIFY2(capture, capture ? "" : capture.error().text().c_str());
        QVERIFY(node()->stopCapture(*capture, soon()));
        QVERIFY2(says(fail(ErrorCode::Internal, node().read("sudo")), "LC_ALL=C tcpdump -w -"),
                 node().read("sudo").c_str());
        node().program("sudo", "echo 'sudo: a password is required' >&2; exit 1");
        const Error error = whyNot(goodTcpdump);
        QVERIFY2(error.text().ends_with("sudo: a password is required"), error.text().c_str());
        node().program("sudo", "[ \"$1\" = -n ] && shift\nexec \"$@\"");
    }
};

QTEST_GUILESS_MAIN(TestPlainCaptures)
#include "tst_plain_captures.moc"
