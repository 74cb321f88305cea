// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/packet_jobs.h"

#include <algorithm>

namespace millrace::ui {
namespace {

/// Returns nothing if no packet is in the focus.
std::optional<analysis::PacketQuery> queryFor(const Trace& trace, const TraceFocus& focus)
{
    analysis::PacketQuery query;
    query.filter = trace.summary.filter;
    if (const auto time = timeInFocus(trace, focus)) {
        if (time->isEmpty())
            return {};
        query.begin = time->begin;
        query.end = time->end;
    }
    if (!focus.only && focus.kind == TraceFocus::Kind::None)
        return query;
    const FlowMask mask = flowsInFocus(trace, focus, TraceFocus::Kind::None);
    for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
        if (mask[flow] != 0)
            query.selection.flows.push_back(flow);
    if (query.selection.flows.empty())
        return {};
    return query;
}

/// Maps the progress of one file of several to the whole.
JobContext partOf(const JobContext& job, std::size_t number, std::size_t count)
{
    return {job.stop, [&job, number, count](long long done, long long total, std::string_view step) {
                const long long share = total > 0 ? 1000 * std::min(done, total) / total : 0;
                job.progress(1000 * static_cast<long long>(number) + share, 1000 * static_cast<long long>(count), step);
            }};
}

} // namespace

Result<PacketList> readPackets(const Trace& trace, const TraceFocus& focus, std::size_t most, const JobContext& job)
{
    auto query = queryFor(trace, focus);
    if (!query)
        return PacketList{};
    std::vector<analysis::PacketRows> files;
    const auto& sources = trace.summary.sources;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        query->file = sources[i].file;
        query->most = most / sources.size();
        MR_TRY(rows, analysis::packetsOf(trace.summary, *query, partOf(job, i, sources.size())));
        files.push_back(std::move(rows));
    }
    return joinPackets(std::move(files));
}

Result<WrittenPackets> writePackets(const Trace& trace, const TraceFocus& focus, const std::filesystem::path& target,
                                    const JobContext& job)
{
    auto query = queryFor(trace, focus);
    if (!query)
        return fail(ErrorCode::InvalidInput, "no packet is selected; select other rows, or a longer time");
    WrittenPackets written;
    const auto& sources = trace.summary.sources;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        query->file = sources[i].file;
        std::filesystem::path file = target;
        if (i > 0)
            file.replace_filename(target.stem().string() + '-' + std::to_string(i + 1) + target.extension().string());
        MR_TRY(count, analysis::extractPackets(trace.summary, *query, file, partOf(job, i, sources.size())));
        written.packets += count;
        written.files.push_back(std::move(file));
    }
    return written;
}

} // namespace millrace::ui
