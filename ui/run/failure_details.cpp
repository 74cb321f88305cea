// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/store/event_kinds.h"
#include "core/store/event_repository.h"
#include "ui/base/format.h"
#include "ui/run/failure_model.h"

namespace millrace::ui {
namespace {

QString textOf(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found == json.end() || !found->is_string() ? QString() : toQString(found->get<std::string>());
}

} // namespace

Result<FailureDetails> readFailureDetails(const std::filesystem::path& store, store::RunId run)
{
    MR_TRY(database, store::Database::openReadOnly(store));
    MR_TRY(page, store::EventRepository(database).events(run, {store::events::processFailed.name, {}, 0, 64}));
    FailureDetails details;
    for (const store::Event& event : page.events) {
        FailureDetails::Process process;
        process.node = toQString(event.node);
        process.name = toQString(event.text);
        const Json json = Json::parse(event.json, nullptr, false);
        if (json.is_object()) {
            process.exit = textOf(json, "exit");
            process.command = textOf(json, "command");
            process.errors = textOf(json, "stderr").trimmed();
        }
        details.processes.push_back(std::move(process));
    }
    return details;
}

} // namespace millrace::ui
