// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/html_report.h"

#include "core/base/json_fields.h"
#include "core/report/campaign_figures.h"
#include "core/report/html_page.h"
#include "core/report/recording_tables.h"
#include "core/report/response_report.h"
#include "core/report/safe_text.h"
#include "core/report/setup_tables.h"
#include "core/report/summary_tables.h"
#include "core/report/table_writers.h"
#include "core/store/event_kinds.h"
#include "core/store/event_repository.h"

#include <fmt/format.h>
#include <map>

namespace millrace::report {

namespace {

/// Builds the page section by section.
class Page
{
public:
    Page(store::Database& database, const CampaignData& data, const ReportOptions& options, Provenance provenance,
         const JobContext& job)
        : m_database(database), m_data(data), m_options(options), m_provenance(std::move(provenance)), m_job(job)
    {
    }

    Result<std::string> make()
    {
        MR_TRY(figures, campaignFigures(m_database, m_data, m_provenance, m_job));
        MR_TRY(gates, gateOverview(m_database, m_data, m_options.gateRows, m_job));
        MR_TRY(recordings, recordingTable(m_database, m_data, m_options.gateRows, m_job));
        m_hasRecordings = !recordings.rows.empty();
        MR_TRY(environment, environmentTables(m_database, m_data));
        MR_TRY(notes, switchNotes());
        MR_TRY(underTraffic, response());
        m_job.progress(0, 0, "writing the page");
        section("results", "Results", toHtml(untitled(cellTable(m_data))));
        section("figures", "Figures", htmlFigures(figures, "fig"));
        addResponse(underTraffic);
        addGates(gates);
        addFailures();
        if (m_hasRecordings)
            section("recordings", "Recorded packets",
                    "<p>The files are next to the store, named by their SHA-256.</p>\n" + toHtml(untitled(recordings)));
        section("setup", "What was run",
                toHtml(nodeTable(m_data)) + toHtml(linkTable(m_data)) + toHtml(workloadTable(m_data))
                    + toHtml(gridTable(m_data)));
        addEnvironment(environment, notes);
        section("runs", "All runs", toHtml(untitled(runTable(m_data)), m_options.runRows));
        addProvenance();
        const store::CampaignRecord& campaign = m_data.campaign;
        return toHtml(HtmlPage{campaign.projectName + ": " + campaign.gridName, header(), std::move(m_body), true});
    }

private:
    void section(std::string_view id, std::string_view heading, std::string_view body)
    {
        m_body += htmlSection(id, heading, body);
    }

    static Table untitled(Table table)
    {
        table.title.clear();
        return table;
    }

    /// States of the runs and links to the sections.
    std::string header() const
    {
        const store::CampaignRecord& campaign = m_data.campaign;
        std::string html = fmt::format("<p class=\"lead\">Campaign of {}, {}. {}</p>\n<nav>", dayText(campaign.created),
                                       store::stateName(campaign.state), escapeXml(statesText()));
        for (const auto& [id, name] :
             {std::pair("results", "Results"), std::pair("figures", "Figures"),
              std::pair("cross-traffic", "Under cross traffic"), std::pair("conditions", "Conditions"),
              std::pair("failures", "Failures"), std::pair("recordings", "Recorded packets"),
              std::pair("setup", "What was run"), std::pair("environment", "Environment"),
              std::pair("runs", "All runs"), std::pair("provenance", "Provenance")})
            if ((m_hasRecordings || std::string_view(id) != "recordings")
                && (m_hasResponse || std::string_view(id) != "cross-traffic"))
                html += fmt::format("<a href=\"#{}\">{}</a> ", id, name);
        return html + "</nav>\n";
    }

    /// "2026-11-20 09:42 UTC".
    static std::string dayText(Nanoseconds time)
    {
        const std::string text = toRfc3339(time);
        return text.substr(0, 10) + " " + text.substr(11, 5) + " UTC";
    }

    std::string statesText() const
    {
        std::map<store::RunState, std::size_t> states;
        std::size_t current = 0;
        for (const store::ResultRow& row : m_data.rows)
            if (!row.run.superseded) {
                ++states[row.run.state];
                ++current;
            }
        std::string text = counted(current, "run");
        for (const auto& [state, count] : states)
            text += fmt::format(", {} {}", count, store::stateName(state));
        return text + fmt::format("; {} in the results.", m_data.counted);
    }

