// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/studies/multi_cloud_network.h"
#include "core/studies/multi_cloud_training.h"
#include "core/studies/study.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <map>

namespace millrace::studies {

namespace {

namespace fs = std::filesystem;
using importers::WandbKind;

enum class FileKind
{
    Training,
    Network,
    Prices,
    Empty,
    Unknown
};

constexpr std::size_t largestFile = std::size_t(512) << 20;
constexpr std::string_view version = "multi-cloud 1"; ///< raised when the same files give other numbers

/// By the first line; a name decides only where a file is empty.
FileKind kindOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::string head(16384, '\0');
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
    if (trim(head).empty())
        return FileKind::Empty;
    const std::string_view line = std::string_view(head).substr(0, head.find('\n'));
    if (importers::isIperfProfileHeader(line))
        return FileKind::Network;
    if (importers::isSpotPricesHeader(line))
        return FileKind::Prices;
    return importers::isWandbHeader(line) ? FileKind::Training : FileKind::Unknown;
}

/// "hivemind-77-gc-t4-1" is run "hivemind-77" on "gc-t4-1"; "baseline-75-<model>-gc-t4-1" likewise. Other names are
/// runs of one file.
std::pair<std::string, std::string> runAndHost(const std::string& stem)
{
    const auto cut = [&](std::size_t from) { return stem.find('-', from); };
    const std::size_t first = cut(0);
    if (first == std::string::npos || (!stem.starts_with("hivemind-") && !stem.starts_with("baseline-")))
        return {stem, stem};
    const std::size_t second = cut(first + 1);
    if (second == std::string::npos)
        return {stem, stem};
    std::size_t host = second;
    if (stem.starts_with("baseline-"))
        host = cut(second + 1) == std::string::npos ? second : cut(second + 1);
    return {stem.substr(0, second), stem.substr(host + 1)};
}

/// Profiles of one folder, one session and one number of streams belong together.
std::string networkName(const fs::path& file)
{
    const auto profile = importers::readIperfProfile(
        "timestamp,local_hostname,target_hostname,target_ip,bandwidth,bandwidth_metric,avg_ping_ms\n",
        file.filename().string());
    const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
    std::string name = folder.parent_path().filename().string() + "/" + folder.filename().string();
    if (profile && profile->later)
        name += "-p2";
    if (profile && profile->streams > 1)
        name += fmt::format("-{}thread", profile->streams);
    return name;
}

std::vector<fs::path> filesBelow(const fs::path& folder, Issues& issues)
{
    std::vector<fs::path> files;
    std::error_code code;
    if (fs::is_regular_file(folder, code))
        return {folder};
    for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, code), end;
         !code && it != end; it.increment(code))
        if (std::error_code ignored; it->path().extension() == ".csv" && it->is_regular_file(ignored))
            files.push_back(it->path());
    if (code)
        countIssue(issues,
                   {"bad-folder", Severity::Warning, 1, "not all of it was read: " + code.message(),
                    folder.filename().string()});
    std::ranges::sort(files);
    return files;
}

/// A file in memory, with what the store keeps of it.
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

    Result<void> scan(const JobContext& job);
    Result<ImportedRun> read(std::size_t entry, const std::function<bool(std::string_view)>& known,
                             const JobContext& job) const override;

private:
    void add(FileKind kind, const std::string& name, const fs::path& file);
    [[nodiscard]] std::string relative(const fs::path& file) const;
    [[nodiscard]] std::string keyOf(const ImportedRun& run, FileKind kind) const;
    void readTraining(ImportedRun& run, std::vector<LoadedFile>& files) const;
    void readNetwork(ImportedRun& run, std::vector<LoadedFile>& files) const;
    static void readPrices(ImportedRun& run, std::vector<LoadedFile>& files);

    fs::path m_folder;
    MultiCloudMapping m_mapping;
    std::vector<FileKind> m_kinds; ///< of the entries
    std::map<std::pair<FileKind, std::string>, std::size_t> m_index;
};

void MultiCloudSource::add(FileKind kind, const std::string& name, const fs::path& file)
{
    const auto [place, isNew] = m_index.try_emplace({kind, name}, m_entries.size());
    if (isNew) {
        m_entries.push_back({name, {}, 0});
        m_kinds.push_back(kind);
    }
    Entry& entry = m_entries[place->second];
    std::error_code ignored;
    const auto size = fs::file_size(file, ignored);
    entry.files.push_back(file);
    entry.bytes += ignored ? 0 : size;
}

