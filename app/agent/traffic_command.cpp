// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/agent/traffic_command.h"

#include "core/base/file_io.h"
#include "core/crosstraffic/receiver.h"
#include "core/crosstraffic/sender.h"
#include "core/node/shutdown_signals.h"

#include <cstdio>

namespace millrace {

namespace {

using namespace crosstraffic;

void printLine(std::string_view line)
{
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

int reportError(const Error& error)
{
    TrafficLineText("traffic-error").text("what", error.text()).print(printLine);
    std::fprintf(stderr, "millrace-agent: %s\n", error.text().c_str());
    return 1;
}

} // namespace

TrafficCommand::TrafficCommand(CLI::App& app)
{
    CLI::App* traffic = app.add_subcommand("traffic", "One end of cross traffic");
    traffic->require_subcommand(1);
    m_send = traffic->add_subcommand("send", "Send the flows of an order");
    m_send->add_option("--order", m_order, "The order, as Millrace writes it")->required();
    m_send->add_option("--start", m_start, "Wait for this file, which contains the start time");
    m_send->add_option("--log", m_log, "Where to write the log of flows (CSV)");
    m_receive = traffic->add_subcommand("receive", "Take flows over TCP and UDP until SIGTERM");
    m_receive->add_option("--address", m_address, "The address to listen on")->required();
    m_receive->add_option("--port", m_port, "The port; 0 for any")->required();
    m_receive->add_flag("--udp", m_udpOnly, "UDP only");
}

int TrafficCommand::run() const
{
    return m_send->parsed() ? send() : receive();
}

int TrafficCommand::send() const
{
    const node::ShutdownSignals signals;
    const auto text = readFile(m_order);
    if (!text)
        return reportError(text.error());
    const auto order = parseOrder(*text);
    if (!order)
        return reportError(within("reading " + m_order, order.error()));
    const auto records = runSender(*order, m_start, printLine, JobContext{signals.token(), {}});
    if (!records)
        return reportError(records.error());
    if (m_log.empty())
        return 0;
    const auto written = writeFileAtomically(m_log, flowLogText(*records));
    return written ? 0 : reportError(within("writing " + m_log, written.error()));
}

int TrafficCommand::receive() const
{
    const node::ShutdownSignals signals;
    const auto result = runReceiver({m_address, m_port, !m_udpOnly, true}, printLine, JobContext{signals.token(), {}});
    return result ? 0 : reportError(result.error());
}

} // namespace millrace
