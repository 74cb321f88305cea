// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/peer.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>

namespace millrace::studies::multi_cloud {

namespace {

constexpr double bytesPerMegabit = 1e6 / 8;

double sumOfRows(const std::vector<double>& values, std::size_t begin, std::size_t end)
{
    double sum = 0;
    for (std::size_t row = begin; row < std::min(end, values.size()); ++row)
        sum += std::isnan(values[row]) ? 0 : values[row];
    return sum;
}

/// The rows of an averaging: as many as its seconds, before the one that reports it.
std::size_t windowBegin(std::size_t row, double seconds)
{
    const double rows = std::ceil(std::clamp(seconds, 0.0, 1e9));
    return rows >= static_cast<double>(row) ? 0 : row - static_cast<std::size_t>(rows);
}

double peakIn(const std::vector<double>& megabits, std::size_t row, double seconds)
{
    double peak = unknown;
    for (std::size_t i = windowBegin(row, seconds); i < std::min(row, megabits.size()); ++i)
        if (!std::isnan(megabits[i]) && !(megabits[i] <= peak))
            peak = megabits[i];
    return peak * 1e6;
}

/// Rows that report an averaging, and its duration.
using Windows = std::vector<std::pair<std::size_t, double>>;

/// Bytes received between averagings, from the row of one to the start of the next.
double receivedOutside(const std::vector<double>& received, const Windows& windows, bool tail)
{
    double megabits = 0;
    std::size_t from = 0;
    for (const auto& [row, seconds] : windows) {
        const std::size_t begin = windowBegin(row, seconds);
        if (begin > from)
            megabits += sumOfRows(received, from, begin);
        from = row;
    }
    if (tail)
        megabits += sumOfRows(received, from, received.size());
    return megabits * bytesPerMegabit;
}

/// The study's rule for averaging steps, on any list of times.
double cutOf(const std::vector<double>& times)
{
    return times.size() < 2 ? unknown : median(times) + 2 * standardDeviation(times);
}

void addPublishedRounds(PeerValues& values, const std::vector<WandbStep>& steps)
{
    std::vector<double> times;
    for (const WandbStep& step : steps)
        times.push_back(step.optimizer);
    values.cut = cutOf(times);
    const auto isRound = [&](const WandbStep& step) { return step.optimizer >= values.cut; };
    const auto first = std::ranges::find_if(steps, isRound);
    if (first == steps.end())
        return;
    values.publishedRounds = 1;
    double calc = 0;
    double comm = 0;
    for (auto step = first + 1; step != steps.end(); ++step) {
        calc += step->move + step->forward + step->loss + step->backward;
        if (isRound(*step)) {
            comm += step->optimizer;
            ++values.publishedRounds;
            ++values.cleanRounds;
        } else
            calc += step->optimizer;
    }
    values.calc = calc;
    values.comm = comm;
}

/// The step in which the global epoch increases is the averaging; if the previous step took longer, that one.
void addMeasuredRounds(PeerValues& values, const WandbLog& log, std::vector<bool>& isRound)
{
    const std::vector<double>& sent = log.column("bandwidth/net_sent_sys_bandwidth_Mbits");
    const std::vector<double>& received = log.column("bandwidth/net_recv_sys_bandwidth_Mbits");
    for (std::size_t i = 1; i < log.steps.size(); ++i) {
        if (!(log.steps[i].epoch > log.steps[i - 1].epoch))
            continue;
        const bool before = log.steps[i - 1].optimizer > log.steps[i].optimizer && !isRound[i - 1];
        const std::size_t at = before ? i - 1 : i;
        const WandbStep& step = log.steps[at];
        isRound[at] = true;
        values.rounds.push_back({step.row, step.line, step.timestamp, step.optimizer, log.steps[i].epoch,
                                 peakIn(sent, step.row, step.optimizer), peakIn(received, step.row, step.optimizer)});
    }
}

void addLedger(PeerValues& values, const std::vector<WandbStep>& steps, const std::vector<bool>& isRound)
{
    if (steps.size() < 2)
        return;
    PeerLedger& ledger = values.ledger;
    ledger.wall = steps.back().runtime - steps.front().runtime;
    double local = 0;
    double localSamples = 0;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const WandbStep& step = steps[i];
        ledger.load += step.dataload;
        ledger.move += step.move;
        ledger.forward += step.forward;
        ledger.loss += step.loss;
        ledger.backward += step.backward;
        (isRound[i] ? ledger.averaging : ledger.localStep) += step.optimizer;
        if (!isRound[i]) {
            local += step.total;
            localSamples += step.samples - steps[i - 1].samples;
        }
    }
    if (local > 0)
        values.localRate = localSamples / local;
}

void addBaseline(PeerValues& values, const std::vector<WandbStep>& steps)
{
    std::vector<double> rates;
    for (const WandbStep& step : steps)
        rates.push_back(step.rate);
    if (!rates.empty())
        values.publishedRate = mean(rates);
    if (values.ledger.wall > 0)
        values.wallRate = values.samples / values.ledger.wall;
}

/// Averagings by the study's rule on the raw rows, as in its traffic notebook.
Windows publishedWindows(const std::vector<double>& optimizer)
{
    std::vector<double> times;
    std::ranges::copy_if(optimizer, std::back_inserter(times), [](double value) { return !std::isnan(value); });
    const double cut = cutOf(times);
    Windows windows;
    for (std::size_t row = 0; row < optimizer.size(); ++row)
        if (optimizer[row] >= cut)
            windows.emplace_back(row, optimizer[row]);
    return windows;
}

/// The mean time between system rows: the rates cover the last interval, a little more than a second.
double samplingInterval(const std::vector<double>& rates, const std::vector<double>& timestamps)
{
    double first = unknown;
    double last = unknown;
    std::size_t rows = 0;
    for (std::size_t row = 0; row < std::min(rates.size(), timestamps.size()); ++row)
        if (!std::isnan(rates[row]) && !std::isnan(timestamps[row])) {
            first = std::isnan(first) ? timestamps[row] : first;
            last = timestamps[row];
            ++rows;
        }
    const double interval = rows < 2 ? 1 : (last - first) / static_cast<double>(rows - 1);
    return interval >= 0.5 && interval <= 5 ? interval : 1;
}

void addTraffic(PeerValues& values, const WandbLog& log)
{
    const std::vector<double>& sent = log.column("bandwidth/net_sent_sys_bandwidth_Mbits");
    const std::vector<double>& received = log.column("bandwidth/net_recv_sys_bandwidth_Mbits");
    if (sent.empty() || received.empty())
        return;
    values.systemRows =
        static_cast<std::size_t>(std::ranges::count_if(sent, [](double value) { return !std::isnan(value); }));
    values.interval = samplingInterval(sent, log.column("_timestamp"));
    values.sent = sumOfRows(sent, 0, sent.size()) * bytesPerMegabit;
    values.received = sumOfRows(received, 0, received.size()) * bytesPerMegabit;
    if (!log.steps.empty())
        values.trainingSent =
            sumOfRows(sent, log.steps.front().row, log.steps.back().row) * bytesPerMegabit * values.interval;
    if (log.kind != WandbKind::Peer)
        return;
    const Windows windows = publishedWindows(log.column("02_timing/opt_step_time_s"));
    if (!windows.empty()) {
        values.publishedLoading = receivedOutside(received, windows, false);
        std::vector<double> peaksSent;
        std::vector<double> peaksReceived;
        for (const auto& [row, seconds] : windows)
            if (const double peak = peakIn(sent, row, seconds); !std::isnan(peak)) {
                peaksSent.push_back(peak);
                peaksReceived.push_back(peakIn(received, row, seconds));
            }
        values.publishedPeakSent = mean(peaksSent);
        values.publishedPeakReceived = mean(peaksReceived);
    }
    Windows measured;
    for (const PeerRound& round : values.rounds)
        measured.emplace_back(round.row, round.seconds);
    values.loading = receivedOutside(received, measured, true) * values.interval;
}

} // namespace

