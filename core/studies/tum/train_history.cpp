// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/train_history.h"

#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/importers/line_reader.h"
#include "core/importers/text_time.h"
#include "core/monitor/log_line.h"

namespace millrace::studies::tum {

namespace {

/// A number, or NaN for an empty field or "nan".
std::optional<double> numberOrNothing(std::string_view text)
{
    text = trim(text);
    if (text.empty() || text == "nan" || text == "NaN")
        return unknown;
    const auto value = parseDouble(text);
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<TrainRow> trainRow(std::string_view line)
{
    const auto parts = split(line, ',');
    if (parts.size() < 3 || parts.size() > 5 || (parts[0] != "Batch" && parts[0] != "Epoch"))
        return std::nullopt;
    TrainRow row;
    row.epoch = parts[0] == "Epoch";
    const auto id = parseInteger(trim(parts[1]));
    const auto time = importers::parseEpoch(trim(parts[2]));
    const auto loss = numberOrNothing(parts.size() > 3 ? parts[3] : "");
    const auto accuracy = numberOrNothing(parts.size() > 4 ? parts[4] : "");
    if (!id || !time || !loss || !accuracy)
        return std::nullopt;
    row.id = *id;
    row.time = *time;
    row.loss = *loss;
    row.accuracy = *accuracy;
    return row;
}

} // namespace

Result<TrainHistory> readTrainHistory(const std::filesystem::path& file, const JobContext& job)
{
    TrainHistory history;
    bool header = false;
    MR_TRY(issues, importers::readLines(file, job, [&](std::string_view text, importers::LineReader& lines) {
               const monitor::LogLine line = monitor::normaliseLine(text, monitor::Stream::Out, {}, {});
               if (line.body == "Type,ID,Timestamp,Loss,Accuracy") {
                   header = true;
                   return;
               }
               auto row = trainRow(line.body);
               if (!row) {
                   if (!trim(text).empty())
                       lines.count("damaged-line", Severity::Warning, text);
                   return;
               }
               row->rank = line.origin.rank;
               if (!history.rows.empty() && row->time < history.rows.back().time)
                   lines.count("time-backwards", Severity::Warning, text);
               importers::keepRow(history.rows, *row, lines, text);
           }));
    history.issues = std::move(issues);
    if (history.rows.empty())
        return fail(ErrorCode::InvalidInput, file.string() + " has no line of the form Batch,3,1626091385.4,2.88,0.11");
    if (!header)
        countIssue(history.issues, {"no-header", Severity::Note, 1, "the log has no header line", file.string()});
    return history;
}

const importers::FileFormat trainHistoryFormat{
    .name = "train-history",
    .kind = importers::FileKind::Traffic,
    .sign = importers::FormatSign::Header,
    .match = [](const importers::FileHead& head) {
        const std::string& header = head.header();
        return importers::matchIf(header.starts_with("Type,") && header.find("Timestamp") != header.npos
                                      && header.find("Loss") != header.npos,
                                  0.9, "its header is that of train_history.log");
    }};

/// "Batch,3,1626091385.4,2.88,0.11": rows without their header.
const importers::FileFormat trainRowsFormat{
    .name = "train-history",
    .kind = importers::FileKind::Traffic,
    .sign = importers::FormatSign::Lines,
    .match = [](const importers::FileHead& head) {
        std::size_t rows = 0;
        for (const std::string& line : head.lines()) {
            const auto cells = split(trim(line), ',');
            rows += cells.size() == 5 && (trim(cells[0]) == "Batch" || trim(cells[0]) == "Epoch")
                    && parseInteger(trim(cells[1])) && parseDouble(trim(cells[3]))
                ? 1
                : 0;
        }
        return importers::matchIf(rows > 0 && rows * 2 >= head.lines().size(), 0.8, "rows of train_history.log");
    }};

} // namespace millrace::studies::tum
