// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/glob.h"
#include "core/base/sha256.h"
#include "core/studies/multi_cloud/files.h"
#include "core/studies/multi_cloud/iperf_profile.h"
#include "core/studies/multi_cloud/network.h"
#include "core/studies/multi_cloud/spot_prices.h"
#include "core/studies/multi_cloud/study.h"
#include "core/studies/multi_cloud/training.h"
#include "core/studies/multi_cloud/wandb_log.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace millrace::studies::multi_cloud {

namespace {

namespace fs = std::filesystem;
using Kind = MultiCloudKind;

constexpr std::size_t largestFile = std::size_t(512) << 20;
constexpr std::size_t largestOddFile = std::size_t(1) << 20;
constexpr std::string_view version = "multi-cloud 2"; ///< increased when the same files give other numbers

/// A file in memory, with its record in the store.
struct LoadedFile
{
    SourceFile source;
    std::string text;
};

class MultiCloudSource final : public StudySource
{
public:
    MultiCloudSource(fs::path folder, MultiCloudMapping mapping)
        : m_folder(std::move(folder)), m_mapping(std::move(mapping))
    {
    }

    Result<void> scan(std::span<const fs::path> earlier, const JobContext& job);
    Result<ImportedRun> read(std::size_t entry, const std::function<bool(std::string_view)>& known,
                             const JobContext& job) const override;

private:
    [[nodiscard]] std::string keyOf(const ImportedRun& run, Kind kind) const;
    void readTraining(ImportedRun& run, std::vector<LoadedFile>& files) const;
    void readNetwork(ImportedRun& run, std::vector<LoadedFile>& files) const;
    static void readPrices(ImportedRun& run, std::vector<LoadedFile>& files);

