// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/planned_records.h"

namespace millrace::run {

namespace {

std::vector<store::Factor> factorsOf(const grid::GridSpec& grid, const grid::Cell& cell)
{
    static constexpr std::string_view units[] = {"", "", "", "ns", "bit/s", "B", "", ""};
    std::vector<store::Factor> factors;
    for (const auto& [name, level] : cell.levels) {
        const grid::Factor* spec = grid::findFactor(grid, name);
        store::Factor factor{name, level.text, {}, spec != nullptr ? spec->unit : std::string()};
        if (const double* number = std::get_if<double>(&level.value))
            factor.number = *number;
        if (spec != nullptr && factor.unit.empty())
            factor.unit = units[static_cast<std::size_t>(grid::quantityOf(*spec))];
        factors.push_back(std::move(factor));
    }
    return factors;
}

} // namespace

std::vector<store::RunRecord> plannedRecords(const CampaignPlan& plan, const std::string& simulation)
{
    std::vector<store::RunRecord> records;
    for (const grid::PlannedRun& run : plan.schedule.runs) {
        const grid::Cell cell = plan.expansion.cell(run.cell);
        store::RunRecord record;
        record.cell = cell.key;
        record.repetition = static_cast<int>(run.repetition);
        record.block = static_cast<int>(run.block);
        record.position = static_cast<int>(run.position);
        record.warmup = run.warmup;
        record.simulation = simulation;
        record.factors = factorsOf(plan.grid, cell);
        records.push_back(std::move(record));
    }
    return records;
}

} // namespace millrace::run
