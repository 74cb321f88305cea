// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/artefact_repository.h"

namespace millrace::store {

namespace {

std::int64_t number(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> number(const std::optional<std::uint64_t>& value)
{
    return value ? std::optional(number(*value)) : std::nullopt;
}

std::uint64_t count(const Statement& row, int column)
{
    return static_cast<std::uint64_t>(row.integer(column));
}

Result<bool> hasTable(Database& database)
{
    MR_TRY(row, database.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'artefacts'"));
    MR_CHECK(row.step());
    return row.integer(0) > 0;
}

Artefact readArtefact(const Statement& row)
{
    Artefact artefact;
    artefact.node = row.text(0);
    artefact.kind = row.text(1);
    artefact.ordinal = static_cast<int>(row.integer(2));
    artefact.sha256 = row.text(3);
    artefact.bytes = count(row, 4);
    artefact.packets = count(row, 5);
    artefact.received = count(row, 6);
    artefact.droppedByKernel = count(row, 7);
    if (!row.isNull(8))
        artefact.droppedByInterface = count(row, 8);
    artefact.wireBytes = count(row, 9);
    artefact.interface = row.text(10);
    artefact.filter = row.text(11);
    artefact.direction = row.text(12);
    artefact.snapLength = static_cast<int>(row.integer(13));
    artefact.start = row.time(14);
    artefact.stop = row.time(15);
    artefact.reason = row.text(16);
    artefact.notes = row.text(17);
    const auto summary = row.blob(18);
    artefact.summary.assign(reinterpret_cast<const char*>(summary.data()), summary.size());
    return artefact;
}

} // namespace

Result<void> ArtefactRepository::save(RunId run, std::span<const Artefact> artefacts)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(insert,
           m_database.prepare("INSERT OR REPLACE INTO artefacts (run_id, node, kind, ordinal, sha256, bytes, packets, "
                              "received, dropped_by_kernel, dropped_by_interface, wire_bytes, interface, filter, "
                              "direction, snap_length, start_ns, stop_ns, reason, notes, summary) "
                              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (const Artefact& each : artefacts) {
        insert.bindAll(run, each.node, each.kind, each.ordinal, each.sha256, number(each.bytes), number(each.packets),
                       number(each.received), number(each.droppedByKernel), number(each.droppedByInterface),
                       number(each.wireBytes), each.interface, each.filter, each.direction, each.snapLength, each.start,
                       each.stop, each.reason, each.notes);
        if (each.summary.empty())
            insert.bind(20, nullptr);
        else
            insert.bind(20, std::as_bytes(std::span(each.summary)));
        MR_CHECK(insert.run());
    }
    return transaction.commit();
}

Result<std::vector<Artefact>> ArtefactRepository::artefacts(RunId run, Summaries summaries)
{
    std::vector<Artefact> found;
    MR_TRY(there, hasTable(m_database));
    if (!there)
        return found;
    MR_TRY(row,
           m_database.prepare("SELECT node, kind, ordinal, sha256, bytes, packets, received, dropped_by_kernel, "
                              "dropped_by_interface, wire_bytes, interface, filter, direction, snap_length, start_ns, "
                              "stop_ns, reason, notes, CASE WHEN ?2 THEN summary END FROM artefacts WHERE run_id = ?1 "
                              "ORDER BY kind, node, ordinal"));
    row.bindAll(run, summaries == Summaries::Read);
    for (;;) {
        MR_TRY(more, row.step());
        if (!more)
            return found;
        found.push_back(readArtefact(row));
    }
}

Result<std::vector<RunId>> ArtefactRepository::runsWith(std::string_view sha256)
{
    std::vector<RunId> runs;
    MR_TRY(there, hasTable(m_database));
    if (!there)
        return runs;
    MR_TRY(row, m_database.prepare("SELECT DISTINCT run_id FROM artefacts WHERE sha256 = ? ORDER BY run_id DESC"));
    row.bindAll(sha256);
    for (;;) {
        MR_TRY(more, row.step());
        if (!more)
            return runs;
        runs.push_back(row.id<RunId>(0));
    }
}

Result<std::vector<std::string>> ArtefactRepository::hashes()
{
    std::vector<std::string> all;
    MR_TRY(there, hasTable(m_database));
    if (!there)
        return all;
    MR_TRY(row, m_database.prepare("SELECT DISTINCT sha256 FROM artefacts WHERE sha256 <> '' ORDER BY sha256"));
    for (;;) {
        MR_TRY(more, row.step());
        if (!more)
            return all;
        all.push_back(row.text(0));
    }
}

} // namespace millrace::store
