// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen/published_rates.h"

#include "core/base/clock.h"
#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace millrace::studies::flumen {

namespace {

constexpr double bytesPerGigabit = 125e6;

/// The windows within one deviation of the mean; windows with rate 0 are dropped too, as in the script.
double truncatedMean(std::span<const double> rates, double mean, double deviation)
{
    double sum = 0;
    std::size_t count = 0;
    for (const double rate : rates)
        if (rate <= mean + deviation && rate >= mean - deviation && rate != 0) {
            sum += rate;
            ++count;
        }
    return count == 0 ? unknown : sum / static_cast<double>(count);
}

} // namespace

std::vector<double> ratesOf(std::span<const RateWindow> windows)
{
    std::vector<double> rates;
    for (const RateWindow& window : windows)
        rates.push_back(window.rate);
    return rates;
}

std::int64_t LoggedPacket::timeOfDay() const noexcept
{
    const std::int64_t rest = time % nanosecondsPerDay;
    return rest < 0 ? rest + nanosecondsPerDay : rest;
}

EqualPacketWindows::EqualPacketWindows(std::uint64_t skip, std::size_t length, std::size_t most)
    : m_skip(skip), m_length(std::max<std::size_t>(length, 2)), m_most(most), m_bytes(m_length, 0), m_times(m_length, 0)
{
}

void EqualPacketWindows::add(const LoggedPacket& packet)
{
    const std::size_t place = m_place;
    m_place = (m_place + 1) % m_length;
    if (m_skip > ++m_lines + 1)
        return;
    const std::int64_t now = packet.timeOfDay();
    if (m_before) {
        m_bytes[place] = packet.payloadBytes;
        m_times[place] = now - *m_before;
        m_running += now - *m_before;
        m_rightBytes += packet.payloadBytes;
    } else {
        m_first = m_last = packet.time;
    }
    m_before = now;
    m_last = std::max(m_last, packet.time);
    if (place == m_length / 2 || place == m_length - 1)
        closeWindow();
}

void EqualPacketWindows::closeWindow()
{
    const auto bytes = std::accumulate(m_bytes.begin(), m_bytes.end(), std::uint64_t(0));
    const auto time = std::accumulate(m_times.begin(), m_times.end(), std::int64_t(0));
    if (time == 0)
        return;
    if (m_windows.size() >= m_most)
        ++m_beyond;
    else
        m_windows.push_back({seconds(m_running), static_cast<double>(bytes) / (seconds(time) * bytesPerGigabit), 0});
}

report::PublishedFigures EqualPacketWindows::figures() const
{
    const std::vector<double> rates = ratesOf(m_windows);
    const double average = rates.empty() ? unknown : mean(rates);
    const double deviation = rates.empty() ? unknown : populationDeviation(rates);
    const double right =
        m_last > m_first ? static_cast<double>(m_rightBytes) / (seconds(m_last - m_first) * bytesPerGigabit) : unknown;
    const std::string windows = "payload in windows of a fixed number of packets, each window counting the same";
    const std::string byTime = "payload after the first packet by the time from the first packet to the last";
    const std::string why = "busy stretches have more windows than their share of the time";
    const double count = static_cast<double>(rates.size());
    return {
        {"rate.mean", "", "Gbit/s", average, right, "mean of " + windows, byTime, why},
        {"rate.truncated-mean", "", "Gbit/s", truncatedMean(rates, average, deviation), right,
         "mean of the windows within one deviation of the mean", byTime, why},
        {"rate.deviation", "", "Gbit/s", deviation, unknown, "population deviation of the windows", "",
         "depends on the length of the windows; the deviation of a rate needs windows of equal time"},
        {"rate.windows", "", "", count, count, "windows that last longer than 0", "the same", ""},
        {"rate.time", "", "s", seconds(m_running), seconds(m_last - m_first), "sum of the differences of times of day",
         "last minus first time", "a log that passes midnight loses a day"},
    };
}

void SecondsRate::add(const LoggedPacket& packet)
{
    ++m_lines;
    const double bits = 8.0 * (packet.payloadBytes + headerAllowance);
    m_sum += bits;
    m_squares += static_cast<long double>(bits) * bits;
    m_wire += packet.wireBytes;
    m_wireKnown = m_wireKnown && packet.wireBytes != 0;
    ++m_packets;
    if (m_packets == 1) {
        m_failed = m_lines != 1;
        m_first = packet.timeOfDay();
        m_trueFirst = m_trueLast = packet.time;
        m_firstBits = static_cast<std::uint64_t>(bits);
        m_bits.push_back(bits);
        return;
    }
    m_trueLast = std::max(m_trueLast, packet.time);
    std::int64_t elapsed = packet.timeOfDay() - m_first;
    if (elapsed < 0)
        elapsed += nanosecondsPerDay;
    m_elapsed = seconds(elapsed);
    if (m_elapsed > m_nextSecond) {
        m_bits.push_back(bits);
        m_nextSecond = std::floor(m_elapsed) + 1;
    } else {
        m_bits.back() += bits;
    }
}

report::PublishedFigures SecondsRate::figures() const
{
    double published = unknown;
    std::string remark = "seconds without packets do not count";
    const double last = m_elapsed - std::floor(m_elapsed);
    if (m_failed) {
        remark = "the script stops: the first line is not a packet";
    } else if (m_packets < 2 || last == 0) {
        remark = "the script divides by 0: the log ends on a whole second after its first packet";
    } else {
        std::vector<double> rates = m_bits;
        rates.back() /= last;
        const double average = mean(rates);
        std::erase_if(rates, [&](double rate) { return !(rate - average < 0.25 * average); });
        published = rates.empty() ? unknown : mean(rates) / 1e9;
    }
    const double time = seconds(m_trueLast - m_trueFirst);
    const auto count = static_cast<double>(m_packets);
    const auto all = static_cast<double>(m_sum);
    const double right = time > 0 ? (all - static_cast<double>(m_firstBits)) / time / 1e9 : unknown;
    const double meanBits = m_packets == 0 ? unknown : all / count;
    const double rightMean = m_wireKnown && m_packets > 0 ? 8 * static_cast<double>(m_wire) / count : unknown;
    return {
        {"job.rate", "", "Gbit/s", published, right,
         "payload and 58 bytes in whole seconds since the first packet, the last by its part; mean of those less than "
         "a quarter above their mean",
         "payload and 58 bytes of the packets after the first, by the time from the first packet to the last", remark},
        {"job.time", "", "s", m_failed ? unknown : m_elapsed, time, "from the first line to the last, below a day",
         "last minus first time", ""},
        {"packet.mean-bits", "", "bit", meanBits, rightMean, "payload and 58 bytes, mean", "bits on the wire, mean",
         m_wireKnown ? "" : "the log does not say what was on the wire"},
        {"packet.second-moment", "", "bit²", m_packets == 0 ? unknown : static_cast<double>(m_squares) / count, unknown,
         "mean of the squares of payload and 58 bytes", "", ""},
    };
}

} // namespace millrace::studies::flumen
