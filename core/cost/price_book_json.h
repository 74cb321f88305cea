// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/cost/price_book.h"

namespace millrace::cost {

/// An object with the lists "machines" and "traffic".
[[nodiscard]] PriceBook readPriceBook(const Json& json, const std::string& path, Issues& issues);
[[nodiscard]] Json toJson(const PriceBook& book);

} // namespace millrace::cost
