// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/impair/impair_plan.h"

#include <fmt/format.h>

namespace millrace::impair {

namespace {

constexpr int recordVersion = 2;

ImpairRecord readRecord(const Json& json)
{
    ImpairRecord record;
    record.interface = json.at("interface").get<std::string>();
    record.token = json.at("token").get<std::uint32_t>();
    record.backend = json.at("backend").get<std::string>() == "netem" ? Backend::Netem : Backend::TbfAndNft;
    record.addresses = json.at("addresses").get<std::vector<std::string>>();
    for (const Json& entry : json.at("queues")) {
        Queue queue;
        queue.kind = entry.at("kind").get<std::string>();
        queue.handle = entry.at("handle").get<std::string>();
        queue.parent = entry.at("parent").get<std::string>();
        queue.root = entry.at("root").get<bool>();
        record.queues.push_back(std::move(queue));
    }
    record.lossRules = json.at("loss_rules").get<bool>();
    record.cutsArriving = json.at("cuts_arriving").get<bool>();
    return record;
}

} // namespace

std::string recordText(const ImpairRecord& record)
{
    Json queues = Json::array();
    for (const Queue& queue : record.queues)
        queues.push_back(
            {{"kind", queue.kind}, {"handle", queue.handle}, {"parent", queue.parent}, {"root", queue.root}});
    return Json{{"version", recordVersion},       {"interface", record.interface},
                {"token", record.token},          {"backend", backendName(record.backend)},
                {"addresses", record.addresses},  {"queues", std::move(queues)},
                {"loss_rules", record.lossRules}, {"cuts_arriving", record.cutsArriving}}
               .dump()
        + "\n";
}

Result<ImpairRecord> parseRecord(std::string_view text)
{
    const auto bad = [](std::string_view why) {
        return fail(ErrorCode::Corrupt, fmt::format("the record of what was changed on this node is damaged: {}", why));
    };
    try {
        const ImpairRecord record = readRecord(Json::parse(text));
        if (!isInterfaceName(record.interface) || record.token < 0x8000 || record.token > 0xfffe)
            return bad("its interface or its mark cannot be right");
        return record;
    } catch (const Json::exception& exception) {
        return bad(exception.what());
    }
}

} // namespace millrace::impair
