// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/live_capture.h"

#include "core/capture/capture_device.h"
#include "core/capture/capture_files.h"
#include "core/capture/pcap_handle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <linux/filter.h>
#include <mutex>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <thread>

#include <pcap/pcap.h>

namespace millrace::capture {

namespace {

using namespace std::chrono_literals;

/// Time after which a block of packets is returned even if it is not full.
constexpr int blockTime = 50; // ms
/// A block with packets is closed at the second tick of its timer at the latest.
constexpr Nanoseconds drainQuiet = 130ms;
constexpr Nanoseconds drainAtMost = 5s;
constexpr Nanoseconds publishEvery = 100ms;
constexpr Nanoseconds flushEvery = 1s;
constexpr int packetsAtOnce = 10'000;

Error activationError(int code, pcap* handle, const CaptureSpec& spec)
{
    const std::string words = pcap_geterr(handle);
    const std::string more = words.empty() ? pcap_statustostr(code) : words;
    if (code == PCAP_ERROR_PERM_DENIED || code == PCAP_ERROR_PROMISC_PERM_DENIED)
        return fail(ErrorCode::Denied,
                    fmt::format("packets of {} may not be recorded: {}; the agent needs the right CAP_NET_RAW on its "
                                "node: run it as root",
                                spec.interface, more));
    if (code == PCAP_ERROR_NO_SUCH_DEVICE)
        return fail(ErrorCode::NotFound, fmt::format("there is no interface {} here: {}", spec.interface, more));
    if (code == PCAP_ERROR_IFACE_NOT_UP)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the interface {} is down; bring it up first", spec.interface));
    return fail(ErrorCode::Io, fmt::format("recording of {} cannot be started: {}", spec.interface, more));
}

Result<void> checkSpec(const CaptureSpec& spec)
{
    if (spec.interface.empty())
        return fail(ErrorCode::InvalidInput, "a recording needs the name of an interface");
    if (!spec.file.has_filename() || !spec.file.is_absolute())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not an absolute path of a file to record into", spec.file.string()));
    if (spec.snapLength < 14 || spec.snapLength > 262144)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a snap length of {} is not possible; use 14 to 262144 bytes", spec.snapLength));
    if (spec.ringFileBytes > 0 && spec.ringFiles < 2)
        return fail(ErrorCode::InvalidInput, "a ring needs at least 2 files");
    if (spec.kernelBuffer < (1u << 20) || spec.kernelBuffer > (1u << 30))
        return fail(ErrorCode::InvalidInput, "the kernel's buffer must have 1 MiB to 1 GiB");
    std::error_code ignored;
    if (!std::filesystem::is_directory(spec.file.parent_path(), ignored))
        return fail(ErrorCode::NotFound, fmt::format("there is no folder {}", spec.file.parent_path().string()));
    return {};
}

Result<void> setFilter(pcap* handle, const CaptureSpec& spec, bool loopback)
{
    MR_TRY(program, compilePcapProgram(handle, spec.filter));
    if (pcap_setfilter(handle, program.get()) != 0)
        return fail(ErrorCode::Io, fmt::format("setting the filter on {}: {}", spec.interface, pcap_geterr(handle)));
    if (spec.direction == CaptureDirection::Both && !loopback)
        return {};
    const bool in = loopback || spec.direction == CaptureDirection::In;
    if (pcap_setdirection(handle, in ? PCAP_D_IN : PCAP_D_OUT) != 0)
        return fail(ErrorCode::Io, fmt::format("the direction on {}: {}", spec.interface, pcap_geterr(handle)));
    // libpcap filters the direction only after the kernel has stored the packet. So the kernel filters it as well; if
    // it refuses, that costs only time. A loopback packet is seen when it leaves and when it returns; the second is
    // enough.
    const std::string word = in ? "inbound" : "outbound";
    auto both = compilePcapProgram(handle, spec.filter.empty() ? word : fmt::format("{} and ({})", word, spec.filter));
    if (both && pcap_datalink(handle) == DLT_EN10MB) {
        const sock_fprog kernel{static_cast<unsigned short>((*both)->bf_len),
                                reinterpret_cast<sock_filter*>((*both)->bf_insns)};
        ::setsockopt(pcap_fileno(handle), SOL_SOCKET, SO_ATTACH_FILTER, &kernel, sizeof kernel);
    }
    return {};
}

Result<PcapHandle> openLive(const CaptureSpec& spec, bool loopback)
{
    std::array<char, PCAP_ERRBUF_SIZE> words{};
    PcapHandle handle(pcap_create(spec.interface.c_str(), words.data()));
    if (!handle)
        return fail(ErrorCode::Io, fmt::format("recording of {}: {}", spec.interface, words.data()));
    pcap_set_snaplen(handle.get(), static_cast<int>(spec.snapLength));
    pcap_set_promisc(handle.get(), 0);
    pcap_set_timeout(handle.get(), blockTime);
    pcap_set_buffer_size(handle.get(), static_cast<int>(spec.kernelBuffer));
    pcap_set_tstamp_precision(handle.get(), PCAP_TSTAMP_PRECISION_NANO);
    if (const int code = pcap_activate(handle.get()); code < 0)
        return activationError(code, handle.get(), spec);
    if (pcap_setnonblock(handle.get(), 1, words.data()) != 0)
        return fail(ErrorCode::Io, fmt::format("recording of {}: {}", spec.interface, words.data()));
    MR_CHECK(setFilter(handle.get(), spec, loopback));
    return handle;
}

/// Makes the kernel drop further packets. Bypasses libpcap, which would also discard the waiting ones.
void refuseAll(pcap* handle)
{
    sock_filter nothing{BPF_RET | BPF_K, 0, 0, 0};
    const sock_fprog program{1, &nothing};
    ::setsockopt(pcap_fileno(handle), SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

} // namespace

class LiveCapture::Recorder
{
public:
    Recorder(const CaptureSpec& spec, const CaptureDevice& device, PcapHandle handle, CaptureFiles files,
             std::uint16_t linkType)
        : m_handle(std::move(handle)), m_files(std::move(files)), m_dropsBefore(interfaceDrops(spec.interface)),
          m_aboveMtu(device.mtu > 0 ? static_cast<std::uint32_t>(device.mtu) + linkHeaderBytes : ~0u)
    {
        m_status.interface = spec.interface;
        m_status.mtu = device.mtu;
        m_status.linkType = linkType;
        m_status.start = wallNow();
        m_thread = std::jthread([this](const std::stop_token& stop) { record(stop); });
    }

    [[nodiscard]] CaptureStatus status() const
    {
        const std::lock_guard lock(m_mutex);
        return m_status;
    }

    CaptureStatus stop()
    {
        const std::lock_guard lock(m_stopMutex);
        if (m_thread.joinable()) {
            m_thread.request_stop();
            m_wake.notify();
            m_thread.join();
        }
        return status();
    }

private:
    static constexpr std::uint32_t linkHeaderBytes = 18; ///< Ethernet with a VLAN tag

    static void take(u_char* self, const pcap_pkthdr* header, const u_char* bytes)
    {
        auto& recorder = *reinterpret_cast<Recorder*>(self);
        const std::int64_t time = std::int64_t(header->ts.tv_sec) * 1'000'000'000 + header->ts.tv_usec;
        if (!recorder.m_files.add(time, header->len, {bytes, header->caplen}))
            return pcap_breakloop(recorder.m_handle.get());
        CaptureCounts& counts = recorder.m_counts;
        ++recorder.m_taken;
        counts.wireBytes += header->len;
        counts.framesAboveMtu += header->len > recorder.m_aboveMtu ? 1 : 0;
        counts.largestFrame = std::max(counts.largestFrame, header->len);
    }

    void record(const std::stop_token& stop)
    {
        ::prctl(PR_SET_NAME, "mr-capture");
        Deadline nextPublish = deadlineIn(publishEvery);
        Deadline nextFlush = deadlineIn(flushEvery);
        while (!stop.stop_requested() && m_reason.empty()) {
            if (takePackets() < packetsAtOnce)
                waitForPackets(publishEvery);
            if (timeLeft(nextPublish) == 0ns) {
                publish();
                nextPublish = deadlineIn(publishEvery);
            }
            if (timeLeft(nextFlush) == 0ns) {
                m_files.flush();
                nextFlush = deadlineIn(flushEvery);
            }
        }
        refuseAll(m_handle.get());
        const Nanoseconds end = wallNow();
        drain();
        close(end);
    }

    int takePackets()
    {
        const int taken =
            pcap_dispatch(m_handle.get(), packetsAtOnce, &Recorder::take, reinterpret_cast<u_char*>(this));
        if (!m_files.end().empty())
            m_reason = m_files.end();
        else if (taken == PCAP_ERROR)
            m_reason =
                fmt::format("reading from {}: {}; was it taken down?", m_status.interface, pcap_geterr(m_handle.get()));
        return taken;
    }

    void waitForPackets(Nanoseconds time)
    {
        std::array<pollfd, 2> entries{{{pcap_get_selectable_fd(m_handle.get()), POLLIN, 0}, {m_wake.fd(), POLLIN, 0}}};
        ::poll(entries.data(), entries.size(), static_cast<int>(time / 1ms));
        m_wake.drain();
    }

    void drain()
    {
        const Deadline last = deadlineIn(drainAtMost);
        Deadline quiet = deadlineIn(drainQuiet);
        while (m_reason.empty() && timeLeft(quiet) > 0ns && timeLeft(last) > 0ns) {
            if (takePackets() > 0)
                quiet = deadlineIn(drainQuiet);
            else
                waitForPackets(20ms);
        }
    }

    void readCounters()
    {
        pcap_stat statistics{};
        if (pcap_stats(m_handle.get(), &statistics) == 0) {
            // libpcap's counter has 32 bits.
            m_counts.droppedByKernel += statistics.ps_drop - m_dropsSeen;
            m_dropsSeen = statistics.ps_drop;
        }
        m_counts.received = m_taken + m_counts.droppedByKernel;
        if (const auto now = interfaceDrops(m_status.interface); now && m_dropsBefore) {
            m_counts.droppedByInterface = m_counts.droppedByInterface.value_or(0) + (*now - *m_dropsBefore);
            m_dropsBefore = now;
        }
        m_counts.writtenPackets = m_files.packets();
        m_counts.writtenBytes = m_files.bytes();
    }

    void publish()
    {
        readCounters();
        const std::lock_guard lock(m_mutex);
        m_status.counts = m_counts;
    }

    void close(Nanoseconds end)
    {
        if (auto finished = m_files.finish(); !finished && m_reason.empty())
            m_reason = finished.error().text();
        if (m_reason.empty())
            m_reason = m_files.end();
        readCounters();
        const std::lock_guard lock(m_mutex);
        m_status.counts = m_counts;
        m_status.running = false;
        m_status.stop = end;
        m_status.reason = m_reason;
        m_status.files = m_files.whole();
        m_status.notes = notes();
        m_handle.reset();
    }

    [[nodiscard]] Issues notes() const
    {
        Issues notes;
        const auto note = [&](const char* kind, std::uint64_t count, std::string sentence) {
            if (count > 0)
                notes.push_back({kind, Severity::Warning, static_cast<std::int64_t>(count), std::move(sentence),
                                 m_status.interface});
        };
        note("dropped", m_counts.droppedByKernel,
             fmt::format("the kernel dropped {} of {} packets for lack of buffer; raise the kernel's buffer, lower the "
                         "snap length, or set a filter",
                         m_counts.droppedByKernel, m_counts.received));
        note("dropped-by-interface", m_counts.droppedByInterface.value_or(0),
             "the interface lost packets before they could be recorded");
        note(
            "frames-above-mtu", m_counts.framesAboveMtu,
            fmt::format("frames of up to {} bytes on an interface with an MTU of {}: offloads put packets together, so "
                        "sizes, bursts and gaps are not those of the wire; switch the offloads off or emulate in "
                        "packet mode",
                        m_counts.largestFrame, m_status.mtu));
        return notes;
    }

    PcapHandle m_handle;
    CaptureFiles m_files;
    CaptureCounts m_counts;
    std::uint64_t m_taken = 0;
    u_int m_dropsSeen = 0;
    std::optional<std::uint32_t> m_dropsBefore;
    std::uint32_t m_aboveMtu;
    std::string m_reason;
    WakeUp m_wake;

    mutable std::mutex m_mutex; ///< for m_status once the thread runs
    CaptureStatus m_status;
    std::mutex m_stopMutex;
    std::jthread m_thread;
};

LiveCapture::LiveCapture(std::unique_ptr<Recorder> recorder) : m_recorder(std::move(recorder)) { }

LiveCapture::~LiveCapture()
{
    stop();
}

Result<std::unique_ptr<LiveCapture>> LiveCapture::start(const CaptureSpec& spec)
{
    MR_CHECK(checkSpec(spec));
    const auto device = findDevice(spec.interface);
    if (!device)
        return fail(ErrorCode::NotFound, fmt::format("there is no interface {} here", spec.interface));
    MR_TRY(handle, openLive(spec, device->loopback));
    const std::uint16_t linkType = fileLinkType(pcap_datalink(handle.get()));
    MR_TRY(files, CaptureFiles::open(spec, linkType));
    return std::unique_ptr<LiveCapture>(
        new LiveCapture(std::make_unique<Recorder>(spec, *device, std::move(handle), std::move(files), linkType)));
}

CaptureStatus LiveCapture::status() const
{
    return m_recorder->status();
}

CaptureStatus LiveCapture::stop()
{
    return m_recorder->stop();
}

} // namespace millrace::capture
