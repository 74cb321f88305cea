// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// bench_store [--samples N] [--folder DIR] [--rounds R]: five series of N samples (bytes per 1 ms bin, noisy loss,
// float32 sensor, percent with two decimals, counter) written and read through the store, in turn with two plain ways
// to keep them in SQLite: rows with an index, and chunks of 4096 of difference-coded times and shuffled values. Then
// single live samples at a given rate, and how long each took to be on the disk.

#include "core/base/file_io.h"
#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/store/run_repository.h"
#include "core/store/series_repository.h"
#include "core/store/store_writer.h"
#include "tests/bench/store_baselines.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <thread>

using namespace millrace;
using namespace millrace::store;
using bench::Figures;
using bench::Stopwatch;

namespace {

constexpr std::size_t readSeries = 2;

template <typename T>
T need(Result<T> result)
{
    if (!result) {
        fmt::print(stderr, "bench_store: {}\n", result.error().text());
        std::exit(1);
    }
    if constexpr (!std::is_void_v<T>)
        return *std::move(result);
}

std::vector<analysis::Series> makeData(std::size_t samples)
{
    Random random(1);
    std::vector<analysis::Series> data(5);
    for (std::size_t s = 0; s < data.size(); ++s) {
        data[s].name = fmt::format("series {}", s);
        std::int64_t time = 1'795'159'450'000'000'000;
        double level = 2.3;
        for (std::size_t i = 0; i < samples; ++i) {
            time += 1'000'000 + (s % 2 == 1 ? static_cast<std::int64_t>(random.uniform() * 40 - 20) * 1000 : 0);
            data[s].times.push_back(time);
            const double noise = random.uniform();
            level = level * 0.99999 + 0.1 * noise * 0.00001;
            const double choices[] = {
                noise < 0.6 ? 0 : 1514.0 * static_cast<double>(random.below(83)), level + 0.05 * (noise - 0.5),
                static_cast<double>(static_cast<float>(30 + 5 * std::sin(static_cast<double>(i) / 500) + noise)),
                std::floor(noise * 100) / 100, static_cast<double>(i)};
            data[s].values.push_back(choices[s]);
        }
    }
    return data;
}

RunId makeRun(Database& database)
{
    const SystemClock clock;
    RunRepository runs(database, clock);
    RunRecord run;
    run.cell = "bench";
    const CampaignId campaign = need(runs.createCampaign({}, std::span(&run, 1)));
    return need(runs.runs(campaign)).front().id;
}

Figures writeAndRead(const std::filesystem::path& file, const std::vector<analysis::Series>& data)
{
    Figures figures;
    std::vector<SeriesId> ids;
    {
        Database database = need(Database::create(file));
        const RunId run = makeRun(database);
        const auto writer = need(StoreWriter::start(database));
        const Stopwatch watch;
        for (const auto& series : data)
            ids.push_back(need(writer->addSeries(run, series.name, "", "")));
        constexpr std::size_t batch = 1000;
        for (std::size_t at = 0; at < data.front().times.size(); at += batch)
            for (std::size_t s = 0; s < data.size(); ++s) {
                const std::size_t size = std::min(batch, data[s].times.size() - at);
                need(writer->append(ids[s], std::span(data[s].times).subspan(at, size),
                                    std::span(data[s].values).subspan(at, size)));
            }
        need(writer->finishRun(run));
        figures.write = watch.stop();
    }
    figures.bytes = std::filesystem::file_size(file);
    Database database = need(Database::openReadOnly(file));
    SeriesRepository series(database);
    Issues issues;
    figures.read = bench::medianOf(5, [&] {
        const auto read = need(series.read(ids[readSeries], issues));
        figures.same = read.times == data[readSeries].times && read.values == data[readSeries].values;
    });
    const auto overview = bench::medianOf(9, [&] {
        const auto columns = need(series.overview(ids[readSeries], 2000, issues)).columns;
        if (columns.size() < 1900)
            figures.same = false;
    });
    fmt::print("          overview of 2000 columns: {:.2f} ms, cpu {:.2f} ms\n", overview.wall * 1e3,
               overview.cpu * 1e3);
    return figures;
}

/// Appends single samples whose value is the time of appending, at `rate` to five series for `seconds`, while a second
/// connection looks which have arrived.
void live(const std::filesystem::path& file, double rate, double seconds)
{
    Database database = need(Database::create(file));
    const RunId run = makeRun(database);
    const auto writer = need(StoreWriter::start(database));
    std::vector<SeriesId> ids;
    for (int s = 0; s < 5; ++s)
        ids.push_back(need(writer->addSeries(run, fmt::format("live {}", s), "", "")));
    double worst = 0;
    std::jthread watcher([&](const std::stop_token& stop) {
        Database reader = need(Database::openReadOnly(file));
        SeriesRepository series(reader);
        // The oldest sample that is not there yet is at most as old as the youngest that is.
        while (!stop.stop_requested()) {
            const auto record = need(series.find(run, "live 0", ""));
            if (record && record->samples > 0)
                worst = std::max(worst, static_cast<double>(wallNow().count() - record->lastTime) * 1e-9);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
    const Stopwatch watch;
    const auto total = static_cast<std::int64_t>(rate * seconds);
    const Deadline start = std::chrono::steady_clock::now();
    for (std::int64_t i = 0; i < total; ++i) {
        if (i % 500 == 0)
            std::this_thread::sleep_until(
                start + std::chrono::nanoseconds(static_cast<std::int64_t>(static_cast<double>(i) / rate * 1e9)));
        need(writer->append(ids[static_cast<std::size_t>(i % 5)], wallNow().count(), static_cast<double>(i)));
    }
    const bench::Times appended = watch.stop();
    need(writer->flush());
    watcher.request_stop();
    watcher.join();
    need(writer->finishRun(run));
    fmt::print("live      {:.0f} samples at {:.0f}/s, cpu {:.0f} % of a core; not on the disk for at most {:.2f} s\n",
               static_cast<double>(total), static_cast<double>(total) / appended.wall,
               100 * appended.cpu / appended.wall, worst);
}

void print(std::string_view name, const Figures& figures, std::size_t samples, std::size_t series)
{
    const auto all = static_cast<double>(samples * series);
    fmt::print("{:<9} write {:6.2f} Msample/s ({:6.2f} by cpu)  {:5.2f} B/sample  read {:7.2f} ms ({:7.2f} cpu){}\n",
               name, all / figures.write.wall / 1e6, all / figures.write.cpu / 1e6,
               static_cast<double>(figures.bytes) / all, figures.read.wall * 1e3, figures.read.cpu * 1e3,
               figures.same ? "" : "  MISMATCH");
}

} // namespace

int main(int argc, char** argv)
{
    std::size_t samples = 1'000'000;
    std::size_t rounds = 3;
    double rate = 100'000;
    double seconds = 3;
    std::string folder;
    CLI::App options("Writes and reads time series through the result store, beside plain SQLite tables");
    options.add_option("--samples", samples, "samples in each of five series");
    options.add_option("--rounds", rounds, "rounds of all three ways");
    options.add_option("--rate", rate, "live samples a second");
    options.add_option("--seconds", seconds, "length of the live part");
    options.add_option("--folder", folder, "where to write; a temporary folder otherwise");
    CLI11_PARSE(options, argc, argv);

    const TemporaryFolder temporary = need(TemporaryFolder::make("bench-store"));
    const std::filesystem::path base = folder.empty() ? temporary.path() : std::filesystem::path(folder);
    const auto data = makeData(samples);
    const bench::Columns columns(data);
    for (std::size_t round = 0; round < rounds; ++round) {
        const auto file = base / fmt::format("round-{}.mrdb", round);
        print("store", writeAndRead(file, data), samples, data.size());
        print("chunkz", bench::chunkBaseline(base / "chunks.db", columns, readSeries), samples, data.size());
        print("rows", bench::rowBaseline(base / "rows.db", columns, readSeries), samples, data.size());
        std::filesystem::remove(file);
    }
    live(base / "live.mrdb", rate, seconds);
    return 0;
}
