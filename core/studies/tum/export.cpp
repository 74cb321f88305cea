// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/export.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/capture/packet_reader.h"
#include "core/capture/pcap_writer.h"
#include "core/project/stored_settings.h"
#include "core/store/artefact_repository.h"
#include "core/store/run_repository.h"
#include "core/store/series_repository.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::studies::tum {

namespace {

namespace fs = std::filesystem;

std::string token(std::string text, const char* otherwise)
{
    if (text.empty())
        return otherwise;
    std::ranges::replace(text, '-', '_');
    std::ranges::replace(text, '/', '_');
    return text;
}

/// The largest loss that the cluster applies anywhere.
double lossOf(const cluster::Cluster& cluster)
{
    double loss = 0;
    for (const cluster::Link& link : cluster.links)
        loss = std::max(loss, link.settings.loss.value_or(0));
    return loss;
}

struct Place
{
    std::string name;
    std::string address;
};

/// From the snapshot of the network that every run has.
std::vector<Place> placesOf(const std::vector<store::Snapshot>& snapshots)
{
    std::vector<Place> places;
    for (const store::Snapshot& snapshot : snapshots) {
        const Json json = snapshot.node.empty() ? Json::parse(snapshot.json, nullptr, false) : Json();
        if (!json.is_object() || !json.contains("nodes") || !json["nodes"].is_array())
            continue;
        for (const Json& node : json["nodes"])
            if (node.is_object())
                places.push_back({node.value("name", ""), node.value("address", "")});
    }
    return places;
}

/// The packets sent by this address.
Result<std::uint64_t> copySent(const fs::path& source, const std::string& address, const fs::path& target,
                               const JobContext& job)
{
    MR_TRY(reader, capture::PacketReader::open(source, {"src host " + address, job.stop}));
    std::optional<capture::PcapWriter> writer;
    for (;;) {
        MR_TRY(packets, reader.next());
        if (packets.empty())
            break;
        for (const capture::Packet& packet : packets) {
            const capture::CaptureInterface& interface = reader.info().interfaces[packet.interface];
            if (!writer) {
                MR_TRY(opened, capture::PcapWriter::create(target, interface.linkType, 262'144));
                writer.emplace(std::move(opened));
            }
            MR_CHECK(writer->add(packet.time, packet.wireBytes, reader.bytes(packet)));
        }
    }
    if (!writer)
        return std::uint64_t(0);
    MR_CHECK(writer->finish());
    return writer->packets();
}

Result<void> checkFolder(const fs::path& folder)
{
    std::error_code error;
    if (fs::exists(folder, error) && !fs::is_empty(folder, error))
        return fail(ErrorCode::AlreadyExists,
                    fmt::format("{} exists and is not empty; choose another folder", folder.string()));
    fs::create_directories(folder, error);
    if (error)
        return failErrno("making the folder " + folder.string(), error.value());
    return {};
}

class Export
{
public:
    Export(store::Database& database, const fs::path& folder, const launch::Frameworks& frameworks,
           const JobContext& job)
        : m_database(database), m_folder(folder), m_frameworks(frameworks), m_job(job), m_runs(database, m_clock),
          m_artefacts(database)
    {
    }

    Result<std::vector<TumExportedRun>> execute(store::CampaignId campaign)
    {
        MR_TRY(record, m_runs.campaign(campaign));
        MR_TRY(project, project::projectOfSpec(record.specJson, m_frameworks));
        m_project = std::move(project);
        MR_TRY(runs, m_runs.runs(campaign));
        MR_CHECK(checkNames(runs));
        MR_CHECK(checkFolder(m_folder));
        std::vector<TumExportedRun> all;
        for (const store::RunRecord& run : runs) {
            if (run.warmup)
                continue;
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "the export was cancelled; what was written stays");
            m_job.progress(static_cast<long long>(all.size()), static_cast<long long>(runs.size()), "runs");
            MR_TRY(exported, one(run));
            all.push_back(std::move(exported));
        }
        if (std::ranges::none_of(all, [](const TumExportedRun& run) { return !run.folder.empty(); }))
            return fail(ErrorCode::NotFound, "no run of this campaign has finished, so there is nothing to export");
        return all;
    }

private:
    static std::string levelsText(const store::RunRecord& run)
    {
        std::vector<std::string> levels;
        for (const store::Factor& factor : run.factors)
            levels.push_back(factor.name + "=" + factor.level);
        return join(levels, " ");
    }

    Result<StudyFactors> factorsOf(const store::RunRecord& run) const
    {
        std::vector<std::pair<std::string, std::string>> levels;
        for (const store::Factor& factor : run.factors)
            levels.emplace_back(factor.name, factor.level);
        MR_TRY(settings, project::storedSettings(m_project, run.cell, levels));
        return studyFactors(settings);
    }

    /// Checked before anything is written: a folder name has seven tokens, and further factors are not visible in it.
    Result<void> checkNames(const std::vector<store::RunRecord>& runs) const
    {
        std::map<std::string, std::string> cells;
        for (const store::RunRecord& run : runs) {
            if (run.warmup || run.state != store::RunState::Done)
                continue;
            MR_TRY(factors, factorsOf(run));
            const std::string name = studyFolderName(factors, run.repetition);
            const auto [first, isNew] = cells.try_emplace(name, levelsText(run));
            if (!isNew)
                return fail(ErrorCode::InvalidInput,
                            fmt::format("the cells \"{}\" and \"{}\" have the same folder {}: its name consists of "
                                        "framework, model, optimizer, batch, backend, loss and topology; export a "
                                        "campaign of a grid that varies only these",
                                        first->second, levelsText(run), name));
        }
        return {};
    }

    Result<TumExportedRun> one(const store::RunRecord& run)
    {
        TumExportedRun exported{run.id, {}, 0, 0, {}};
        if (run.state != store::RunState::Done) {
            exported.remark = fmt::format("it is {}", store::stateName(run.state));
            return exported;
        }
        MR_TRY(factors, factorsOf(run));
        exported.folder = studyFolderName(factors, run.repetition);
        const fs::path folder = m_folder / exported.folder;
        std::error_code error;
        if (!fs::create_directories(folder, error))
            return fail(ErrorCode::AlreadyExists,
                        fmt::format("the folder {} already exists; choose an empty folder", folder.string()));
        MR_CHECK(writeManifest(run, factors, folder));
        MR_CHECK(copyCaptures(run, folder, exported));
        MR_CHECK(writeLog(run, folder, exported));
        return exported;
    }

    static Result<void> writeManifest(const store::RunRecord& run, const StudyFactors& factors, const fs::path& folder)
    {
        Json json;
        json["factors"] = {{"framework", factors.framework}, {"model", factors.model},
                           {"optimizer", factors.optimizer}, {"batch", factors.batch},
                           {"backend", factors.backend},     {"delay", factors.delay},
                           {"topology", factors.topology}};
        json["run"] = run.uuid;
        json["repetition"] = run.repetition;
        for (const store::Factor& factor : run.factors)
            json["levels"][factor.name] = factor.level;
        return writeFileAtomically(folder / "manifest.json", json.dump(2) + "\n");
    }

    Result<void> copyCaptures(const store::RunRecord& run, const fs::path& folder, TumExportedRun& exported)
    {
        MR_TRY(snapshots, m_runs.snapshots(run.id));
        MR_TRY(artefacts, m_artefacts.artefacts(run.id));
        const std::vector<Place> places = placesOf(snapshots);
        for (std::size_t k = 0; k < places.size(); ++k)
            for (const store::Artefact& artefact : artefacts)
                if (artefact.node == places[k].name && artefact.kind == "capture" && !artefact.sha256.empty()) {
                    auto copied = copySent(m_artefacts.folder().fileOf(artefact.sha256), places[k].address,
                                           folder / fmt::format("worker-{}-tcpdump.pcap", k), m_job);
                    if (!copied)
                        return within("copying the recording of " + artefact.node, std::move(copied).error());
                    exported.packets += *copied;
                }
        if (exported.packets == 0)
            exported.remark = "no packets were kept";
        return {};
    }

    Result<analysis::Series> series(const store::RunRecord& run, std::string_view name)
    {
        store::SeriesRepository repository(m_database);
        MR_TRY(all, repository.list(run.id));
        for (const store::SeriesRecord& record : all) // the first rank comes first
            if (record.name == name) {
                Issues ignored;
                return repository.read(record.id, ignored);
            }
        return analysis::Series();
    }

    /// Loss as the study logs it: the mean since the start of the epoch.
    Result<void> writeLog(const store::RunRecord& run, const fs::path& folder, TumExportedRun& exported)
    {
        MR_TRY(steps, series(run, "step.time"));
        MR_TRY(losses, series(run, "training.loss"));
        if (steps.times.empty())
            return {};
        std::map<std::int64_t, double> lossAt;
        for (std::size_t i = 0; i < losses.times.size(); ++i)
            lossAt[losses.times[i]] = losses.values[i];
        std::string text = "Type,ID,Timestamp,Loss,Accuracy\n";
        std::string last = "nan";
        double sum = 0;
        int known = 0;
        const auto row = [&text](const char* type, std::size_t id, std::int64_t time, const std::string& loss) {
            text += fmt::format("{},{},{}.{:06},{},nan\n", type, id, time / 1'000'000'000, time % 1'000'000'000 / 1000,
                                loss);
        };
        for (std::size_t i = 0; i < steps.times.size(); ++i) {
            if (const auto loss = lossAt.find(steps.times[i]); loss != lossAt.end()) {
                sum += loss->second;
                last = shortest(sum / ++known);
            }
            row("Batch", i, steps.times[i], last);
        }
        row("Epoch", 0, steps.times.back(), last);
        exported.logRows = steps.times.size() + 1;
        return writeFileAtomically(folder / "train_history.log", text);
    }

    store::Database& m_database;
    const fs::path& m_folder;
    const launch::Frameworks& m_frameworks;
    const JobContext& m_job;
    SystemClock m_clock;
    store::RunRepository m_runs;
    store::ArtefactRepository m_artefacts;
    project::Project m_project;
};

} // namespace

StudyFactors studyFactors(const project::EffectiveSettings& settings)
{
    const launch::Workload& workload = settings.workload;
    const double loss = lossOf(settings.cluster);
    StudyFactors factors;
    factors.framework = token(workload.framework, "unknown");
    factors.model = token(workload.model, "unknown");
    factors.optimizer = token(workload.optimizer, "sgd");
    factors.batch = std::to_string(workload.batch);
    factors.backend = token(workload.backend, "default");
    factors.delay = loss > 0 ? "loss_" + shortest(loss * 100) : "normal";
    factors.topology = token(workload.strategy, "ring");
    return factors;
}

std::string studyFolderName(const StudyFactors& factors, int repetition)
{
    std::string name = join({factors.framework, factors.model, factors.optimizer, factors.batch, factors.backend,
                             factors.delay, factors.topology},
                            "-");
    return repetition > 1 ? fmt::format("{}.{}", name, repetition) : name;
}

Result<std::vector<TumExportedRun>> exportTum(store::Database& database, store::CampaignId campaign,
                                              const std::filesystem::path& folder, const launch::Frameworks& frameworks,
                                              const JobContext& job)
{
    return Export(database, folder, frameworks, job).execute(campaign);
}

} // namespace millrace::studies::tum
