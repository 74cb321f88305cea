// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/result_query.h"
#include "core/studies/study_import.h"

#include <QByteArray>
#include <QtGlobal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <string>

namespace millrace::studies {

/// Small studies, made, and a store that they are imported into.

inline std::filesystem::path sharedData()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    return data.empty() ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
                        : std::filesystem::path(data);
}

inline void writeFile(const std::filesystem::path& file, const std::string& text)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

inline void copyInto(const std::filesystem::path& from, const std::filesystem::path& to)
{
    std::filesystem::create_directories(to.parent_path());
    std::filesystem::copy(from, to,
                          std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
}

/// A store that is imported into, part by part.
class PartStore
{
public:
    PartStore(const std::filesystem::path& file, std::string study) : m_study(std::move(study))
    {
        auto database = store::Database::openOrCreate(file);
        if (!database)
            qFatal("%s", database.error().text().c_str());
        m_database.emplace(*std::move(database));
    }
    StudyImportOutcome import(const std::filesystem::path& folder, const std::filesystem::path& mapping = {})
    {
        StudyImportRequest request;
        request.study = m_study;
        request.folder = folder;
        request.options.mapping = mapping;
        auto outcome = importStudy(request, &*m_database, {});
        if (!outcome)
            qFatal("%s", outcome.error().text().c_str());
        return *std::move(outcome);
    }
    [[nodiscard]] const std::string& study() const noexcept { return m_study; }
    [[nodiscard]] std::int64_t runs(bool withSuperseded = false)
    {
        store::ResultFilter filter;
        filter.withSuperseded = withSuperseded;
        return store::ResultQuery(*m_database).count(filter).value_or(-1);
    }
    [[nodiscard]] store::Database& database() { return *m_database; }

private:
    std::string m_study;
    std::optional<store::Database> m_database;
};

inline const std::string peerColumns =
    "_step,_runtime,_timestamp,01_general/step,01_general/locally_processed_samples,"
    "01_general/dataset_iteration_count,01_general/lr,02_timing/dataload_time_s,"
    "02_timing/dataload_cuda_move_time_s,02_timing/forward_time_s,"
    "02_timing/loss_calc_time_s,02_timing/backward_time_s,02_timing/opt_step_time_s,"
    "02_timing/step_time_s,03_hivemind/global_epoch,03_hivemind/num_peers,"
    "bandwidth/net_sent_sys_bandwidth_Mbits,bandwidth/net_recv_sys_bandwidth_Mbits\n";

/// A peer with an averaging every twelve steps.
inline std::string madePeer(int steps, double rate)
{
    std::string text = peerColumns;
    int second = 0;
    for (int step = 0; step < steps; ++step) {
        const bool isSync = step % 12 == 11;
        second += isSync ? 5 : 1;
        const double optimizer = isSync ? 4.5 : 0.01;
        text += fmt::format("{0},{1},{2},{0},{3},0,0.0001,0.1,0.02,0.1,0.03,0.15,{4},{5},{6},2,{7},{8}\n", step, second,
                            1'680'000'000 + second, (step + 1) * 32, optimizer, 0.4 + optimizer, (step + 1) / 12, rate,
                            rate * 1.1);
    }
    return text;
}

inline std::string madeMonitor(int epochs, double rate)
{
    std::string text = "_step,_runtime,_timestamp,03_hivemind/global_epoch,03_hivemind/num_peers,"
                       "03_hivemind/optimistic_total_samples_per_second,03_hivemind/epoch_s,"
                       "03_hivemind/epoch_based_sps,03_hivemind/per_epoch_training_samples,"
                       "03_hivemind/global_samples_accumulated\n";
    for (int second = 0; second < epochs * 20; ++second) {
        const bool isNew = second % 20 == 19;
        text += fmt::format("{0},{0},{1},{2},2,{3},{4}\n", second, 1'680'000'000 + second, (second + 1) / 20, rate,
                            isNew ? fmt::format("20,{},{},{}", rate, rate * 20, second) : fmt::format(",,,{}", second));
    }
    return text;
}

inline std::string madeProfile(double rate)
{
    std::string text = "timestamp,local_hostname,target_hostname,target_ip,bandwidth,bandwidth_metric,avg_ping_ms\n";
    for (int i = 0; i < 5; ++i)
        text += fmt::format("2023-04-09_22-17-{:02},gc-t4-1-us,gc-t4-5-eu,1.2.3.4,{},Mbits/sec,103.{}\n", 10 + i,
                            rate + i, i);
    return text;
}

/// Runs whose numbers are those of published ones, so that recipes and claims take them.
inline void makeMultiCloud(const std::filesystem::path& folder)
{
    for (const int run : {77, 79, 81}) {
        for (int peer = 1; peer <= 2; ++peer)
            writeFile(folder / fmt::format("wandb/hivemind-{}-gc-t4-{}.csv", run, peer),
                      madePeer(30 + run % 7, 10.3 * run + peer));
        writeFile(folder / fmt::format("wandb/hivemind-{}-vm-monitor.csv", run), madeMonitor(4, 100.1 + run / 3.0));
    }
    writeFile(folder / "networking/experiment-set-1/1-1/iperf-profile-gc-t4-1-us.csv", madeProfile(210.7));
    writeFile(folder / "networking/experiment-set-1/1-2/iperf-profile-gc-t4-1-us.csv", madeProfile(198.3));
    // Two files of one run, of one of which nothing can be used alone.
    const std::filesystem::path threads = folder / "networking/experiment-set-3/multi-threaded";
    writeFile(threads / "iperf-profile-vm-gpu-2-eu-160thread.csv",
              "timestamp,local_hostname,target_hostname,target_ip,bandwidth,bandwidth_metric,avg_ping_ms\n"
              "2023-05-16_11-24-10,vm-gpu-2,gc-t4-1-eu,34.140.26.231,MBytes,37.9,16.710\n");
    writeFile(threads / "iperf-profile-vm-gpu-2-us-160thread.csv", madeProfile(2770));
}

inline void makeFlumen(const std::filesystem::path& folder)
{
    std::string iterations, rates;
    for (int load = 0; load < 20; ++load) {
        iterations += fmt::format("{},{},0.01,{}\n", load, 0.8 + 0.013 * load * load, 0.9 + 0.02 * load * load);
        rates += fmt::format("{},{},{}\n", load, load * 1000.7, 3.1);
    }
    writeFile(folder / "iperf/processed_results/iperf_data_iter_bert24.txt", iterations);
    writeFile(folder / "iperf/processed_results/iperf_data_bw_bert24.txt", rates);
    std::string cdf;
    for (int i = 0; i < 300; ++i)
        cdf += fmt::format("{}, {}\n", 1 + i * 0.003, i / 299.0);
    writeFile(folder / "cdfs/processed_results/BERT_8G_burst_TCP.csv", cdf);
    writeFile(folder / "cdfs/processed_results/BERT_8G_consist_TCP.csv", cdf + "2.5, 1\n");
}

} // namespace millrace::studies