    /// Curves of the step time over the cross traffic, if any.
    Result<ResponseReport> response()
    {
        m_hasResponse = hasResponse(m_data);
        if (!m_hasResponse)
            return ResponseReport{};
        auto report = responseReport(m_database, m_data, {}, m_job);
        if (!report && report.error().code == ErrorCode::InvalidInput) {
            ResponseReport empty;
            empty.notes = {report.error().what + "."};
            return empty;
        }
        if (report)
            for (FigureSpec& figure : report->figures)
                figure.provenance.time = m_provenance.time;
        return report;
    }

    void addResponse(const ResponseReport& response)
    {
        if (!m_hasResponse)
            return;
        section("cross-traffic", "Under cross traffic", responseSection(response, m_options.gateRows));
    }

    void addGates(const GateOverview& gates)
    {
        std::string body =
            "<p>What was requested and what was measured. A run with a failed condition is marked invalid and left out "
            "of the results; one that could not be measured is shown as unknown.</p>\n";
        if (gates.summary.rows.empty())
            body = "<p>No run has recorded its conditions.</p>\n";
        else
            body += toHtml(untitled(gates.summary));
        if (!gates.notMet.rows.empty())
            body += toHtml(gates.notMet);
        if (!gates.first.rows.empty())
            body += "<details><summary>Requested and achieved, run by run</summary>\n" + toHtml(untitled(gates.first))
                + "</details>\n";
        section("conditions", "Conditions", body);
    }

    void addFailures()
    {
        const Table failures = failureTable(m_data);
        section("failures", "Failures",
                failures.rows.empty() ? "<p>No run failed.</p>\n" : toHtml(untitled(failures), m_options.runRows));
    }

    /// Requests that the switch of the first run that counts could not meet.
    Result<std::vector<std::string>> switchNotes()
    {
        std::vector<std::string> notes;
        for (const store::ResultRow& row : m_data.rows) {
            if (!counts(row.run))
                continue;
            MR_TRY(page,
                   store::EventRepository(m_database).events(row.run.id, {store::events::switchHealth.name, {}, 0, 1}));
            if (page.events.empty())
                return notes;
            const Json health = Json::parse(page.events.front().text, nullptr, false);
            if (health.is_object() && health.contains("notes") && health["notes"].is_array())
                for (const Json& note : health["notes"])
                    if (note.is_string())
                        notes.push_back(note.get<std::string>());
            return notes;
        }
        return notes;
    }

    void addEnvironment(const Environment& environment, const std::vector<std::string>& notes)
    {
        std::string body = toHtml(environment.brief);
        if (Table health = switchTable(m_data); !health.rows.empty()) {
            health.notes.insert(health.notes.end(), notes.begin(), notes.end());
            body += toHtml(health);
        }
        if (!environment.full.rows.empty())
            body += "<details><summary>Everything that was recorded</summary>\n" + toHtml(environment.full)
                + "</details>\n";
        section("environment", "Environment", body);
    }

    void addProvenance()
    {
        const store::CampaignRecord& campaign = m_data.campaign;
        Table table;
        table.columns = {{"what"}, {"value"}};
        table.rows = {{"store", m_provenance.storeName},
                      {"store id", m_provenance.storeUuid},
                      {"campaign id", campaign.uuid},
                      {"project file", campaign.projectPath},
                      {"campaign made", toRfc3339(campaign.created) + " by Millrace " + campaign.toolVersion},
                      {"this page made", toRfc3339(m_provenance.time) + " by Millrace " + m_provenance.toolVersion}};
        const Json spec = Json::parse(campaign.specJson, nullptr, false);
        const std::string text =
            spec.is_discarded() ? campaign.specJson : spec.dump(2, ' ', false, Json::error_handler_t::replace);
        section("provenance", "Provenance",
                toHtml(table)
                    + "<p class=\"note\">Every figure carries the ids of its runs in its metadata.</p>\n"
                      "<details><summary>The specification as it was run</summary>\n<pre>"
                    + escapeXml(text) + "</pre></details>\n");
    }

    store::Database& m_database;
    const CampaignData& m_data;
    const ReportOptions& m_options;
    Provenance m_provenance;
    const JobContext& m_job;
    bool m_hasRecordings = false;
    bool m_hasResponse = false;
    std::string m_body;
};

} // namespace

Result<std::string> htmlReport(store::Database& database, store::CampaignId campaign, const ReportOptions& options,
                               const JobContext& job)
{
    Nanoseconds time{0};
    if (options.time) {
        time = *options.time;
    } else {
        MR_TRY(now, reportTime());
        time = now;
    }
    MR_TRY(data, loadCampaign(database, campaign, job));
    MR_TRY(provenance, provenanceOf(database, data.campaign, time));
    return Page(database, data, options, std::move(provenance), job).make();
}

} // namespace millrace::report
