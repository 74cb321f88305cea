// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field.h"
#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/base/text_marks.h"
#include "core/base/unknown.h"
#include "core/predict/metric.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace millrace::predict {

/// Training job on machines, as numbers that are known before it runs. 0: not known, unless 0 is a value of its own.
struct Setting
{
    std::string model; ///< name: leave-one-model-out holds out all samples of one
    double parameters = 0; ///< of the model
    double forwardFlops = 0; ///< floating-point operations of the forward pass of one sample
    double tensors = 0; ///< gradient tensors
    double bytesPerParameter = 4; ///< on the wire: 4 float32, 2 float16, 1 int8
    double workers = 1;
    double parameterServers = 0; ///< only of the strategy PARAMETER_SERVER
    double batch = 0; ///< samples of one worker and step
    std::string strategy; ///< a name of core/collective, PARAMETER_SERVER, or empty: a ring
    double bitsPerSecond = 0; ///< line rate of a worker's interface
    double roundTrip = 0; ///< s, between two workers; 0: none added
    double flopsPerSecond = 0; ///< of a worker's device
    double memoryBytesPerSecond = 0; ///< of the device
    double memoryBytes = 0; ///< of the device
    std::vector<double> graph; ///< pooled features of the graph (`pooledFeatures`); empty: not known

    bool operator==(const Setting&) const = default;
};

struct SettingParts
{
    static void readGraph(JsonFields& fields, std::string_view key, Setting& setting);
    static void writeGraph(const Setting& setting, std::string_view key, Json& json);
};

/// Members of a setting in JSON. A new one is a member above and its line here.
inline constexpr std::array settingFields = {
    field("model", &Setting::model, MR_TEXT("millrace::ui::SettingForm", "&Model"), {.always = true}),
    field("parameters", &Setting::parameters, Quantity::Number, {0, 1e14},
          MR_TEXT("millrace::ui::SettingForm", "&Parameters")),
    field("forward_flops", &Setting::forwardFlops, Quantity::Number, {0, 1e18},
          MR_TEXT("millrace::ui::SettingForm", "Operations of the forward pass of a sample")),
    field("tensors", &Setting::tensors, Quantity::Number, {0, 1e7},
          MR_TEXT("millrace::ui::SettingForm", "Gradient tensors")),
    field("bytes_per_parameter", &Setting::bytesPerParameter, Quantity::Number, {0.0625, 16},
          MR_TEXT("millrace::ui::SettingForm", "Bytes of a parameter on the wire")),
    field("workers", &Setting::workers, Quantity::Number, {1, 1e6}, MR_TEXT("millrace::ui::SettingForm", "&Workers"),
          {.always = true}),
    field("parameter_servers", &Setting::parameterServers, Quantity::Number, {0, 1e6},
          MR_TEXT("millrace::ui::SettingForm", "Parameter servers")),
    field("batch", &Setting::batch, Quantity::Number, {0, 1e9},
          MR_TEXT("millrace::ui::SettingForm", "&Batch of a worker")),
    field("strategy", &Setting::strategy, MR_TEXT("millrace::ui::SettingForm", "Strateg&y")),
    field("rate", &Setting::bitsPerSecond, Quantity::Rate, {0, 1e15},
          MR_TEXT("millrace::ui::SettingForm", "Line &rate of a worker")),
    field("round_trip_s", &Setting::roundTrip, Quantity::Number, {0, 3600},
          MR_TEXT("millrace::ui::SettingForm", "Round trip, s")),
    field("flops_per_second", &Setting::flopsPerSecond, Quantity::Number, {0, 1e18},
          MR_TEXT("millrace::ui::SettingForm", "Operations of a device, 1/s")),
    field("memory_bytes_per_second", &Setting::memoryBytesPerSecond, Quantity::Number, {0, 1e15},
          MR_TEXT("millrace::ui::SettingForm", "Memory bandwidth of a device, B/s")),
    field("memory_bytes", &Setting::memoryBytes, Quantity::Number, {0, 1e15},
          MR_TEXT("millrace::ui::SettingForm", "Memory of a device, B")),
    field("graph", FieldPart<Setting>{SettingParts::readGraph, SettingParts::writeGraph}),
};

/// Measured value of one metric, in its unit.
struct Label
{
    double value = unknown; ///< mean over the bursts
    double deviation = unknown; ///< sample standard deviation over the bursts
    double count = 0; ///< bursts, or gaps between them

    [[nodiscard]] bool isKnown() const noexcept { return value == value; }
    /// Standard error of `value` over `value`; 0 where it is not known.
    [[nodiscard]] double relativeError() const noexcept;
};

/// Source of the labels.
struct Provenance
{
    std::string run; ///< uuid or name
    std::string node;
    std::string date; ///< "2026-11-27T15:00:00Z"
    int detectorVersion = 0; ///< analysis::RateBursts::version; 0: not detected by Millrace
    double sampling = 0; ///< s between the values in which bursts were detected
    double window = 0; ///< s that were looked at

    bool operator==(const Provenance&) const = default;
};

/// What one run measured: the input and the output of a predictor.
struct Sample
{
    Setting setting;
    std::array<Label, metricCount> labels; ///< in the order of `metrics`
    Provenance provenance;
};

/// Compares with NaN equal to NaN.
[[nodiscard]] bool isSame(const Sample& a, const Sample& b) noexcept;

/// Fields and labels that are outside of what they can be: negative times, more than 100 %, more than the line rate
/// (with 2 % for the clock of the counters), a graph with another number of features than others, an unknown strategy.
/// `where` is relative to the sample.
[[nodiscard]] Issues validate(const Sample& sample);

/// Samples as JSON with "format" and "version". Unknown members are notes in `issues`; a sample with an error is left
/// out and counted there. NewerVersion for files of a newer version, InvalidInput for anything that is not such a file.
struct SampleFile
{
    std::vector<Sample> samples;
    Issues issues;
};
[[nodiscard]] Result<SampleFile> readSamples(const std::filesystem::path& file);
[[nodiscard]] Result<SampleFile> parseSamples(const std::string& text);
[[nodiscard]] std::string formatSamples(const std::vector<Sample>& samples);
/// Replaces the file as a whole.
[[nodiscard]] Result<void> writeSamples(const std::filesystem::path& file, const std::vector<Sample>& samples);

/// Reads a setting from an object, for commands that predict without a run.
[[nodiscard]] Setting readSetting(const Json& json, const std::string& path, Issues& issues);
[[nodiscard]] Json toJson(const Setting& setting);

} // namespace millrace::predict
