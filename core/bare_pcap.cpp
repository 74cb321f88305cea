// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// libpcap can capture from D-Bus, which would require its libraries on a node. These replacements keep the archive's
// own functions from being linked; both report no devices.

extern "C" {

struct pcap;
struct pcap_if_list;

pcap* dbus_create(const char* device, char* errors, int* isOurs);
int dbus_findalldevs(pcap_if_list* devices, char* errors);

pcap* dbus_create(const char* /*device*/, char* /*errors*/, int* isOurs)
{
    *isOurs = 0;
    return nullptr;
}

int dbus_findalldevs(pcap_if_list* /*devices*/, char* /*errors*/)
{
    return 0;
}
}
