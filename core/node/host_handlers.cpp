// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/host_handlers.h"

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/node/interface_facts.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <thread>

namespace millrace::node {

namespace {

using agent::Json;

/// Returns the whole content without blanks at its ends, or null.
Json fileText(const std::string& file)
{
    const auto text = readFile(file, 1 << 20);
    return text ? Json(trim(*text)) : Json();
}

/// Returns the value of the first line "key<separator>value", or null.
Json valueIn(const std::string& file, std::string_view key, char separator)
{
    const auto text = readFile(file, 16 << 20);
    if (!text)
        return {};
    for (const std::string_view line : split(*text, '\n')) {
        const std::size_t at = line.find(separator);
        if (at == std::string_view::npos || trim(line.substr(0, at)) != key)
            continue;
        std::string_view value = trim(line.substr(at + 1));
        if (value.size() > 1 && value.front() == '"' && value.back() == '"')
            value = value.substr(1, value.size() - 2);
        return value;
    }
    return {};
}

Json firstLineOf(const std::vector<std::string>& argv, const JobContext& job)
{
    const auto output = runCommand({argv, {}, {}}, deadlineIn(std::chrono::seconds(3)), {}, job);
    if (!output || !output->succeeded())
        return {};
    const std::string& text = output->out.empty() ? output->err : output->out;
    return trim(std::string_view(text).substr(0, text.find('\n')));
}

Json sysctls()
{
    Json all = Json::object();
    for (std::string name : {"net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem", "net.core.rmem_max", "net.core.wmem_max",
                             "net.core.default_qdisc", "net.ipv4.tcp_sack", "net.ipv4.tcp_timestamps",
                             "net.ipv4.tcp_window_scaling", "net.ipv4.tcp_slow_start_after_idle",
                             "net.ipv4.tcp_no_metrics_save", "net.ipv4.tcp_ecn", "net.ipv4.tcp_mtu_probing"}) {
        std::string file = "/proc/sys/" + name;
        std::ranges::replace(file, '.', '/');
        Json value = fileText(file);
        if (value.is_string()) {
            auto text = value.get<std::string>();
            std::ranges::replace(text, '\t', ' ');
            value = text;
        }
        all[name] = value;
    }
    return all;
}

Result<Json> snapshot(const JobContext& job)
{
    utsname names{};
    ::uname(&names);
    struct sysinfo memory
    {
    };
    ::sysinfo(&memory);
    std::array<double, 3> load{};
    ::getloadavg(load.data(), 3);
    const std::string tcp = "/proc/sys/net/ipv4/tcp_";
    Json interfaces = Json::array();
    for (const InterfaceFacts& facts : interfaceFacts())
        interfaces.push_back(toJson(facts));
    return Json{
        {"hostname", names.nodename},
        {"kernel", names.release},
        {"architecture", names.machine},
        {"distribution", valueIn("/etc/os-release", "PRETTY_NAME", '=')},
        {"cpu",
         {{"model", valueIn("/proc/cpuinfo", "model name", ':')}, {"count", std::thread::hardware_concurrency()}}},
        {"memory_bytes", std::uint64_t(memory.totalram) * memory.mem_unit},
        {"load", load},
        {"clock_source", fileText("/sys/devices/system/clocksource/clocksource0/current_clocksource")},
        {"congestion_control",
         {{"default", fileText(tcp + "congestion_control")},
          {"available", fileText(tcp + "available_congestion_control")},
          {"allowed", fileText(tcp + "allowed_congestion_control")}}},
        {"sysctls", sysctls()},
        {"interfaces", std::move(interfaces)},
        {"tools",
         {{"ip", firstLineOf({"ip", "-V"}, job)},
          {"tc", firstLineOf({"tc", "-V"}, job)},
          {"iperf3", firstLineOf({"iperf3", "--version"}, job)}}},
        {"wall_ns", wallNow().count()}};
}

} // namespace

void registerHostHandlers(agent::AgentServer& server)
{
    server.handle("host.snapshot", [](const Json&, const JobContext& job) { return snapshot(job); });
}

} // namespace millrace::node
