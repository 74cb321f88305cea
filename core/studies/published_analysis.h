// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/json_fields.h"
#include "core/base/result.h"
#include "core/importers/packet_source.h"
#include "core/report/published_figure.h"

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// Packets to be analysed as the studies did.
struct PublishedRequest
{
    std::vector<std::filesystem::path> files; ///< captures, field lists of tshark, text logs of tcpdump; of one run
    importers::PacketOptions packets;
};

struct PublishedFile
{
    std::filesystem::path file;
    std::string_view format; ///< importers::FileFormat::name
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0; ///< of the file
    Issues issues;
};

/// Results of a study's own tools on packets, with corrected values.
struct PublishedSection
{
    std::string_view title; ///< "Traffic study"
    std::string_view key; ///< in JSON: "traffic_study"
    report::PublishedFigures figures;
    Json more = Json::object(); ///< further members of the JSON document
};

/// The estimators of one study "as published", fed with packets while they are read. For one thread.
class PublishedEstimators
{
public:
    virtual ~PublishedEstimators() = default;
    /// Packets of the file `file` of the request, in its order.
    virtual void addOfFile(std::size_t /*file*/, std::span<const importers::PacketRecord> /*packets*/) { }
    /// Packets of all files, in order of time.
    virtual void add(std::span<const importers::PacketRecord> /*packets*/) { }
    /// After the last packet; may read the files again, and count issues in `files`.
    [[nodiscard]] virtual Result<void> finish(const PublishedRequest& request, std::vector<PublishedFile>& files,
                                              const JobContext& job) = 0;
    [[nodiscard]] virtual PublishedSection section() const = 0;
};

/// Reads the files once, in order of time, for all of `estimators`. Errors: Cancelled, and why a file cannot be read;
/// InvalidInput without files.
[[nodiscard]] Result<std::vector<PublishedFile>> readPublished(const PublishedRequest& request,
                                                               importers::NameBook& names,
                                                               std::span<PublishedEstimators* const> estimators,
                                                               const JobContext& job = {});

struct PublishedAnalysis
{
    std::vector<PublishedFile> files;
    std::vector<PublishedSection> sections; ///< of the studies that analyse packets, by their letters
};
/// Likewise for all studies.
[[nodiscard]] Result<PublishedAnalysis> analysePublished(const PublishedRequest& request, const JobContext& job = {});

/// Reports the progress of reading. Cancelled.
[[nodiscard]] Result<void> watchReading(const JobContext& job, std::uint64_t done, std::uint64_t total,
                                        std::string_view step);

} // namespace millrace::studies
