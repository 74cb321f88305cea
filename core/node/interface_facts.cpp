// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/interface_facts.h"

#include "core/base/unique_fd.h"

#include <arpa/inet.h>
#include <array>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <memory>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace millrace::node {

namespace {

ifreq requestFor(const std::string& name)
{
    ifreq request{};
    std::strncpy(request.ifr_name, name.c_str(), IFNAMSIZ - 1);
    return request;
}

std::optional<bool> offload(int socket, const std::string& name, std::uint32_t command, std::uint32_t mask)
{
    ethtool_value value{command, 0};
    ifreq request = requestFor(name);
    request.ifr_data = reinterpret_cast<char*>(&value);
    if (::ioctl(socket, SIOCETHTOOL, &request) != 0)
        return {};
    return (value.data & mask) != 0;
}

std::map<std::string, bool> offloadsOf(int socket, const std::string& name)
{
    struct Known
    {
        const char* name;
        std::uint32_t command;
        std::uint32_t mask = ~0U;
    };
    std::map<std::string, bool> all;
    for (const Known& known : {Known{"tso", ETHTOOL_GTSO}, Known{"gso", ETHTOOL_GGSO}, Known{"gro", ETHTOOL_GGRO},
                               Known{"lro", ETHTOOL_GFLAGS, ETH_FLAG_LRO}, Known{"rx_checksum", ETHTOOL_GRXCSUM},
                               Known{"tx_checksum", ETHTOOL_GTXCSUM}, Known{"scatter_gather", ETHTOOL_GSG}})
        if (const auto on = offload(socket, name, known.command, known.mask))
            all[known.name] = *on;
    return all;
}

std::optional<std::int64_t> speedOf(int socket, const std::string& name)
{
    ethtool_cmd settings{};
    settings.cmd = ETHTOOL_GSET;
    ifreq request = requestFor(name);
    request.ifr_data = reinterpret_cast<char*>(&settings);
    if (::ioctl(socket, SIOCETHTOOL, &request) != 0)
        return {};
    const std::uint32_t speed = ethtool_cmd_speed(&settings);
    if (speed == 0 || speed == static_cast<std::uint32_t>(SPEED_UNKNOWN) || speed == 0xffff)
        return {};
    return speed;
}

std::string driverOf(int socket, const std::string& name)
{
    ethtool_drvinfo information{};
    information.cmd = ETHTOOL_GDRVINFO;
    ifreq request = requestFor(name);
    request.ifr_data = reinterpret_cast<char*>(&information);
    if (::ioctl(socket, SIOCETHTOOL, &request) != 0)
        return {};
    return {information.driver, ::strnlen(information.driver, sizeof information.driver)};
}

InterfaceFacts factsOf(int socket, const std::string& name)
{
    InterfaceFacts facts;
    facts.name = name;
    ifreq request = requestFor(name);
    if (::ioctl(socket, SIOCGIFHWADDR, &request) == 0) {
        const auto* b = reinterpret_cast<const unsigned char*>(request.ifr_hwaddr.sa_data);
        facts.mac = fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", b[0], b[1], b[2], b[3], b[4], b[5]);
    }
    if (::ioctl(socket, SIOCGIFMTU, &request) == 0)
        facts.mtu = request.ifr_mtu;
    if (::ioctl(socket, SIOCGIFTXQLEN, &request) == 0)
        facts.queueLength = request.ifr_qlen;
    if (::ioctl(socket, SIOCGIFFLAGS, &request) == 0)
        facts.isUp = (request.ifr_flags & IFF_UP) != 0;
    facts.megabitsPerSecond = speedOf(socket, name);
    facts.driver = driverOf(socket, name);
    facts.offloads = offloadsOf(socket, name);
    return facts;
}

int prefixLength(const unsigned char* mask, std::size_t bytes)
{
    int length = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        length += std::popcount(mask[i]);
    return length;
}

/// Returns "10.77.0.1/24", or nothing for an address of another kind.
std::string addressText(const ifaddrs& entry)
{
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (entry.ifa_addr == nullptr || entry.ifa_netmask == nullptr)
        return {};
    if (entry.ifa_addr->sa_family == AF_INET) {
        ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(entry.ifa_addr)->sin_addr, text.data(), text.size());
        const auto& mask = reinterpret_cast<const sockaddr_in*>(entry.ifa_netmask)->sin_addr;
        return fmt::format("{}/{}", text.data(), prefixLength(reinterpret_cast<const unsigned char*>(&mask), 4));
    }
    if (entry.ifa_addr->sa_family == AF_INET6) {
        ::inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6*>(entry.ifa_addr)->sin6_addr, text.data(),
                    text.size());
        const auto& mask = reinterpret_cast<const sockaddr_in6*>(entry.ifa_netmask)->sin6_addr;
        return fmt::format("{}/{}", text.data(), prefixLength(reinterpret_cast<const unsigned char*>(&mask), 16));
    }
    return {};
}

} // namespace

std::vector<InterfaceFacts> interfaceFacts()
{
    const UniqueFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    std::vector<InterfaceFacts> all;
    const std::unique_ptr<struct if_nameindex, void (*)(struct if_nameindex*)> names(::if_nameindex(),
                                                                                     ::if_freenameindex);
    for (const auto* entry = names.get(); entry != nullptr && entry->if_index != 0; ++entry)
        all.push_back(factsOf(socket.get(), entry->if_name));
    ifaddrs* list = nullptr;
    if (::getifaddrs(&list) != 0)
        return all;
    const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> addresses(list, ::freeifaddrs);
    for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next)
        for (InterfaceFacts& facts : all)
            if (const std::string text = addressText(*entry); facts.name == entry->ifa_name && !text.empty())
                facts.addresses.push_back(text);
    return all;
}

agent::Json toJson(const InterfaceFacts& facts)
{
    using agent::Json;
    return {{"name", facts.name},
            {"addresses", facts.addresses},
            {"mac", facts.mac},
            {"mtu", facts.mtu},
            {"up", facts.isUp},
            {"speed_mbit", facts.megabitsPerSecond ? Json(*facts.megabitsPerSecond) : Json()},
            {"queue_length", facts.queueLength},
            {"offloads", facts.offloads}};
}

bool isIpv4WithPrefix(const std::string& address) noexcept
{
    return address.find(':') == std::string::npos;
}

} // namespace millrace::node
