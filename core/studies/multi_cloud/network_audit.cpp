// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/statistics.h"
#include "core/report/number_format.h"
#include "core/store/event_kinds.h"
#include "core/studies/multi_cloud/audit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace millrace::studies::multi_cloud {

namespace {

constexpr std::size_t fewestShared = 5; ///< equal measurements in two profiles that cannot be chance

/// A host whose log sums two interfaces, compared with the hosts of the other providers in the run.
struct DoubledHost
{
    std::string host;
    double logged = 0; ///< B sent, of all interfaces
    double used = 0; ///< B of one
    double timesSent = unknown;
    double timesReceived = unknown;
};

std::vector<DoubledHost> doubledHosts(const AuditedRun& run)
{
    std::vector<DoubledHost> doubled;
    const auto interfacesOf = [&run](const std::string& host) {
        const double count = run.metric("interfaces", host);
        return count > 1 ? count : 1;
    };
    const auto usual = [&](std::string_view metric) {
        std::vector<double> values;
        for (const SubjectValue& host : run.subjects(metric))
            if (interfacesOf(host.subject) == 1)
                values.push_back(host.value);
        return values.empty() ? unknown : median(values);
    };
    const double sent = usual("sent");
    const double received = usual("received");
    for (const SubjectValue& host : run.subjects("sent"))
        if (const double count = interfacesOf(host.subject); count > 1)
            doubled.push_back({host.subject, host.value * count, host.value, host.value * count / sent,
                               run.metric("received", host.subject) * count / received});
    return doubled;
}

std::string providerOf(std::string_view host)
{
    return std::string(host.substr(0, host.find('-')));
}

/// Runs with a host of one of these providers.
std::size_t runsWith(const AuditRuns& runs, const std::set<std::string>& providers)
{
    return static_cast<std::size_t>(std::ranges::count_if(runs.runs(), [&](const AuditedRun& run) {
        return std::ranges::any_of(run.subjects("sent"), [&](const SubjectValue& host) {
            return providers.contains(providerOf(host.subject));
        });
    }));
}

/// Erben et al., runs 117 and 118: an accelerated NIC shows as two interfaces, and the log sums both.
void findDoubledInterfaces(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("doubled-interfaces", "Traffic that is counted twice", Severity::Error);
    Range sent;
    Range received;
    std::set<std::string> providers;
    std::size_t affected = 0;
    for (const AuditedRun& run : runs.runs()) {
        const std::vector<DoubledHost> doubled = doubledHosts(run);
        affected += doubled.empty() ? 0 : 1;
        for (const DoubledHost& host : doubled) {
            sent.add(host.timesSent);
            received.add(host.timesReceived);
            providers.insert(providerOf(host.host));
            finding.figures.push_back({"sent",
                                       run.name + ": " + host.host,
                                       "B",
                                       host.logged,
                                       host.used,
                                       "sum over all interfaces of the host",
                                       "of one interface",
                                       {}});
            addEvidence(finding, run, host.host, run.fileOf(host.host), 0,
                        fmt::format("{} sent, {:.2f} times what hosts of other providers log, and {:.2f} times "
                                    "received",
                                    report::quantityText(host.logged, "B"), host.timesSent, host.timesReceived));
        }
    }
    finding.sentence = fmt::format(
        "All hosts of {} log {} times the bytes sent and {} times the bytes received of the hosts of other providers, "
        "in "
        "{} of {} with such hosts, although each peer sends the same volume: two interfaces of one NIC are summed.",
        fmt::join(providers, ", "), rangeText(sent, 2), rangeText(received, 2), affected,
        countText(runsWith(runs, providers), "run"));
    finding.effect = "Egress and its cost come out twice as high for these hosts. The measured values here count one "
                     "interface.";
    addFinding(audit, std::move(finding));
}

/// Rows of one profile that are also in another one: a file copied between folders.
Result<void> findRepeatedProfiles(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    Finding finding = makeFinding("repeated-profiles", "Network measurements that are there twice", Severity::Warning);
    std::map<std::string, std::string> firstRun; ///< by measurement
    std::size_t rows = 0;
    for (const AuditedRun* run : runs.with("kind", "network")) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the audit was cancelled");
        MR_TRY(events, runs.events(*run, store::events::networkProbe));
        std::map<std::string, std::size_t> shared; ///< by the run that has them first
        std::map<std::string, std::string> fileOf;
        for (const store::Event& event : events) {
            const Json json = Json::parse(event.json, nullptr, false);
            if (!json.is_object())
                continue;
            const auto text = [&json](const char* key) { return json.contains(key) ? json[key].dump() : ""; };
            const std::string key =
                fmt::format("{} {} {} {} {}", event.wall.count(), text("from"), text("to"), text("rate"), text("rtt"));
            const auto [place, isNew] = firstRun.try_emplace(key, run->name);
            if (!isNew && place->second != run->name) {
                ++shared[place->second];
                fileOf[place->second] = json.value("file", std::string());
            }
        }
        for (const auto& [other, count] : shared)
            if (count >= fewestShared) {
                rows += count;
                addEvidence(finding, *run, {}, fileOf[other], 0,
                            fmt::format("{} of {} are also in {}", count, countText(events.size(), "row"), other));
            }
    }
    finding.sentence = fmt::format("{} of {} are, with the same times and values, in another profile as well.",
                                   countText(rows, "measurement"), countText(finding.evidenceCount, "profile"));
    finding.effect =
        "The two profiles are not repetitions of each other; counted together they make a spread too small.";
    addFinding(audit, std::move(finding));
    return {};
}

} // namespace

Result<void> auditNetwork(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    findDoubledInterfaces(runs, audit);
    return findRepeatedProfiles(runs, audit, job);
}

} // namespace millrace::studies::multi_cloud
