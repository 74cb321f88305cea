// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/base/text_marks.h"
#include "core/planner/averaging.h"

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace millrace::planner {

/// How fast one machine of a type trains the model, by itself.
struct MachineRate
{
    std::string machine; ///< as in Node::machine
    double samplesPerSecond = 0;
    std::string source; ///< "measured in run A-2", "assumed"

    bool operator==(const MachineRate&) const = default;
};

inline constexpr std::array machineRateFields = {
    field("machine", &MachineRate::machine, "", {.always = true}),
    field("samples_per_second", &MachineRate::samplesPerSecond, Quantity::Number, {0, 1e12, true}, "",
          {.always = true}),
    field("source", &MachineRate::source),
};

/// A training whose machines are still to be chosen. The nodes of the cluster are what may be rented, its links what
/// one connection between them reaches.
struct PlanSpec
{
    std::string name;
    std::string cluster; ///< of the project
    std::uint64_t parameters = 0;
    double bytesPerParameter = 2; ///< on the wire: 4 float32, 2 float16, 1 int8
    std::uint64_t targetBatch = 32768; ///< samples that all peers collect between two averagings
    std::uint64_t samples = 0; ///< of the whole training
    std::vector<MachineRate> rates;
    int streams = 1; ///< connections between two peers
    bool overlap = false; ///< peers go on training while they average
    std::chrono::nanoseconds matchmaking = std::chrono::seconds(5); ///< rounds that take less than this are unstable
    double bytesPerSample = 0; ///< read from `dataStore`
    std::string dataStore; ///< a provider in the prices; empty: the data is on the machines
    std::optional<double> budget; ///< $ for the whole training
    std::optional<std::chrono::nanoseconds> deadline;
    double leastGranularity = 0; ///< computing ÷ averaging, of the wall clock
    std::optional<std::chrono::nanoseconds>
        rejoin; ///< from the end of a spot machine until its replacement runs; unset: interruptions are not counted
    std::optional<double> interruptions; ///< of a spot machine, an hour; unset: by the prices
    double stateBytesPerParameter = 12; ///< what a replacement reads: weights and two moments of Adam in float32
    std::string priceDate; ///< prices until this date; empty: the latest
    AveragingLaw averaging;

    bool operator==(const PlanSpec&) const = default;
};

struct PlanParts
{
    static void readRates(JsonFields& fields, std::string_view key, PlanSpec& plan);
    static void writeRates(const PlanSpec& plan, std::string_view key, Json& json);
    static void readAveraging(JsonFields& fields, std::string_view key, PlanSpec& plan);
    static void writeAveraging(const PlanSpec& plan, std::string_view key, Json& json);
};

/// All fields of a plan. A new one is a member above and its line here.
inline constexpr std::array planFields = {
    field("name", &PlanSpec::name, MR_TEXT("millrace::ui::PlanForm", "&Name"), {.always = true}),
    field("cluster", &PlanSpec::cluster, MR_TEXT("millrace::ui::PlanForm", "&Cluster"), {.always = true}),
    field("parameters", &PlanSpec::parameters, Quantity::Count, {1, 1e14},
          MR_TEXT("millrace::ui::PlanForm", "&Parameters"), {.always = true}),
    field("bytes_per_parameter", &PlanSpec::bytesPerParameter, Quantity::Number, {0.125, 16},
          MR_TEXT("millrace::ui::PlanForm", "&Bytes of a parameter on the wire")),
    field("target_batch", &PlanSpec::targetBatch, Quantity::Count, {1, 1e12},
          MR_TEXT("millrace::ui::PlanForm", "Samples between two &averagings")),
    field("samples", &PlanSpec::samples, Quantity::Count, {1, 1e18},
          MR_TEXT("millrace::ui::PlanForm", "&Samples in total"), {.always = true}),
    field("rates", FieldPart<PlanSpec>{PlanParts::readRates, PlanParts::writeRates}),
    field("streams", &PlanSpec::streams, Quantity::Count, {1, 4096},
          MR_TEXT("millrace::ui::PlanForm", "Conn&ections between two machines")),
    field("overlap", &PlanSpec::overlap, MR_TEXT("millrace::ui::PlanForm", "Train &while averaging")),
    field("matchmaking", &PlanSpec::matchmaking, Quantity::Duration, {0, 3.6e12},
          MR_TEXT("millrace::ui::PlanForm", "&Matchmaking")),
    field("bytes_per_sample", &PlanSpec::bytesPerSample, Quantity::Number, {0, 1e12},
          MR_TEXT("millrace::ui::PlanForm", "Bytes &read for a sample")),
    field("data_store", &PlanSpec::dataStore, MR_TEXT("millrace::ui::PlanForm", "Rea&d from")),
    field("budget", &PlanSpec::budget, Quantity::Number, {0, 1e12, true},
          MR_TEXT("millrace::ui::PlanForm", "Bud&get, $"), {.unset = MR_TEXT("millrace::ui::PlanForm", "none")}),
    field("deadline", &PlanSpec::deadline, Quantity::Duration, {1e9, 9e18},
          MR_TEXT("millrace::ui::PlanForm", "Dead&line"), {.unset = MR_TEXT("millrace::ui::PlanForm", "none")}),
    field("least_granularity", &PlanSpec::leastGranularity, Quantity::Number, {0, 1e6},
          MR_TEXT("millrace::ui::PlanForm", "Least gran&ularity")),
    field("rejoin", &PlanSpec::rejoin, Quantity::Duration, {0, 9e18},
          MR_TEXT("millrace::ui::PlanForm", "Until a rep&lacement runs"),
          {.unset = MR_TEXT("millrace::ui::PlanForm", "interruptions do not count")}),
    field("interruptions", &PlanSpec::interruptions, Quantity::Number, {0, 3600},
          MR_TEXT("millrace::ui::PlanForm", "&Interruptions of a spot machine, per hour"),
          {.unset = MR_TEXT("millrace::ui::PlanForm", "by the prices")}),
    field("state_bytes_per_parameter", &PlanSpec::stateBytesPerParameter, Quantity::Number, {0, 64},
          MR_TEXT("millrace::ui::PlanForm", "Bytes of the s&tate for a parameter")),
    field("price_date", &PlanSpec::priceDate, MR_TEXT("millrace::ui::PlanForm", "Prices un&til")),
    field("averaging", FieldPart<PlanSpec>{PlanParts::readAveraging, PlanParts::writeAveraging}),
};

[[nodiscard]] PlanSpec readPlan(const Json& json, const std::string& path, Issues& issues);
[[nodiscard]] Json toJson(const PlanSpec& plan);
/// Returns all problems of the plan by itself, `where` relative to it.
[[nodiscard]] Issues validate(const PlanSpec& plan);

} // namespace millrace::planner
