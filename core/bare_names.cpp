// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A program with a static C library must not load the name services of the system that it runs on: they belong to
// another C library, and loading them can crash. These replacements keep the library's own from being linked. Users are
// looked up in /etc/passwd, addresses must be numeric, other names are unknown.

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <netdb.h>
#include <netinet/ether.h>
#include <pwd.h>

namespace {

/// Result of getaddrinfo() with room for its address.
struct NumericAddress
{
    addrinfo info{};
    sockaddr_storage address{};
};

bool parsePort(const char* service, in_port_t& port)
{
    char* end = nullptr;
    const unsigned long number = service == nullptr ? 0 : std::strtoul(service, &end, 10);
    if (service != nullptr && (end == service || *end != '\0' || number > 65535))
        return false;
    port = htons(static_cast<in_port_t>(number));
    return true;
}

bool fillAddress(const char* node, bool passive, in_port_t port, NumericAddress& result)
{
    auto& v4 = reinterpret_cast<sockaddr_in&>(result.address);
    auto& v6 = reinterpret_cast<sockaddr_in6&>(result.address);
    const int family = result.info.ai_family;
    if (family != AF_INET6 && (node == nullptr || ::inet_pton(AF_INET, node, &v4.sin_addr) == 1)) {
        if (node == nullptr)
            v4.sin_addr.s_addr = htonl(passive ? INADDR_ANY : INADDR_LOOPBACK);
        v4.sin_family = AF_INET;
        v4.sin_port = port;
        result.info.ai_addrlen = sizeof v4;
    } else if (family != AF_INET && (node == nullptr || ::inet_pton(AF_INET6, node, &v6.sin6_addr) == 1)) {
        if (node == nullptr)
            v6.sin6_addr = passive ? in6addr_any : in6addr_loopback;
        v6.sin6_family = AF_INET6;
        v6.sin6_port = port;
        result.info.ai_addrlen = sizeof v6;
    } else {
        return false;
    }
    result.info.ai_family = result.address.ss_family;
    result.info.ai_addr = reinterpret_cast<sockaddr*>(&result.address);
    return true;
}

} // namespace

extern "C" {

int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** result)
{
    *result = nullptr;
    in_port_t port = 0;
    if (!parsePort(service, port))
        return EAI_SERVICE;
    auto* found = static_cast<NumericAddress*>(std::calloc(1, sizeof(NumericAddress)));
    if (found == nullptr)
        return EAI_MEMORY;
    found->info.ai_family = hints != nullptr ? hints->ai_family : AF_UNSPEC;
    found->info.ai_socktype = hints != nullptr && hints->ai_socktype != 0 ? hints->ai_socktype : SOCK_STREAM;
    found->info.ai_protocol = hints != nullptr ? hints->ai_protocol : 0;
    if (!fillAddress(node, hints != nullptr && (hints->ai_flags & AI_PASSIVE) != 0, port, *found)) {
        std::free(found);
        return EAI_NONAME;
    }
    *result = &found->info;
    return 0;
}

void freeaddrinfo(addrinfo* result)
{
    std::free(result);
}

const char* gai_strerror(int code)
{
    return code == EAI_SERVICE ? "this port is not known by a name here; write its number"
                               : "this host is not known by a name here; write its address";
}

int getpwuid_r(uid_t user, passwd* entry, char* buffer, std::size_t size, passwd** result)
{
    *result = nullptr;
    std::FILE* file = std::fopen("/etc/passwd", "re");
    if (file == nullptr)
        return 0;
    passwd* found = nullptr;
    while (::fgetpwent_r(file, entry, buffer, size, &found) == 0 && found != nullptr)
        if (found->pw_uid == user) {
            *result = found;
            break;
        }
    std::fclose(file);
    return 0;
}

passwd* getpwuid(uid_t user)
{
    static passwd entry;
    static std::array<char, 4096> buffer;
    passwd* found = nullptr;
    ::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found);
    return found;
}

hostent* gethostbyname(const char* /*name*/)
{
    h_errno = HOST_NOT_FOUND;
    return nullptr;
}

int getnetbyname_r(const char* /*name*/, netent* /*entry*/, char* /*buffer*/, std::size_t /*size*/, netent** result,
                   int* code)
{
    *result = nullptr;
    *code = HOST_NOT_FOUND;
    return 0;
}

int getprotobyname_r(const char* /*name*/, protoent* /*entry*/, char* /*buffer*/, std::size_t /*size*/,
                     protoent** result)
{
    *result = nullptr;
    return 0;
}

int ether_hostton(const char* /*name*/, ether_addr* /*address*/)
{
    return -1;
}
}
