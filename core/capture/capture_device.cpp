// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/capture_device.h"

#include "core/base/unique_fd.h"

#include <cstring>
#include <ifaddrs.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace millrace::capture {

std::optional<CaptureDevice> findDevice(const std::string& name)
{
    const UniqueFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq request{};
    if (!socket || name.empty() || name.size() >= sizeof request.ifr_name)
        return std::nullopt;
    std::memcpy(request.ifr_name, name.data(), name.size());
    if (::ioctl(socket.get(), SIOCGIFFLAGS, &request) != 0)
        return std::nullopt;
    CaptureDevice device;
    device.loopback = (request.ifr_flags & IFF_LOOPBACK) != 0;
    if (::ioctl(socket.get(), SIOCGIFMTU, &request) == 0)
        device.mtu = request.ifr_mtu;
    return device;
}

std::optional<std::uint32_t> interfaceDrops(const std::string& name)
{
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0)
        return std::nullopt;
    std::optional<std::uint32_t> drops;
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next)
        if (each->ifa_addr != nullptr && each->ifa_addr->sa_family == AF_PACKET && each->ifa_data != nullptr
            && name == each->ifa_name) {
            rtnl_link_stats statistics;
            std::memcpy(&statistics, each->ifa_data, sizeof statistics);
            drops = statistics.rx_missed_errors + statistics.rx_fifo_errors;
        }
    ::freeifaddrs(all);
    return drops;
}

} // namespace millrace::capture
