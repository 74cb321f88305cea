// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/json_merge.h"

#include <algorithm>
#include <optional>

namespace millrace::project {

namespace {

using Members = std::vector<std::pair<std::string, Json>>;

Json overlay(const Json& raw, const Json& after);

auto memberOf(Members& members, const std::string& key)
{
    return std::ranges::find(members, key, &Members::value_type::first);
}

Json mergeObjects(const Json& raw, const Json& before, const Json& after)
{
    Members members;
    for (const auto& [key, value] : raw.items()) {
        if (!before.contains(key))
            members.emplace_back(key, after.contains(key) ? overlay(value, after[key]) : value);
        else if (after.contains(key))
            members.emplace_back(key, mergeJson(value, before[key], after[key]));
    }
    std::string previous;
    for (const auto& [key, value] : after.items()) {
        const bool unchangedDefault = before.contains(key) && before[key] == value;
        if (!raw.contains(key) && !unchangedDefault) {
            const auto place = memberOf(members, previous);
            members.emplace(place == members.end() ? place : place + 1, key, value);
        }
        if (memberOf(members, key) != members.end())
            previous = key;
    }
    Json merged = Json::object();
    for (auto& [key, value] : members)
        merged[key] = std::move(value);
    return merged;
}

std::optional<Json> nameOf(const Json& item)
{
    if (!item.is_object() || !item.contains("name"))
        return std::nullopt;
    return item["name"];
}

/// Returns for each item of `after` the index of its counterpart in `before`, or before.size().
std::vector<std::size_t> matchItems(const Json& before, const Json& after)
{
    const std::size_t none = before.size();
    std::vector<std::size_t> match(after.size(), none);
    std::vector<bool> used(before.size());
    const auto pass = [&](auto same) {
        for (std::size_t j = 0; j < after.size(); ++j)
            for (std::size_t i = 0; i < before.size() && match[j] == none; ++i)
                if (!used[i] && same(i, j)) {
                    match[j] = i;
                    used[i] = true;
                }
    };
    pass([&](std::size_t i, std::size_t j) { return before[i] == after[j]; });
    pass([&](std::size_t i, std::size_t j) { return nameOf(before[i]) && nameOf(before[i]) == nameOf(after[j]); });
    for (std::size_t j = 0; j < std::min(after.size(), before.size()); ++j)
        if (match[j] == none && !used[j]) {
            match[j] = j;
            used[j] = true;
        }
    return match;
}

Json mergeLists(const Json& raw, const Json& before, const Json& after)
{
    const auto match = matchItems(before, after);
    Json merged = Json::array();
    for (std::size_t j = 0; j < after.size(); ++j)
        merged.push_back(match[j] < before.size() ? mergeJson(raw[match[j]], before[match[j]], after[j]) : after[j]);
    return merged;
}

/// Since `before` omits members with their default, a member of `raw` that `after` lacks is either unknown or at its
/// default too, and stays.
Json overlay(const Json& raw, const Json& after)
{
    if (raw.is_object() && after.is_object())
        return mergeObjects(raw, Json::object(), after);
    if (!raw.is_array() || !after.is_array())
        return after;
    const auto match = matchItems(raw, after);
    Json merged = Json::array();
    for (std::size_t j = 0; j < after.size(); ++j)
        merged.push_back(match[j] < raw.size() ? overlay(raw[match[j]], after[j]) : after[j]);
    return merged;
}

} // namespace

Json mergeJson(const Json& raw, const Json& before, const Json& after)
{
    if (before == after)
        return raw;
    if (raw.is_object() && before.is_object() && after.is_object())
        return mergeObjects(raw, before, after);
    if (raw.is_array() && before.is_array() && after.is_array() && raw.size() == before.size())
        return mergeLists(raw, before, after);
    return after;
}

} // namespace millrace::project