double PeerValues::publishedGranularity() const
{
    return comm > 0 ? std::nearbyint(calc / comm * 100) / 100 : unknown;
}

double PeerValues::averagingTime() const
{
    if (rounds.empty())
        return unknown;
    double sum = 0;
    const std::size_t first = rounds.size() > 1 ? 1 : 0;
    for (std::size_t i = first; i < rounds.size(); ++i)
        sum += rounds[i].seconds;
    return sum / static_cast<double>(rounds.size() - first);
}

PeerValues peerValues(const WandbLog& log)
{
    PeerValues values;
    values.steps = log.steps.size();
    for (const double runtime : log.column("_runtime"))
        if (!(runtime <= values.runtime) && !std::isnan(runtime))
            values.runtime = runtime;
    for (const WandbStep& step : log.steps)
        if (!(step.samples <= values.samples))
            values.samples = step.samples;
    std::vector<bool> isRound(log.steps.size());
    if (log.kind == WandbKind::Peer) {
        addPublishedRounds(values, log.steps);
        addMeasuredRounds(values, log, isRound);
    }
    addLedger(values, log.steps, isRound);
    if (log.kind == WandbKind::Baseline)
        addBaseline(values, log.steps);
    addTraffic(values, log);
    return values;
}

} // namespace millrace::studies::multi_cloud
