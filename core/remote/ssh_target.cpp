// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/ssh_target.h"

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/cluster/ssh_destination.h"
#include "core/remote/ssh_options.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

namespace millrace::remote {

namespace {

constexpr int longestRoute = 8;

Result<std::uint16_t> parsePort(std::string_view text, std::string_view destination)
{
    const auto port = parseInteger(text);
    if (!port || *port < 1 || *port > 65535)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("\"{}\" names the port \"{}\", which is not a number from 1 to 65535.", destination, text));
    return static_cast<std::uint16_t>(*port);
}

struct HostAndPort
{
    std::string_view host;
    std::string_view port; ///< empty: not given
};

/// "host", "host:port", "[address]", "[address]:port" or a bare IPv6 address.
Result<HostAndPort> hostAndPort(std::string_view text, std::string_view whole)
{
    if (!text.starts_with('[')) {
        if (std::ranges::count(text, ':') != 1)
            return HostAndPort{text, {}};
        return HostAndPort{text.substr(0, text.find(':')), text.substr(text.find(':') + 1)};
    }
    const auto end = text.find(']');
    if (end == std::string_view::npos)
        return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" lacks a \"]\".", whole));
    const std::string_view behind = text.substr(end + 1);
    if (!behind.empty() && !behind.starts_with(':'))
        return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" has text after \"]\".", whole));
    return HostAndPort{text.substr(1, end - 1), behind.substr(std::min<std::size_t>(1, behind.size()))};
}

/// Returns the arguments of `ssh -G` for a destination.
std::vector<std::string> questionOf(const Destination& to, const ResolveOptions& options)
{
    std::vector<std::string> argv{options.program, "-G"};
    if (!options.configuration.empty())
        argv.insert(argv.end(), {"-F", options.configuration.string()});
    if (!to.user.empty())
        argv.insert(argv.end(), {"-l", to.user});
    if (to.port != 0)
        argv.insert(argv.end(), {"-p", std::to_string(to.port)});
    argv.insert(argv.end(), {"--", to.host});
    return argv;
}

Result<SshTarget> resolveOne(const std::string& destination, const ResolveOptions& options, Deadline deadline,
                             const JobContext& job)
{
    MR_TRY(to, parseDestination(destination));
    if (!options.useOpenSsh)
        return targetByLibrary(destination, to, options.configuration);
    auto output = runCommand({questionOf(to, options), {}, {}}, deadline, {}, job);
    if (!output && output.error().code == ErrorCode::NotFound)
        return targetByLibrary(destination, to, options.configuration);
    if (!output)
        return within("asking ssh for the configuration of " + destination, std::move(output).error());
    if (!output->succeeded())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("ssh cannot read the configuration for \"{}\": {}", destination, trim(output->err)));
    const char* agent = std::getenv("SSH_AUTH_SOCK");
    return parseSshConfiguration(destination, output->out, homeFolder(), agent != nullptr ? agent : "");
}

Result<void> addHops(SshRoute& route, const std::string& destination, const ResolveOptions& options, Deadline deadline,
                     const JobContext& job)
{
    MR_TRY(target, resolveOne(destination, options, deadline, job));
    if (route.size() + 1 > longestRoute)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("The way to {} has more than {} hosts: a ProxyJump in your ssh configuration leads in a "
                        "circle.",
                        destination, longestRoute));
    route.insert(route.begin(), target);
    if (target.proxyJump.empty() || target.proxyJump == "none")
        return {};
    // The first host of a list is reached by its own configuration, the others only through those before them.
    const auto hops = split(target.proxyJump, ',');
    for (std::size_t i = hops.size(); i-- > 1;) {
        MR_TRY(hop, resolveOne(std::string(trim(hops[i])), options, deadline, job));
        hop.proxyJump.clear();
        hop.proxyCommand.clear();
        route.insert(route.begin(), std::move(hop));
    }
    return addHops(route, std::string(trim(hops.front())), options, deadline, job);
}

} // namespace

std::string SshTarget::keyName() const
{
    const std::string name = lowerCase(hostKeyAlias.empty() ? host : hostKeyAlias);
    if (!hostKeyAlias.empty() || port == 22)
        return name;
    return fmt::format("[{}]:{}", name, port);
}

Result<Destination> parseDestination(std::string_view text)
{
    const std::string_view whole = trim(text);
    std::string_view rest = whole;
    if (rest.starts_with("ssh://")) {
        rest.remove_prefix(6);
        while (rest.ends_with('/'))
            rest.remove_suffix(1);
    }
    Destination result;
    if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
        result.user = rest.substr(0, at);
        rest.remove_prefix(at + 1);
    }
    MR_TRY(place, hostAndPort(rest, whole));
    result.host = place.host;
    if (!place.port.empty()) {
        MR_TRY(number, parsePort(place.port, whole));
        result.port = number;
    }
    if (!cluster::isHarmlessName(result.host) || (!result.user.empty() && !cluster::isHarmlessName(result.user)))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not a place that ssh could reach; write an alias, user@host or "
                                "user@host:port.",
                                whole));
    return result;
}

Result<SshRoute> resolveRoute(std::string_view destination, const ResolveOptions& options, Deadline deadline,
                              const JobContext& job)
{
    SshRoute route;
    MR_CHECK(addHops(route, std::string(trim(destination)), options, deadline, job));
    return route;
}

std::string addressText(const SshTarget& target)
{
    return fmt::format("{}{}{}:{}", target.user, target.user.empty() ? "" : "@", target.host, target.port);
}

} // namespace millrace::remote
