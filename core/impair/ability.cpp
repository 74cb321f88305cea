// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/impair/impairment.h"

#include <algorithm>

namespace millrace::impair {

namespace {

/// Prints a word for each working feature.
constexpr const char* programs = "for p in ip tc nft unshare; do command -v $p >/dev/null 2>&1 && echo $p; done; "
                                 "[ \"$(id -u)\" = 0 ] && echo root; "
                                 "unshare --net true 2>/dev/null && echo namespace; exit 0";

constexpr const char* kernel =
    "ip link set lo up 2>/dev/null; t() { \"$@\" >/dev/null 2>&1; }; "
    "t tc qdisc add dev lo root handle 1: htb default 1 && echo htb; "
    "t tc class add dev lo parent 1: classid 1:1 htb rate 100gbit burst 1mb cburst 1mb; "
    "t tc filter add dev lo parent 1: protocol ip prio 1 u32 match ip dst 10.0.0.1/32 flowid 1:1 && echo u32; "
    "for q in 'tbf rate 1mbit burst 10kb limit 100kb' 'netem delay 1ms'; do "
    "t tc qdisc add dev lo parent 1:1 handle 2: $q && echo ${q%% *} && t tc qdisc del dev lo parent 1:1; done; "
    "printf 'table netdev m { chain i { type filter hook ingress device \"lo\" priority 0; "
    "numgen random mod 1000 < 1 counter drop\n}\n}\n' | t nft -f - && echo nft-loss; "
    "t ip link add mr0 type ifb && t ip link set mr0 up && t tc qdisc add dev mr0 root tbf rate 1tbit burst 1600b "
    "limit "
    "64mb && "
    "printf 'table netdev n { chain i { type filter hook ingress device \"lo\" priority 1; ip saddr 192.0.2.1 fwd to "
    "\"mr0\"\n}\n}\ntable inet n { chain i { type filter hook prerouting priority -450; numgen random mod 1000 < 1 "
    "counter drop\n}\n}\n' | t nft -f - && echo ifb; exit 0";

bool has(const std::string& words, std::string_view word)
{
    const auto lines = split(words, '\n');
    return std::ranges::any_of(lines, [&](std::string_view line) { return trim(line) == word; });
}

} // namespace

Result<ImpairAbility> impairAbility(const Execute& execute)
{
    MR_TRY(found, read(execute, tool({"sh", "-c", programs})));
    ImpairAbility ability;
    ability.ip = has(found, "ip");
    ability.tc = has(found, "tc");
    ability.nft = has(found, "nft");
    ability.rights = has(found, "namespace");
    if (!ability.rights && has(found, "root"))
        ability.reason = has(found, "unshare")
            ? "this user is root but may not make a network namespace to try it in; the node is a "
              "container without the right CAP_SYS_ADMIN"
            : "the program 'unshare' is missing; install the package util-linux";
    if (!ability.rights || !ability.tc || !ability.ip)
        return ability;
    MR_TRY(tried, read(execute, tool({"unshare", "--net", "sh", "-c", kernel})));
    ability.htb = has(tried, "htb");
    ability.u32 = has(tried, "u32");
    ability.tbf = has(tried, "tbf");
    ability.netem = has(tried, "netem");
    ability.nftLoss = has(tried, "nft-loss");
    ability.ifb = has(tried, "ifb");
    return ability;
}

} // namespace millrace::impair
