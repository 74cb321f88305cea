// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/interface_state.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/impair/impair_plan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace millrace::impair {

namespace {

Result<Json> parseList(std::string_view text, const char* tool)
{
    Json json = trim(text).empty() ? Json::array() : Json::parse(text, nullptr, false);
    if (!json.is_array())
        return fail(ErrorCode::Corrupt, fmt::format("what '{}' printed cannot be read: {}", tool, text.substr(0, 80)));
    return json;
}

const Json& at(const Json& json, const char* key)
{
    static const Json nothing;
    const auto found = json.is_object() ? json.find(key) : json.end();
    return json.is_object() && found != json.end() ? *found : nothing;
}

std::string textAt(const Json& json, const char* key)
{
    const Json& value = at(json, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

double numberAt(const Json& json, const char* key)
{
    const Json& value = at(json, key);
    return value.is_number() ? value.get<double>() : 0;
}

std::uint64_t countAt(const Json& json, const char* key)
{
    const Json& value = at(json, key);
    return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

std::uint32_t hexadecimal(std::string_view text)
{
    text.remove_prefix(text.starts_with("0x") ? 2 : 0);
    std::uint32_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return value;
}

/// Newer tools print the size of a tbf, older ones the time in which it drains, in microseconds.
double tbfLimit(const Json& options)
{
    if (at(options, "limit").is_number())
        return numberAt(options, "limit");
    return numberAt(options, "rate") * numberAt(options, "lat") * 1e-6 + numberAt(options, "burst");
}

Queue readQueue(const Json& json)
{
    Queue queue;
    queue.kind = textAt(json, "kind");
    queue.handle = textAt(json, "handle");
    queue.parent = textAt(json, "parent");
    queue.root = at(json, "root").is_boolean() && at(json, "root").get<bool>();
    const Json& options = at(json, "options");
    queue.defaultClass = hexadecimal(textAt(options, "default"));
    queue.limit = queue.kind == "tbf" ? tbfLimit(options) : numberAt(options, "limit");
    const Json& rate = at(options, "rate");
    queue.bytesPerSecond = rate.is_object() ? numberAt(rate, "rate") : numberAt(options, "rate");
    queue.delaySeconds = numberAt(at(options, "delay"), "delay");
    queue.jitterSeconds = numberAt(at(options, "delay"), "jitter");
    queue.loss = numberAt(at(options, "loss-random"), "loss");
    queue.sentBytes = countAt(json, "bytes");
    queue.sentPackets = countAt(json, "packets");
    queue.drops = countAt(json, "drops");
    queue.backlogBytes = countAt(json, "backlog");
    return queue;
}

/// Returns the text after a key in a line, up to the next blank.
std::string wordBehind(std::string_view line, std::string_view key)
{
    const auto at = line.find(key);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = line.substr(at + key.size());
    return std::string(rest.substr(0, rest.find(' ')));
}

/// {"match": {"left": {"payload": {"field": "saddr"}}, "right": "10.0.0.2"}}, the random choice, the counter.
void readExpression(const Json& expression, LossRule& rule)
{
    const Json& match = at(expression, "match");
    if (textAt(at(at(match, "left"), "payload"), "field") == "saddr")
        rule.address = textAt(match, "right");
    const Json& choice = at(at(match, "left"), "numgen");
    if (const double mod = numberAt(choice, "mod"); mod > 0)
        rule.probability = numberAt(match, "right") / mod;
    if (const Json& counter = at(expression, "counter"); counter.is_object()) {
        rule.packets = countAt(counter, "packets");
        rule.bytes = countAt(counter, "bytes");
    }
}

} // namespace

Result<std::vector<Queue>> parseQueues(std::string_view tcJson)
{
    MR_TRY(list, parseList(tcJson, "tc qdisc show"));
    std::vector<Queue> queues;
    for (const Json& entry : list)
        queues.push_back(readQueue(entry));
    return queues;
}

std::vector<AddressFilter> parseFilters(std::string_view tcText, std::size_t* all)
{
    std::vector<AddressFilter> filters;
    std::size_t count = 0;
    bool matched = true; // the first match of the latest filter with a class is known
    for (const std::string_view line : split(tcText, '\n')) {
        if (line.starts_with("filter ")) {
            ++count;
            const std::string flow = wordBehind(line, "flowid ");
            matched = flow.empty();
            if (!matched)
                filters.push_back({flow, {}});
        } else if (const std::string match = wordBehind(line, "match "); !matched && !match.empty()) {
            matched = true;
            const std::string value = match.substr(0, match.find('/'));
            const auto digit = value.find_first_not_of('0');
            filters.back().firstMatch = digit == std::string::npos ? "0" : value.substr(digit);
        }
    }
    if (all != nullptr)
        *all = count;
    return filters;
}

Result<std::vector<LossRule>> parseLossRules(std::string_view nftJson)
{
    const Json json = Json::parse(nftJson, nullptr, false);
    const Json& list = at(json, "nftables");
    if (!list.is_array())
        return fail(ErrorCode::Corrupt, fmt::format("what 'nft' printed cannot be read: {}", nftJson.substr(0, 80)));
    std::vector<LossRule> rules;
    for (const Json& entry : list) {
        const Json& rule = at(entry, "rule");
        if (!textAt(rule, "comment").starts_with("loss"))
            continue;
        LossRule read{{}, 1, 0, 0};
        if (at(rule, "expr").is_array())
            for (const Json& expression : at(rule, "expr"))
                readExpression(expression, read);
        rules.push_back(std::move(read));
    }
    return rules;
}

Result<LinkFacts> parseLink(std::string_view ipJson)
{
    MR_TRY(list, parseList(ipJson, "ip link show"));
    for (const Json& entry : list) {
        if (!at(entry, "mtu").is_number_integer())
            continue;
        return LinkFacts{static_cast<int>(std::clamp(numberAt(entry, "ifindex"), 0.0, 2e9)),
                         static_cast<int>(std::clamp(numberAt(entry, "mtu"), 0.0, 1e6)),
                         textAt(entry, "link_type") == "loopback"};
    }
    return fail(ErrorCode::Corrupt, "'ip link show' does not report the interface's MTU");
}

Result<std::string> parseRoute(std::string_view ipJson)
{
    MR_TRY(list, parseList(ipJson, "ip route get"));
    for (const Json& entry : list)
        if (std::string device = textAt(entry, "dev"); !device.empty())
            return device;
    return fail(ErrorCode::NotFound, "'ip route get' names no interface");
}

std::optional<Error> foreignQueues(const std::string& interface, const std::vector<Queue>& queues,
                                   std::size_t ingressFilters, std::size_t egressFilters)
{
    constexpr std::array implicit{"pfifo_fast", "noqueue", "noop", "fq_codel", "fq", "mq", "pfifo"};
    for (const Queue& queue : queues) {
        if (queue.root && queue.handle == rootHandle && queue.kind == "htb")
            return fail(ErrorCode::Locked,
                        fmt::format("{} is impaired by another Millrace run; wait for its end, or stop it", interface));
        if (queue.kind == "clsact" || queue.kind == "ingress") {
            if (ingressFilters + egressFilters > 0)
                return fail(ErrorCode::AlreadyExists,
                            fmt::format("{} has {} filters of somebody else on its {} queue ({}), which Millrace does "
                                        "not touch; remove them with 'tc qdisc del dev {} {}', or choose another "
                                        "interface",
                                        interface, ingressFilters + egressFilters, queue.kind, queue.handle, interface,
                                        queue.kind));
            continue;
        }
        if (queue.handle != "0:" || std::ranges::find(implicit, queue.kind) == implicit.end())
            return fail(ErrorCode::AlreadyExists,
                        fmt::format("{} has a queue that somebody else set up ({} {}), which Millrace does not touch; "
                                    "remove it with 'tc qdisc del dev {} root', or choose another interface",
                                    interface, queue.kind, queue.handle, interface));
    }
    return std::nullopt;
}

} // namespace millrace::impair
