// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/sample.h"

#include "core/base/field_json.h"
#include "core/base/file_io.h"
#include "core/predict/physics.h"
#include "core/predict/pooled_features.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::predict {

namespace {

constexpr int sampleVersion = 1;
constexpr std::string_view sampleFormat = "millrace-samples";
/// Counters are read at times that are known to about this.
constexpr double counterTolerance = 1.02;

constexpr std::array provenanceFields = {
    field("run", &Provenance::run),
    field("node", &Provenance::node),
    field("date", &Provenance::date),
    field("detector_version", &Provenance::detectorVersion, Quantity::Count, {0, 1e6}),
    field("sampling_s", &Provenance::sampling, Quantity::Number, {0, 1e6}),
    field("window_s", &Provenance::window, Quantity::Number, {0, 1e9}),
};

constexpr std::array labelFields = {
    field("value", &Label::value, Quantity::Number, {0, 1e15}, "", {.always = true}),
    field("deviation", &Label::deviation, Quantity::Number, {0, 1e15}, "", {.always = true}),
    field("count", &Label::count, Quantity::Number, {0, 1e12}, "", {.always = true}),
};

Json labelJson(const Label& label)
{
    Json json{{"value", label.value}};
    if (!std::isnan(label.deviation))
        json["deviation"] = label.deviation;
    if (label.count > 0)
        json["count"] = label.count;
    return json;
}

Sample readSample(const Json& json, const std::string& path, Issues& issues)
{
    Sample sample;
    JsonFields fields(json, path, issues);
    if (const Json* setting = fields.object("setting"))
        sample.setting = readSetting(*setting, fields.pathOf("setting"), issues);
    else
        fields.problem("setting", "missing; a sample needs the setting of its run");
    if (const Json* labels = fields.object("labels")) {
        JsonFields inside(*labels, fields.pathOf("labels"), issues);
        for (std::size_t i = 0; i < metricCount; ++i)
            readObject(inside, metrics[i].id, labelFields, sample.labels[i]);
        inside.reportUnknown();
    } else {
        fields.problem("labels", "missing; a sample needs at least one measured value");
    }
    readObject(fields, "provenance", provenanceFields, sample.provenance);
    fields.reportUnknown();
    return sample;
}

Json sampleJson(const Sample& sample)
{
    Json json{{"setting", toJson(sample.setting)}, {"labels", Json::object()}};
    for (std::size_t i = 0; i < metricCount; ++i)
        if (sample.labels[i].isKnown())
            json["labels"][std::string(metrics[i].id)] = labelJson(sample.labels[i]);
    writeObject(json, "provenance", provenanceFields, sample.provenance);
    return json;
}

bool isSameNumber(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

Issue sampleProblem(std::string sentence, std::string where)
{
    return {"sample", Severity::Error, 1, std::move(sentence), std::move(where)};
}

} // namespace

double Label::relativeError() const noexcept
{
    if (!(deviation > 0) || !(value > 0) || count < 2)
        return 0;
    return deviation / value / std::sqrt(count);
}

void SettingParts::readGraph(JsonFields& fields, std::string_view key, Setting& setting)
{
    const Json* list = fields.array(key);
    if (list == nullptr)
        return;
    for (const Json& each : *list) {
        if (!each.is_number()) {
            fields.problem(key, "expected a list of numbers");
            return;
        }
        setting.graph.push_back(each.get<double>());
    }
}

void SettingParts::writeGraph(const Setting& setting, std::string_view key, Json& json)
{
    if (!setting.graph.empty())
        json[std::string(key)] = setting.graph;
}

bool isSame(const Sample& a, const Sample& b) noexcept
{
    for (std::size_t i = 0; i < metricCount; ++i)
        if (!isSameNumber(a.labels[i].value, b.labels[i].value)
            || !isSameNumber(a.labels[i].deviation, b.labels[i].deviation) || a.labels[i].count != b.labels[i].count)
            return false;
    return a.setting == b.setting && a.provenance == b.provenance;
}

Issues validate(const Sample& sample)
{
    Issues issues = checkFields(settingFields, sample.setting, "sample");
    for (Issue& issue : issues)
        issue.where = "setting." + issue.where;
    if (!sample.setting.graph.empty() && sample.setting.graph.size() != pooledFeatureCount)
        issues.push_back(sampleProblem(
            fmt::format("a graph has {} pooled features, found {}", pooledFeatureCount, sample.setting.graph.size()),
            "setting.graph"));
    for (const double each : sample.setting.graph)
        if (!std::isfinite(each))
            issues.push_back(sampleProblem("a feature of the graph is not a finite number", "setting.graph"));
    if (const auto traffic = stepTraffic(sample.setting); !traffic)
        issues.push_back(sampleProblem(traffic.error().what, "setting.strategy"));
    bool isAnyKnown = false;
    for (std::size_t i = 0; i < metricCount; ++i) {
        const Label& label = sample.labels[i];
        const std::string where = fmt::format("labels.{}", metrics[i].id);
        if (!label.isKnown())
            continue;
        isAnyKnown = true;
        double most = std::numeric_limits<double>::infinity();
        if (metrics[i].unit == "%")
            most = 100;
        else if (metrics[i].unit == "Mbit/s" && sample.setting.bitsPerSecond > 0)
            most = sample.setting.bitsPerSecond * 1e-6 * counterTolerance;
        if (!(label.value >= 0) || label.value > most)
            issues.push_back(sampleProblem(
                fmt::format("{} {} is not from 0 to {} {}", label.value, metrics[i].unit, most, metrics[i].unit),
                where));
    }
    if (!isAnyKnown)
        issues.push_back(sampleProblem("no value was measured", "labels"));
    return issues;
}

Setting readSetting(const Json& json, const std::string& path, Issues& issues)
{
    Setting setting;
    JsonFields fields(json, path, issues);
    readFields(fields, settingFields, setting);
    fields.reportUnknown();
    return setting;
}

Json toJson(const Setting& setting)
{
    Json json = Json::object();
    writeFields(json, settingFields, setting);
    return json;
}

Result<SampleFile> parseSamples(const std::string& text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("format") || json.at("format") != sampleFormat)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("not a file of samples: expected a JSON object with \"format\": \"{}\"", sampleFormat));
    if (!json.contains("version") || !json.at("version").is_number_integer() || json.at("version") < 1)
        return fail(ErrorCode::InvalidInput, "a file of samples needs its \"version\", a number from 1");
    if (json.at("version") > sampleVersion)
        return fail(ErrorCode::NewerVersion,
                    fmt::format("samples of version {}, but this program reads up to version {}; use a newer Millrace",
                                json.at("version").dump(), sampleVersion));
    if (!json.contains("samples") || !json.at("samples").is_array())
        return fail(ErrorCode::InvalidInput, "a file of samples needs the list \"samples\"");
    SampleFile file;
    const Json& list = json.at("samples");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string path = fmt::format("samples[{}]", i);
        if (!list[i].is_object()) {
            file.issues.push_back(sampleProblem("expected an object", path));
            continue;
        }
        Issues found;
        Sample sample = readSample(list[i], path, found);
        for (Issue& issue : validate(sample)) {
            issue.where = path + "." + issue.where;
            found.push_back(std::move(issue));
        }
        if (!hasErrors(found))
            file.samples.push_back(std::move(sample));
        file.issues.insert(file.issues.end(), found.begin(), found.end());
    }
    return file;
}

Result<SampleFile> readSamples(const std::filesystem::path& file)
{
    MR_TRY(text, readFile(file));
    auto samples = parseSamples(text);
    return samples ? std::move(samples) : Result<SampleFile>(within(file.string(), std::move(samples).error()));
}

std::string formatSamples(const std::vector<Sample>& samples)
{
    Json json{{"format", sampleFormat}, {"version", sampleVersion}, {"samples", Json::array()}};
    for (const Sample& sample : samples)
        json["samples"].push_back(sampleJson(sample));
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<void> writeSamples(const std::filesystem::path& file, const std::vector<Sample>& samples)
{
    return writeFileAtomically(file, formatSamples(samples));
}

} // namespace millrace::predict
