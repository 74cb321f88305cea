// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an agent without rights refuses, and how it says so.

#include "core/emulate/emulation_spec.h"
#include "core/node/capture_handlers.h"
#include "core/node/emulate_handlers.h"
#include "tests/core/node/node_bed.h"

#include <QtTest>
#include <csignal>

using namespace millrace;
using namespace millrace::agent;
using namespace millrace::node;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class TestNodeRights : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        becomeOrdinary();
    }

    void recordingIsDenied()
    {
        const TemporaryFolder base = *TemporaryFolder::make("millrace-rights");
        const auto work = std::make_shared<WorkFolder>(base.path(), freshToken(), [](const fs::path&) {});
        NodeBed bed([&](AgentServer& server) { registerCaptureHandlers(server, work); });
        capture::CaptureSpec spec;
        spec.interface = "lo";
        const auto denied = bed.node->startCapture(spec, soon());
        QVERIFY(!denied);
        QCOMPARE(denied.error().code, ErrorCode::Denied);
        spec.interface = "absent0";
        QVERIFY(!bed.node->startCapture(spec, soon()));
        // By itself it takes no loopback; here there may be nothing else.
        const auto chosen = bed.node->startCapture({}, soon());
        QVERIFY(!chosen && (chosen.error().code == ErrorCode::Denied || chosen.error().code == ErrorCode::NotFound));
        for (const char* method :
             {"capture.status", "capture.stop", "capture.analyse", "capture.read", "capture.remove"}) {
            const auto answer = bed.request(method, {{"capture", 3}});
            QCOMPARE(answer.error().code, ErrorCode::NotFound);
            QCOMPARE(answer.error().text(), std::string("this agent has no capture 3"));
            QCOMPARE(bed.request(method).error().code, ErrorCode::InvalidInput);
        }
        QCOMPARE(bed.request("capture.start", {{"spec", 1}}).error().code, ErrorCode::Protocol);
        QVERIFY(work->remove());
    }

    void emulationIsDeniedAndCanBeAskedForAgain()
    {
        const TemporaryFolder registry = *TemporaryFolder::make("millrace-registry");
        NodeBed bed(registerEmulateHandlers);
        cluster::Cluster cluster;
        cluster.nodes.resize(2);
        cluster.nodes[0].name = "n0";
        cluster.nodes[1].name = "n1";
        const auto spec = emulate::makeEmulationSpec(cluster, 1, false);
        Json params = {{"spec", emulate::toJson(spec)}, {"registry_folder", registry.path().string()}};
        for (int i = 0; i < 2; ++i) {
            const auto denied = bed.request("emulate.start", params);
            QVERIFY(!denied);
            QVERIFY2(denied.error().code != ErrorCode::AlreadyExists, denied.error().text().c_str());
        }
        params["registry_folder"] = 5;
        QCOMPARE(bed.request("emulate.start", params).error().text(),
                 std::string("the request needs the text 'registry_folder'"));
        QCOMPARE(bed.request("emulate.start").error().text(), std::string("the request needs the object 'spec'"));
        QVERIFY(!bed.request("emulate.start", {{"spec", 1}}));
        for (const char* method : {"emulate.update", "emulate.health", "emulate.stop"}) {
            QCOMPARE(bed.request(method, {{"id", "x"}}).error().text(),
                     std::string("no emulation with the id 'x' runs"));
            QCOMPARE(bed.request(method, {{"id", 1}}).error().text(), std::string("the request needs the text 'id'"));
        }
    }
};

QTEST_GUILESS_MAIN(TestNodeRights)
#include "tst_node_rights.moc"
