// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/ssh_peer.h"

#include "core/base/text.h"
#include "core/impair/impair_plan.h"

#include <algorithm>

namespace millrace::impair {

namespace {

/// Returns the address in packets: "fe80::1%eth0" is fe80::1, "::ffff:10.0.0.1" is 10.0.0.1.
std::string asSent(std::string_view address)
{
    address = address.substr(0, address.find('%'));
    if (constexpr std::string_view mapped = "::ffff:"; address.starts_with(mapped) && address.find('.') != address.npos)
        address.remove_prefix(mapped.size());
    return std::string(address);
}

} // namespace

std::optional<SshPeer> parseSshConnection(std::string_view text)
{
    const auto fields = split(trim(text), ' ');
    if (fields.size() != 4)
        return std::nullopt;
    const auto port = parseInteger(fields[3]);
    if (!port || *port < 1 || *port > 65535 || fields[0].empty())
        return std::nullopt;
    return SshPeer{asSent(fields[0]), asSent(fields[2]), static_cast<std::uint16_t>(*port)};
}

void protect(ImpairSpec& spec, const SshPeer& ends)
{
    if (isAddress(ends.client)
        && std::ranges::find(spec.protectedAddresses, ends.client) == spec.protectedAddresses.end())
        spec.protectedAddresses.push_back(ends.client);
    protectPort(spec, ends.serverPort);
}

void protectPort(ImpairSpec& spec, std::uint16_t port)
{
    if (std::ranges::find(spec.protectedPorts, port) == spec.protectedPorts.end())
        spec.protectedPorts.push_back(port);
}

} // namespace millrace::impair
