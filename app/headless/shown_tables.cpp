// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/shown_tables.h"

#include "app/headless/chosen_runs.h"
#include "app/headless/common.h"
#include "core/report/table_writers.h"

namespace millrace::headless {

Result<void> showTables(const std::vector<report::Table>& tables, nlohmann::ordered_json json, const std::string& below,
                        const Environment& environment)
{
    std::string text;
    json["tables"] = nlohmann::ordered_json::array();
    for (const report::Table& table : tables) {
        json["tables"].push_back(report::toJson(table));
        text += report::toText(table, {terminalWidth(), true}) + "\n";
    }
    return writeOutput("-", environment.json ? json.dump(2) + "\n" : text + below);
}

} // namespace millrace::headless