    fs::path m_folder;
    MultiCloudMapping m_mapping;
    std::vector<Kind> m_kinds; ///< of the entries
};

Result<void> MultiCloudSource::scan(std::span<const fs::path> earlier, const JobContext& job)
{
    MR_TRY(files, filesOfStudy(m_folder, earlier, m_issues, job));
    for (const MultiCloudGroup& group : groupMultiCloudFiles(files, m_issues)) {
        Entry entry{group.name, {}, 0, std::ranges::all_of(group.files, &StudyFile::isEarlier)};
        for (const StudyFile& file : group.files) {
            entry.files.push_back(file.path);
            entry.bytes += file.bytes;
        }
        m_entries.push_back(std::move(entry));
        m_kinds.push_back(group.kind);
    }
    const bool isOfTheFolder = !std::ranges::all_of(m_entries, &Entry::isEarlier);
    const bool hasCopies = std::ranges::find(m_issues, "copy", &Issue::kind) != m_issues.end();
    if (isOfTheFolder || hasCopies)
        return {};
    const auto passed = std::ranges::find(m_issues, "passed-over", &Issue::kind);
    return fail(ErrorCode::InvalidInput,
                fmt::format("{} has no file of the multi-cloud study: no CSV export of its training runs "
                            "(hivemind-77-gc-t4-1.csv), no network profile (iperf-profile-….csv), no price table{}",
                            m_folder.string(),
                            passed == m_issues.end() ? "" : fmt::format(" ({}: {})", passed->where, passed->example)));
}

/// Contents of the files and the parts of the mapping that decide the result.
std::string MultiCloudSource::keyOf(const ImportedRun& run, Kind kind) const
{
    MultiCloudMapping part;
    if (kind == Kind::Training) {
        part = m_mapping;
        std::erase_if(part.runs, [&](const MappedRun& mapped) { return mapped.run != run.name; });
        std::erase_if(part.peers, [&](const MappedPeer& peer) { return peer.run != run.name; });
        std::erase_if(part.published, [&](const std::string& published) { return published != run.name; });
        std::erase_if(part.costs, [&](const PublishedCost& cost) { return cost.run != run.name; });
    } else if (kind == Kind::Network)
        part.hosts = m_mapping.hosts;
    std::erase_if(part.hosts, [&](const HostRule& rule) {
        return !rule.runs.empty() && std::ranges::none_of(rule.runs, [&](const std::string& pattern) {
            return matchesGlob(run.name, pattern);
        });
    });
    Sha256 sum;
    sum.add(version);
    sum.add(run.name);
    for (const SourceFile& file : run.files) {
        sum.add("\n");
        sum.add(fs::path(file.path).filename().string());
        sum.add(file.sha256);
    }
    sum.add(writeMultiCloudMapping(part));
    return sum.finish();
}

/// Prefixes the places of a file's issues with its folder, which the readers do not know.
Issues placed(Issues issues, const std::string& path)
{
    const std::string name = fs::path(path).filename().string();
    for (Issue& issue : issues)
        if (issue.where.starts_with(name))
            issue.where = path + issue.where.substr(name.size());
    return issues;
}

void noteFailure(SourceFile& file, const Error& error, std::string_view head = {})
{
    const std::string why = whyNoTable(head);
    const bool isBad = std::ranges::find(file.issues, "bad-file", &Issue::kind) != file.issues.end();
    if (!isBad) // an unreadable file is reported already
        countIssue(file.issues,
                   {file.bytes <= 1 ? "empty-file" : "bad-file", Severity::Warning, 1,
                    head.empty() || why.empty() ? error.what : fmt::format("{}: {}", file.path, why), file.path});
}

void noteTimes(ImportedRun& run, const WandbLog& log)
{
    for (const double time : log.column("_timestamp"))
        if (time > 0 && time < 9e9) {
            const Nanoseconds at(static_cast<std::int64_t>(time * 1e9));
            run.begin = run.begin.count() == 0 ? at : std::min(run.begin, at);
            run.end = std::max(run.end, at);
        }
}

/// A file with a study name but no header is read only to report what it is.
bool hasHeader(const fs::path& file)
{
    const std::string head = headOf(file, std::size_t(16) << 10);
    const std::string_view line = std::string_view(head).substr(0, head.find('\n'));
    return isWandbHeader(line) || isIperfProfileHeader(line) || isSpotPricesHeader(line);
}

/// Where the study's rule and the global epoch find different numbers of averagings.
void noteRounds(ImportedRun& run, const TrainingRun& training)
{
    for (const TrainingHost& host : training.hosts)
        if (host.log.kind == WandbKind::Peer && host.values.publishedRounds != host.values.rounds.size())
            countIssue(run.issues,
                       {"sync-rule", Severity::Warning, 1,
                        fmt::format("on {} the 2-sigma rule finds {} averagings, the global epoch {}", host.host,
                                    host.values.publishedRounds, host.values.rounds.size()),
                        host.file});
    if (!training.hosts.empty() && !training.isBaseline() && training.monitored.epochs.empty())
        countIssue(run.issues,
                   {"no-monitor", Severity::Warning, 1, "no epoch of a monitor: throughput is unknown", training.name});
    for (const MonitorEpoch& epoch : training.monitored.epochs)
        if (!epoch.flaw.empty())
            countIssue(run.issues,
                       {epoch.flaw, Severity::Warning, 1,
                        fmt::format("epoch {} does not count: {:.1f} samples/s", epoch.epoch, epoch.rate),
                        fmt::format("{} line {}", training.monitorFile, epoch.line)});
}

void MultiCloudSource::readTraining(ImportedRun& run, std::vector<LoadedFile>& files) const
{
    TrainingRun training;
    training.name = run.name;
    training.mapped = m_mapping.findRun(run.name);
    training.published = m_mapping.isPublished(run.name);
    training.model = training.mapped != nullptr ? m_mapping.findModel(training.mapped->model) : nullptr;
    for (std::size_t i = 0; i < files.size(); ++i) {
        SourceFile& source = run.files[i];
        const std::string head = files[i].text.substr(0, 512);
        auto log = readWandbLog(std::move(files[i].text), fs::path(source.path).filename().string());
        if (!log || log->rows() == 0) {
            noteFailure(source,
                        log ? fail(ErrorCode::InvalidInput, source.path + " has a header and no row") : log.error(),
                        head);
            continue;
        }
        source.rows = log->rows();
        source.issues = placed(log->issues, source.path);
        noteTimes(run, *log);
        if (log->kind == WandbKind::Monitor) {
            if (training.monitor)
                countIssue(source.issues, {"second-monitor", Severity::Warning, 1, "it is left out", source.path});
            else {
                training.monitored = monitorValues(*log);
                training.monitorFile = source.path;
                training.monitor = *std::move(log);
            }
            continue;
        }
        const std::string host = runAndHost(fs::path(source.path).stem().string()).second;
        PeerValues values = peerValues(*log);
        training.hosts.push_back(
            {host, source.path, m_mapping.placeOf(run.name, host), *std::move(log), std::move(values)});
    }
    findDoubledInterfaces(training);
    flagSplitEpochs(training);
    noteRounds(run, training);
    run.factors = factorsOf(training);
    addTrainingMetrics(run, training, m_mapping);
    addTrainingEvents(run, training, m_mapping);
    addTrainingSeries(run, training);
}

void MultiCloudSource::readNetwork(ImportedRun& run, std::vector<LoadedFile>& files) const
{
    std::vector<NetworkFile> network;
    for (std::size_t i = 0; i < files.size(); ++i) {
        SourceFile& source = run.files[i];
        auto profile = readIperfProfile(std::move(files[i].text), fs::path(source.path).filename().string());
        if (!profile) {
            noteFailure(source, profile.error());
            continue;
        }
        source.rows = profile->rows.size();
        source.issues = placed(profile->issues, source.path);
        network.push_back({source.path, *std::move(profile)});
    }
    addNetwork(run, network, m_mapping);
}

void MultiCloudSource::readPrices(ImportedRun& run, std::vector<LoadedFile>& files)
{
    const auto prices =
        readSpotPrices(std::move(files.front().text), fs::path(run.files.front().path).filename().string());
    if (!prices)
        return noteFailure(run.files.front(), prices.error());
    run.files.front().rows = prices->rows.size();
    run.files.front().issues = placed(prices->issues, run.files.front().path);
    addPrices(run, *prices);
}

Result<ImportedRun> MultiCloudSource::read(std::size_t index, const std::function<bool(std::string_view)>& known,
                                           const JobContext& job) const
{
    static constexpr std::array<std::string_view, 3> formats = {"wandb-csv", "iperf-profile", "spot-prices"};
    const Entry& entry = m_entries.at(index);
    const Kind kind = m_kinds[index];
    ImportedRun run;
    run.name = entry.name;
    run.identity = entry.name;
    std::vector<LoadedFile> files;
    for (const fs::path& path : entry.files) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the study was cancelled");
        LoadedFile file;
        file.source.path = multiCloudName(path, kind);
        file.source.location = path.string();
        file.source.format = formats[static_cast<std::size_t>(kind)];
        std::error_code ignored;
        const bool isOdd = fs::file_size(path, ignored) > largestOddFile && !hasHeader(path);
        if (auto text = readFile(path, isOdd ? largestOddFile : largestFile)) {
            file.text = *std::move(text);
            file.source.bytes = file.text.size();
            file.source.sha256 = sha256(file.text);
        } else
            countIssue(file.source.issues,
                       {"bad-file", Severity::Error, 1,
                        isOdd ? text.error().what + ", and its first line is not a known header" : text.error().what,
                        file.source.path});
        run.files.push_back(file.source);
        files.push_back(std::move(file));
    }
    run.key = keyOf(run, kind);
    if (known && known(run.key)) {
        run.files.clear();
        return run;
    }
    if (kind == Kind::Network)
        readNetwork(run, files);
    else if (kind == Kind::Prices)
        readPrices(run, files);
    else
        readTraining(run, files);
    for (store::Event& event : run.events)
        if (event.wall.count() == 0)
            event.wall = run.begin;
    return run;
}

} // namespace

Result<std::unique_ptr<StudySource>> openMultiCloud(const fs::path& folder, const StudyOptions& options,
                                                    const JobContext& job)
{
    MR_TRY(mapping,
           options.mapping.empty() ? mappingOver(options.ownMapping, "the mapping of an earlier import")
                                   : loadMultiCloudMapping(options.mapping.string()));
    auto source = std::make_unique<MultiCloudSource>(folder, std::move(mapping));
    MR_CHECK(source->scan(options.earlier, job));
    return std::unique_ptr<StudySource>(std::move(source));
}

Study study()
{
    return {
        {"multi-cloud", "E", "Training across clouds and continents",
         "Isenko, Mayer, Jacobsen: How Can We Train Deep Learning Models Across Clouds and Continents? PVLDB 17(6), "
         "2024, doi 10.14778/3648160.3648165",
         "CSV exports of its training runs (hivemind-77-gc-t4-1.csv), its network profiles and its price tables", true},
        openMultiCloud,
        auditMultiCloud,
        {&wandbFormat, &iperfProfileFormat, &spotPricesFormat}};
}

} // namespace millrace::studies::multi_cloud
