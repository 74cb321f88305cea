// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/recording_tables.h"

#include "core/base/json_fields.h"
#include "core/report/campaign_data.h"
#include "core/report/run_identity.h"
#include "core/report/safe_text.h"
#include "core/report/summary_tables.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

using store::Artefact;

namespace {

std::vector<Cell> rowOf(const CampaignData& data, const store::RunRecord& run, const Artefact& recording)
{
    const Nanoseconds length = recording.stop - recording.start;
    std::vector<Cell> row = identityCells(data, run);
    for (Cell& cell : std::vector<Cell>{
             cellLabel(data, run), recording.node, recording.interface, double(recording.packets),
             double(recording.droppedByKernel),
             recording.droppedByInterface ? Cell(double(*recording.droppedByInterface)) : Cell(),
             double(recording.wireBytes), double(recording.bytes), double(recording.snapLength), recording.filter,
             std::chrono::duration<double>(length).count(),
             recording.sha256.empty() ? std::string("not kept") : recording.sha256.substr(0, 12), remarkOf(recording)})
        row.push_back(std::move(cell));
    return row;
}

Table emptyTable(const CampaignData& data)
{
    Table table;
    table.title = "Recorded packets";
    table.columns = identityColumns(data);
    for (Column& column :
         std::vector<Column>{{"cell"},
                             {"node"},
                             {"interface"},
                             {"packets", "", "", "in the file", 9},
                             {"dropped_by_kernel", "dropped", "", "packets that were dropped by the recording", 9},
                             {"dropped_by_interface", "lost before", "", "packets that the interface lost", 9},
                             {"wire_bytes", "on the wire", "B", "bytes of the recorded packets"},
                             {"bytes", "file", "B"},
                             {"snap_length", "of each", "", "bytes kept of each packet", 6},
                             {"filter"},
                             {"duration", "", "s"},
                             {"file", "SHA-256", "", "first characters of the file's name next to the store"},
                             {"remark"}})
        table.columns.push_back(std::move(column));
    return table;
}

} // namespace

std::string remarkOf(const Artefact& recording)
{
    std::string text = recording.reason;
    const Json notes = Json::parse(recording.notes, nullptr, false);
    if (notes.is_array())
        for (const Json& note : notes)
            if (note.is_object() && note.value("text", Json()).is_string())
                text += (text.empty() ? "" : "; ") + note["text"].get<std::string>();
    return text;
}

Result<void> eachRecording(store::Database& database, const CampaignData& data, bool superseded, const JobContext& job,
                           const RecordingVisitor& visit)
{
    store::ArtefactRepository repository(database);
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        if (i % runsPerReport == 0) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "reading the recordings was cancelled");
            job.progress(static_cast<long long>(i), static_cast<long long>(data.rows.size()), "reading recordings");
        }
        const store::RunRecord& run = data.rows[i].run;
        if (run.state == store::RunState::Planned || (run.superseded && !superseded))
            continue;
        MR_TRY(recordings, repository.artefacts(run.id));
        for (const Artefact& recording : recordings)
            if (recording.kind == "capture")
                MR_CHECK(visit(run, recording));
    }
    return {};
}

Result<Table> recordingTable(store::Database& database, const CampaignData& data, std::size_t limit,
                             const JobContext& job)
{
    Table table = emptyTable(data);
    std::size_t all = 0;
    MR_CHECK(eachRecording(database, data, false, job,
                           [&](const store::RunRecord& run, const Artefact& recording) -> Result<void> {
                               if (all++ < limit)
                                   table.rows.push_back(rowOf(data, run, recording));
                               return {};
                           }));
    if (all > limit)
        table.notes.push_back(fmt::format(
            "The first {} of {} rows; \"millrace-cli export STORE --part captures\" exports all.", limit, all));
    return table;
}

Result<Json> recordingsJson(store::Database& database, store::RunId run)
{
    store::ArtefactRepository repository(database);
    MR_TRY(recordings, repository.artefacts(run));
    Json list = Json::array();
    for (const Artefact& each : recordings) {
        if (each.kind != "capture")
            continue;
        Json notes = Json::parse(each.notes, nullptr, false);
        list.push_back({{"node", validUtf8(each.node)},
                        {"interface", validUtf8(each.interface)},
                        {"filter", validUtf8(each.filter)},
                        {"direction", each.direction},
                        {"snap_length", each.snapLength},
                        {"packets", each.packets},
                        {"received", each.received},
                        {"dropped_by_kernel", each.droppedByKernel},
                        {"dropped_by_interface", each.droppedByInterface ? Json(*each.droppedByInterface) : Json()},
                        {"wire_bytes", each.wireBytes},
                        {"file_bytes", each.bytes},
                        {"sha256", each.sha256.empty() ? Json() : Json(each.sha256)},
                        {"start_ns", each.start.count()},
                        {"stop_ns", each.stop.count()},
                        {"reason", validUtf8(each.reason)},
                        {"notes", notes.is_array() ? std::move(notes) : Json::array()}});
    }
    return list;
}

} // namespace millrace::report