Result<void> MultiCloudSource::scan(const JobContext& job)
{
    for (const fs::path& file : filesBelow(m_folder, m_issues)) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "looking at the folder was cancelled");
        const std::string stem = file.stem().string();
        FileKind kind = kindOf(file);
        if (kind == FileKind::Empty && (stem.starts_with("hivemind-") || stem.starts_with("baseline-")))
            kind = FileKind::Training;
        if (kind == FileKind::Training)
            add(kind, runAndHost(stem).first, file);
        else if (kind == FileKind::Network)
            add(kind, networkName(file), file);
        else if (kind == FileKind::Prices)
            add(kind, stem, file);
        else
            countIssue(m_issues,
                       {"not-of-this-study", Severity::Note, 1, "a CSV file with other columns", relative(file)});
    }
    if (m_entries.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} holds nothing of the multi-cloud study: no CSV export of its training runs "
                                "(hivemind-77-gc-t4-1.csv), no network profile (iperf-profile-….csv), no price table",
                                m_folder.string()));
    return {};
}

std::string MultiCloudSource::relative(const fs::path& file) const
{
    const fs::path path = file.lexically_relative(m_folder);
    return path.empty() || path == "." ? file.filename().string() : path.generic_string();
}

/// Contents of the files and all of the mapping that decides what comes out.
std::string MultiCloudSource::keyOf(const ImportedRun& run, FileKind kind) const
{
    MultiCloudMapping part;
    if (kind == FileKind::Training) {
        part = m_mapping;
        std::erase_if(part.runs, [&](const MappedRun& mapped) { return mapped.run != run.name; });
        std::erase_if(part.peers, [&](const MappedPeer& peer) { return peer.run != run.name; });
        std::erase_if(part.costs, [&](const PublishedCost& cost) { return cost.run != run.name; });
    } else if (kind == FileKind::Network)
        part.hosts = m_mapping.hosts;
    std::erase_if(part.hosts, [&](const HostRule& rule) {
        return !rule.runs.empty() && std::ranges::none_of(rule.runs, [&](const std::string& pattern) {
            return fitsPattern(run.name, pattern);
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

void noteFailure(SourceFile& file, const Error& error)
{
    countIssue(file.issues, {file.bytes <= 1 ? "empty-file" : "bad-file", Severity::Warning, 1, error.what, file.path});
}

void noteTimes(ImportedRun& run, const importers::WandbLog& log)
{
    for (const double time : log.column("_timestamp"))
        if (time > 0 && time < 9e9) {
            const Nanoseconds at(static_cast<std::int64_t>(time * 1e9));
            run.begin = run.begin.count() == 0 ? at : std::min(run.begin, at);
            run.end = std::max(run.end, at);
        }
}

/// Where the study's rule and the global epoch find different numbers of averagings (E 5.7 f).
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
        countIssue(
            run.issues,
            {"no-monitor", Severity::Warning, 1, "no epoch of a monitor: throughput is not known", training.name});
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
    training.model = training.mapped != nullptr ? m_mapping.findModel(training.mapped->model) : nullptr;
    for (std::size_t i = 0; i < files.size(); ++i) {
        SourceFile& source = run.files[i];
        auto log = importers::readWandbLog(std::move(files[i].text), fs::path(source.path).filename().string());
        if (!log) {
            noteFailure(source, log.error());
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
        auto profile = importers::readIperfProfile(std::move(files[i].text), fs::path(source.path).filename().string());
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
        importers::readSpotPrices(std::move(files.front().text), fs::path(run.files.front().path).filename().string());
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
    const FileKind kind = m_kinds[index];
    ImportedRun run;
    run.name = entry.name;
    std::vector<LoadedFile> files;
    for (const fs::path& path : entry.files) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the study was cancelled");
        LoadedFile file;
        file.source.path = relative(path);
        file.source.format = formats[static_cast<std::size_t>(kind)];
        if (auto text = readFile(path, largestFile)) {
            file.text = *std::move(text);
            file.source.bytes = file.text.size();
            file.source.sha256 = sha256(file.text);
        } else
            countIssue(file.source.issues, {"bad-file", Severity::Error, 1, text.error().what, file.source.path});
        run.files.push_back(file.source);
        files.push_back(std::move(file));
    }
    run.key = keyOf(run, kind);
    if (known && known(run.key)) {
        run.files.clear();
        return run;
    }
    if (kind == FileKind::Network)
        readNetwork(run, files);
    else if (kind == FileKind::Prices)
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
    MR_TRY(mapping, loadMultiCloudMapping(options.mapping.string()));
    auto source = std::make_unique<MultiCloudSource>(folder, std::move(mapping));
    MR_CHECK(source->scan(job));
    return std::unique_ptr<StudySource>(std::move(source));
}

} // namespace millrace::studies
