// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// libpcap can capture from D-Bus, for which a node would need the libraries of D-Bus. With these two in their place the
// archive's own are not linked in; both say that there is nothing.

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
