// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/pcap_handle.h"

#include <fmt/format.h>

#include <pcap/pcap.h>

#include <array>
#include <cstdio>

namespace millrace::capture {

namespace {

struct LinkTypePair
{
    int file;
    int system;
};
constexpr LinkTypePair differing[] = {
    {100, DLT_ATM_RFC1483}, {101, DLT_RAW}, {102, DLT_SLIP_BSDOS}, {103, DLT_PPP_BSDOS}};

} // namespace

void PcapCloser::operator()(pcap* handle) const noexcept
{
    pcap_close(handle);
}

void PcapProgramFreer::operator()(bpf_program* program) const noexcept
{
    pcap_freecode(program);
    delete program;
}

Result<PcapHandle> openFilePcap(int fileLinkType, std::uint32_t snapLength, bool swapped)
{
    // Raw IP has a third number on OpenBSD, unknown to libpcap elsewhere.
    constexpr std::uint32_t rawOpenBsd = 14, raw = 101;
    const auto linkType = static_cast<std::uint32_t>(fileLinkType);
    const auto word = [&](std::uint32_t value) { return swapped ? __builtin_bswap32(value) : value; };
    constexpr std::uint32_t version = 2 | 4 << 16, swappedVersion = 2 << 8 | 4 << 24;
    std::array<std::uint32_t, 6> header{word(0xa1b2c3d4),
                                        swapped ? swappedVersion : version,
                                        0,
                                        0,
                                        word(snapLength == 0 ? 262144 : snapLength),
                                        word(linkType == rawOpenBsd ? raw : linkType)};
    std::FILE* file = ::fmemopen(header.data(), sizeof header, "rb");
    if (file == nullptr)
        return failErrno("a packet filter cannot be prepared");
    char message[PCAP_ERRBUF_SIZE] = "";
    PcapHandle handle(pcap_fopen_offline(file, message));
    if (!handle) {
        (void)std::fclose(file);
        return fail(ErrorCode::Internal, fmt::format("libpcap does not support link type {}: {}", linkType, message));
    }
    return handle;
}

Result<PcapProgram> compilePcapProgram(pcap* handle, std::string_view text)
{
    const std::string filter(text);
    if (filter.find('\0') != std::string::npos)
        return fail(ErrorCode::InvalidInput, "the packet filter has a zero byte in it; type it again");
    auto plain = std::make_unique<bpf_program>();
    if (pcap_compile(handle, plain.get(), filter.c_str(), 1, PCAP_NETMASK_UNKNOWN) != 0)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the packet filter \"{}\" cannot be parsed: {}; write it in the language of "
                                "pcap-filter, for example \"tcp port 5001\"",
                                filter, pcap_geterr(handle)));
    return PcapProgram(plain.release());
}

int systemLinkType(int fileLinkType) noexcept
{
    for (const auto& [file, system] : differing)
        if (file == fileLinkType)
            return system;
    return fileLinkType;
}

std::uint16_t fileLinkType(int systemLinkType) noexcept
{
    for (const auto& [file, system] : differing)
        if (system == systemLinkType)
            return static_cast<std::uint16_t>(file);
    return static_cast<std::uint16_t>(systemLinkType);
}

std::string linkTypeText(int linkType)
{
    const char* const name = pcap_datalink_val_to_name(linkType);
    const char* const words = pcap_datalink_val_to_description(linkType);
    if (name == nullptr)
        return fmt::format("link type {}", linkType);
    return words == nullptr ? std::string(name) : fmt::format("{} ({})", name, words);
}

} // namespace millrace::capture
