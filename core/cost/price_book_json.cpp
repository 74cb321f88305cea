// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/price_book_json.h"

#include "core/base/field_json.h"

#include <fmt/format.h>

namespace millrace::cost {

namespace {

template <typename Price>
void readPrices(JsonFields& fields, std::string_view key, FieldList<Price> list, std::vector<Price>& prices)
{
    const Json* items = fields.array(key);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
        JsonFields inside((*items)[i], fmt::format("{}[{}]", fields.pathOf(key), i), fields.issues());
        readFields(inside, list, prices.emplace_back());
        inside.reportUnknown();
    }
}

template <typename Price>
void writePrices(Json& json, const char* key, FieldList<Price> list, const std::vector<Price>& prices)
{
    for (const Price& price : prices) {
        Json item = Json::object();
        writeFields(item, list, price);
        json[key].push_back(std::move(item));
    }
}

} // namespace

PriceBook readPriceBook(const Json& json, const std::string& path, Issues& issues)
{
    PriceBook book;
    JsonFields fields(json, path, issues);
    readPrices(fields, "machines", machinePriceFields, book.machines);
    readPrices(fields, "traffic", trafficPriceFields, book.traffic);
    fields.reportUnknown();
    return book;
}

Json toJson(const PriceBook& book)
{
    Json json = Json::object();
    writePrices(json, "machines", machinePriceFields, book.machines);
    writePrices(json, "traffic", trafficPriceFields, book.traffic);
    return json;
}

} // namespace millrace::cost
