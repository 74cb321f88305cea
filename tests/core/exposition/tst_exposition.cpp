// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/process.h"
#include "core/elastic/http_request.h"
#include "core/exposition/metrics_page.h"
#include "core/exposition/metrics_text.h"

#include <QtTest>
#include <atomic>
#include <cmath>
#include <sys/socket.h>

using namespace millrace;
using namespace millrace::exposition;
using namespace std::chrono_literals;

namespace {

elastic::HttpAnswer ask(const MetricsPage& page, const char* method, const std::string& target)
{
    const WakeUp never;
    auto answer = elastic::httpRequest({"127.0.0.1", page.port()}, method, target, {}, deadlineIn(5s), never);
    return answer ? *answer : elastic::HttpAnswer{0, answer.error().text()};
}

std::vector<Family> families()
{
    return {{metricName("net.sent", "bit/s"),
             "gauge",
             "Frames of\nthe interface.",
             {{{{"run", "3"}, {"node", "w0"}}, 1.5e9}, {{{"run", "3"}, {"node", "a \"b\"\\\n"}}, 0.25}}},
            {metricName("empty", ""), "gauge", "Nothing.", {}},
            {metricName("steps_total", ""), "counter", "Steps.", {{{}, 12}}}};
}

} // namespace

class TestExposition : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names()
    {
        QCOMPARE(metricName("step.time", "s"), std::string("millrace_step_time_seconds"));
        QCOMPARE(metricName("throughput", "samples/s"), std::string("millrace_throughput_samples_per_second"));
        QCOMPARE(metricName("memory.workload", "B"), std::string("millrace_memory_workload_bytes"));
        QCOMPARE(metricName("peer.waiting", ""), std::string("millrace_peer_waiting"));
        QCOMPARE(metricName("gradient-noise-scale", ""), std::string("millrace_gradient_noise_scale"));
    }

    void theFormat()
    {
        QCOMPARE(metricsText(families()),
                 std::string("# HELP millrace_net_sent_bits_per_second Frames of\\nthe interface.\n"
                             "# TYPE millrace_net_sent_bits_per_second gauge\n"
                             "millrace_net_sent_bits_per_second{run=\"3\",node=\"w0\"} 1500000000\n"
                             "millrace_net_sent_bits_per_second{run=\"3\",node=\"a \\\"b\\\"\\\\\\n\"} 0.25\n"
                             "# HELP millrace_steps_total Steps.\n"
                             "# TYPE millrace_steps_total counter\n"
                             "millrace_steps_total 12\n"));
        const std::string odd =
            metricsText({{"a", "gauge", "", {{{}, std::nan("")}, {{}, INFINITY}, {{}, -INFINITY}, {{}, 1e-9}}}});
        QCOMPARE(odd, std::string("# HELP a \n# TYPE a gauge\na NaN\na +Inf\na -Inf\na 1e-09\n"));
    }

    /// Read by Prometheus' own client library, where it is installed.
    void anotherProgramReadsIt()
    {
        const std::string script = "import sys\n"
                                   "from prometheus_client.parser import text_string_to_metric_families as read\n"
                                   "for f in read(sys.argv[1]):\n"
                                   "    for s in f.samples: print(f.type, s.name, sorted(s.labels.items()), s.value)";
        const auto asked =
            runCommand({{"/usr/bin/python3", "-c", script, metricsText(families())}, {}, {}}, deadlineIn(60s));
        QVERIFY(asked);
        if (asked->err.find("No module named") != std::string::npos)
            QSKIP("python3-prometheus-client is not installed");
        QCOMPARE(asked->out,
                 std::string("gauge millrace_net_sent_bits_per_second [('node', 'w0'), ('run', '3')] 1500000000.0\n"
                             "gauge millrace_net_sent_bits_per_second [('node', 'a \"b\"\\\\\\n'), ('run', '3')] 0.25\n"
                             "counter millrace_steps_total [] 12.0\n"));
    }

    void thePage()
    {
        std::atomic<int> calls = 0;
        auto page = MetricsPage::start(0, [&calls] { return "calls " + std::to_string(++calls) + "\n"; });
        QVERIFY(page);
        QCOMPARE(ask(**page, "GET", "/metrics").body, std::string("calls 1\n"));
        QCOMPARE(ask(**page, "GET", "/metrics?x=1").body, std::string("calls 2\n"));
        QCOMPARE(ask(**page, "GET", "/other").status, 404);
        QCOMPARE(ask(**page, "POST", "/metrics").status, 405);
        QCOMPARE(calls.load(), 2);
        const auto again = MetricsPage::start((*page)->port(), [] { return std::string(); });
        QVERIFY(!again);
        QVERIFY2(again.error().text().find("serving metrics") != std::string::npos, again.error().text().c_str());
    }

    /// Rubbish, silence and a reader that goes away disturb nobody.
    void badClients()
    {
        auto page = MetricsPage::start(0, [] { return std::string(512 << 10, 'x'); });
        QVERIFY(page);
        const Endpoint endpoint{"127.0.0.1", (*page)->port()};
        std::vector<UniqueFd> silent;
        for (int i = 0; i < 50; ++i)
            silent.push_back(*connectTcp(endpoint, deadlineIn(5s)));
        const std::string rubbish(100'000, '\x01');
        auto noisy = connectTcp(endpoint, deadlineIn(5s));
        QVERIFY(::send(noisy->get(), rubbish.data(), rubbish.size(), MSG_NOSIGNAL) != 0);
        auto leaving = connectTcp(endpoint, deadlineIn(5s));
        const std::string request = "GET /metrics HTTP/1.1\r\n\r\n";
        QVERIFY(::send(leaving->get(), request.data(), request.size(), MSG_NOSIGNAL) > 0);
        leaving->reset();
        QCOMPARE(ask(**page, "GET", "/metrics").body.size(), std::size_t(512 << 10));
        page->reset(); // with clients that are connected
    }
};

QTEST_GUILESS_MAIN(TestExposition)
#include "tst_exposition.moc"
