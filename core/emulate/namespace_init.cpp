// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/namespace_init.h"

#include "core/emulate/frame.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace millrace::emulate {

namespace {

constexpr unsigned tunOffloadUso = 0x20 | 0x40; // TUN_F_USO4, TUN_F_USO6, newer than Debian 12's headers

[[noreturn]] void report(int control, InitReport message, int tap) noexcept
{
    iovec part{&message, sizeof message};
    alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))]{};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    if (tap >= 0) {
        header.msg_control = space;
        header.msg_controllen = sizeof space;
        cmsghdr* item = CMSG_FIRSTHDR(&header);
        item->cmsg_level = SOL_SOCKET;
        item->cmsg_type = SCM_RIGHTS;
        item->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(item), &tap, sizeof tap);
    }
    const ssize_t sent = ::sendmsg(control, &header, MSG_NOSIGNAL);
    if (tap >= 0)
        ::close(tap);
    if (sent < 0 || message.error != 0)
        ::_exit(1);
    // No data is ever sent to this process: the read ends when the emulating process does.
    char byte = 0;
    while (::read(control, &byte, 1) < 0 && errno == EINTR) { }
    ::_exit(0);
}

[[noreturn]] void giveUp(int control, InitStep step) noexcept
{
    InitReport message;
    message.step = step;
    message.error = errno != 0 ? errno : EIO;
    report(control, message, -1);
}

/// Keeps the control socket as descriptor 3, the standard streams on /dev/null, and closes all others.
int dropDescriptors(int control) noexcept
{
    if (control != 3)
        ::dup2(control, 3);
    ::syscall(SYS_close_range, 4u, ~0u, 0u);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = 0; stream < 3; ++stream)
        ::dup2(nothing, stream);
    if (nothing > 3)
        ::close(nothing);
    return 3;
}

/// mkdir -p; the path is absolute.
void makeFolders(const char* path) noexcept
{
    char part[4096];
    const std::size_t length = ::strnlen(path, sizeof part - 1);
    for (std::size_t i = 1; i <= length; ++i) {
        if (i < length && path[i] != '/')
            continue;
        std::memcpy(part, path, i);
        part[i] = 0;
        ::mkdir(part, 0755);
    }
}

/// "/proc/self/fd/N".
void descriptorPath(int fd, char (&path)[32]) noexcept
{
    std::memcpy(path, "/proc/self/fd/", 14);
    char digits[12];
    int count = 0;
    do
        digits[count++] = static_cast<char>('0' + fd % 10);
    while ((fd /= 10) > 0);
    char* end = path + 14;
    while (count > 0)
        *end++ = digits[--count];
    *end = 0;
}

void makeMounts(const InitArguments& arguments, int control) noexcept
{
    if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
        giveUp(control, InitStep::PrivateMounts);
    int folders[maximumSharedFolders];
    for (int i = 0; i < arguments.sharedFolderCount; ++i) {
        folders[i] = ::open(arguments.sharedFolders[i], O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (folders[i] < 0)
            giveUp(control, InitStep::SharedFolder);
    }
    if (::mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777") != 0)
        giveUp(control, InitStep::Tmp);
    for (int i = 0; i < arguments.sharedFolderCount; ++i) {
        char source[32];
        descriptorPath(folders[i], source);
        makeFolders(arguments.sharedFolders[i]);
        if (::mount(source, arguments.sharedFolders[i], nullptr, MS_BIND | MS_REC, nullptr) != 0)
            giveUp(control, InitStep::SharedFolder);
        ::close(folders[i]);
    }
    // Named shared memory, used by some frameworks between the processes of one host; optional.
    ::mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777");
}

bool writeSysctl(const char* file, const char* value) noexcept
{
    const int fd = ::open(file, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const auto length = static_cast<ssize_t>(::strlen(value));
    const bool written = ::write(fd, value, static_cast<std::size_t>(length)) == length;
    ::close(fd);
    return written;
}

int makeTap(const InitArguments& arguments, int control, InitReport& message) noexcept
{
    const int tap = ::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (tap < 0)
        giveUp(control, InitStep::OpenTun);
    ifreq request{};
    std::memcpy(request.ifr_name, "eth0", 5);
    request.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
    if (::ioctl(tap, TUNSETIFF, &request) != 0)
        giveUp(control, InitStep::MakeTap);
    int headerBytes = vnetHeaderBytes;
    if (::ioctl(tap, TUNSETVNETHDRSZ, &headerBytes) != 0)
        giveUp(control, InitStep::TapHeader);
    const unsigned long segmentation = TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6 | TUN_F_TSO_ECN;
    if (arguments.offload == TapOffload::None)
        message.offloadRefused = ::ioctl(tap, TUNSETOFFLOAD, 0ul) != 0;
    else if (arguments.offload == TapOffload::Tcp4)
        message.offloadRefused = ::ioctl(tap, TUNSETOFFLOAD, static_cast<unsigned long>(TUN_F_CSUM | TUN_F_TSO4)) != 0;
    else if (::ioctl(tap, TUNSETOFFLOAD, segmentation | tunOffloadUso) != 0)
        message.offloadRefused = ::ioctl(tap, TUNSETOFFLOAD, segmentation) != 0;
    return tap;
}

} // namespace

void runNamespaceInit(const InitArguments& arguments) noexcept
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::setsid();
    [[maybe_unused]] const int moved = ::chdir("/");
    ::signal(SIGCHLD, SIG_IGN); // orphans of the node are reaped by the kernel
    ::prctl(PR_SET_NAME, "mr-node");
    const int control = dropDescriptors(arguments.control);
    makeMounts(arguments, control);
    if (::sethostname(arguments.hostName, ::strlen(arguments.hostName)) != 0)
        giveUp(control, InitStep::HostName);
    InitReport message;
    message.procRefused = ::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0;
    for (int i = 0; i < arguments.sysctlCount; ++i) {
        if (!writeSysctl(arguments.sysctlFiles[i], arguments.sysctlValues[i]))
            message.refusedSysctls |= std::uint64_t(1) << i;
    }
    report(control, message, arguments.makeTap ? makeTap(arguments, control, message) : -1);
}

} // namespace millrace::emulate
