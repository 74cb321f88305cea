// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/embedded_text.h"
#include "core/base/result.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies::multi_cloud {

/// The meaning of a run number, which the files themselves do not contain.
struct MappedRun
{
    std::string run; ///< "hivemind-77", "baseline-75"
    std::string experiment; ///< "A-8"
    std::string experimentD; ///< "D-1": only of set D
    std::string set;
    std::string task; ///< CV, NLP, ASR
    std::string model;
    std::string gpu;
    double gpus = 0; ///< 0: unknown
    double targetBatch = 0; ///< samples; 0: unknown
    std::string providers; ///< "GC+AWS"
    std::string regions; ///< "US+EU"
    std::string note;

    bool operator==(const MappedRun&) const = default;
};

/// Location of hosts. Later rules win, field by field.
struct HostRule
{
    std::vector<std::string> runs; ///< names of runs or network profiles, * matches anything; empty: all
    std::vector<std::string> hosts; ///< likewise
    std::string region; ///< empty: not set
    std::string provider;
    std::string gpu;

    bool operator==(const HostRule&) const = default;
};

/// Which host a monitor's peer is, where this is known better than from the counters.
struct MappedPeer
{
    std::string run;
    int peer = 0;
    std::string host;

    bool operator==(const MappedPeer&) const = default;
};

struct MappedModel
{
    std::string model;
    double parameters = 0;
    double flopsPerSample = 0; ///< forward and backward; 0: unknown
    double batch = 0; ///< samples of a step

    bool operator==(const MappedModel&) const = default;
};

/// Price of a machine, $/h; absent: not offered.
struct MachinePrice
{
    std::string provider;
    std::string gpu;
    std::string region;
    std::optional<double> spot;
    std::optional<double> onDemand;
    std::string date;
    std::string source;

    bool operator==(const MachinePrice&) const = default;
};

/// Price of sent bytes, $ for 10^9 B.
struct EgressPrice
{
    std::string provider;
    double zone = 0; ///< to machines of the same provider and region
    std::map<std::string, double> inside; ///< to another provider or region of the same continent, by region
    double continents = 0;
    double oceania = 0; ///< to and from AUS
    std::string date;
    std::string source;

    bool operator==(const EgressPrice&) const = default;
};

/// How the study divides the traffic of some runs.
struct PublishedShares
{
    std::vector<std::string> runs;
    std::vector<std::string> providers;
    double internal = 0;
    double insideUs = 0;
    double continents = 0;
    double oceania = 0;
    bool each = false; ///< mean of each peer's bytes ÷ runtime instead of mean bytes ÷ mean runtime
    std::string date; ///< of the machine prices

    bool operator==(const PublishedShares&) const = default;
};

/// The constants of the study's cost per million samples.
struct PublishedCost
{
    std::string run;
    std::string provider;
    double vms = 0;
    double vm = 0; ///< $/h each
    double traffic = 0; ///< $/h each
    double throughput = 0; ///< samples/s

    bool operator==(const PublishedCost&) const = default;
};

struct HostPlace
{
    std::string region; ///< empty: unknown
    std::string provider;
    std::string gpu;
};

/// The table that describes the files of the multi-cloud study, with prices.
struct MultiCloudMapping
{
    std::vector<MappedRun> runs;
    std::vector<std::string> published; ///< runs that a figure or a number of the publication uses
    std::vector<HostRule> hosts;
    std::vector<MappedPeer> peers;
    std::vector<MappedModel> models;
    std::map<std::string, double> gpuPeaks; ///< FLOP/s of half precision
    std::vector<MachinePrice> machines;
    std::vector<EgressPrice> egress;
    std::vector<PublishedShares> shares;
    std::vector<PublishedCost> costs;
    double storageEgress = 0; ///< $ for 10^9 B read from the object store
    std::string storageSource;
    std::string storageDate;

    bool operator==(const MultiCloudMapping&) const = default;

    [[nodiscard]] const MappedRun* findRun(std::string_view run) const;
    [[nodiscard]] bool isPublished(std::string_view run) const;
    [[nodiscard]] const MappedModel* findModel(std::string_view model) const;
    [[nodiscard]] HostPlace placeOf(std::string_view run, std::string_view host) const;
};

/// The shipped mapping, as its file contains it.
[[nodiscard]] std::string_view shippedMultiCloudMapping() noexcept;
/// The files of resources/studies.
[[nodiscard]] std::span<const EmbeddedText> shippedMappings() noexcept;
/// InvalidInput with one sentence that names the field.
[[nodiscard]] Result<MultiCloudMapping> parseMultiCloudMapping(std::string_view json);
/// The same table as JSON, one entry a line.
[[nodiscard]] std::string writeMultiCloudMapping(const MultiCloudMapping& mapping);
/// Entries of `over` replace those of the same run, peer, model, price; rules for hosts are appended and win.
[[nodiscard]] MultiCloudMapping mergedMapping(MultiCloudMapping base, const MultiCloudMapping& over);
/// The shipped mapping overridden by a file; an empty path: the shipped one.
[[nodiscard]] Result<MultiCloudMapping> loadMultiCloudMapping(const std::string& file);
/// The shipped mapping overridden by the text of such a file; an empty text: the shipped one. `name` is for errors.
[[nodiscard]] Result<MultiCloudMapping> mappingOver(std::string_view text, const std::string& name);

} // namespace millrace::studies::multi_cloud
