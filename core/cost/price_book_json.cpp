// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/price_book_json.h"

#include "core/base/field_json.h"

namespace millrace::cost {

PriceBook readPriceBook(const Json& json, const std::string& path, Issues& issues)
{
    PriceBook book;
    JsonFields fields(json, path, issues);
    readObjects(fields, "machines", machinePriceFields, book.machines);
    readObjects(fields, "traffic", trafficPriceFields, book.traffic);
    fields.reportUnknown();
    return book;
}

Json toJson(const PriceBook& book)
{
    Json json = Json::object();
    writeObjects(json, "machines", machinePriceFields, book.machines);
    writeObjects(json, "traffic", trafficPriceFields, book.traffic);
    return json;
}

} // namespace millrace::cost
