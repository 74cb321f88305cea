// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/folder.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>

namespace millrace::studies::tum {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostFolders = 10'000;
constexpr std::size_t mostFilesOfARun = 1000;
constexpr std::uintmax_t endBytes = std::uintmax_t(1) << 20;
constexpr std::array<std::string_view, 6> jsonNames = {"joint_sent_received.json", "bytes_per_sec.json",
                                                       "utilization.json",         "flow_cdf.json",
                                                       "flow_arrival.json",        "temporal_flow.json"};

/// "worker-0-tcpdump" of "worker-0-tcpdump.pcapng.gz".
std::string stemOf(const fs::path& file)
{
    const std::string name = file.filename().string();
    for (const std::string_view mark : {".pcap", ".csv", ".tsv"})
        if (const std::size_t at = name.find(mark); at != std::string::npos)
            return name.substr(0, at);
    return name;
}

bool isCaptureName(const std::string& name)
{
    const std::size_t at = name.find(".pcap");
    if (at == std::string::npos)
        return false;
    const std::string_view end = std::string_view(name).substr(at);
    return end == ".pcap" || end == ".pcapng" || end == ".pcap.gz" || end == ".pcapng.gz" || end == ".pcap.zst"
        || end == ".pcapng.zst"
        || (end.size() > 5 && std::ranges::all_of(end.substr(5), [](char c) { return c >= '0' && c <= '9'; }));
}

bool isTableName(const std::string& name)
{
    return name.ends_with(".csv") || name.ends_with(".tsv") || name.ends_with(".csv.gz") || name.ends_with(".tsv.gz");
}

/// Entries of a folder by name; inaccessible ones are left out.
std::vector<fs::directory_entry> entriesOf(const fs::path& folder, std::size_t most)
{
    std::vector<fs::directory_entry> entries;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end && entries.size() < most;
         it.increment(error))
        entries.push_back(*it);
    std::ranges::sort(entries, {}, [](const fs::directory_entry& each) { return each.path().filename(); });
    return entries;
}

void addSize(TumRunFolder& run, const fs::directory_entry& entry)
{
    std::error_code ignored;
    if (const auto size = entry.file_size(ignored); !ignored)
        run.bytes += size;
}

void readManifest(TumRunFolder& run, const fs::path& file)
{
    const auto text = readFile(file, std::size_t(1) << 20);
    const Json json = text ? Json::parse(*text, nullptr, false) : Json();
    if (!json.is_object()) {
        run.issues.push_back(
            {"bad-manifest", Severity::Warning, 1, "manifest.json is not a JSON object", file.string()});
        return;
    }
    const Json& source = json.contains("factors") && json["factors"].is_object() ? json["factors"] : json;
    const auto take = [&](std::initializer_list<const char*> names, std::string& value) {
        for (const char* name : names) {
            const auto found = source.find(name);
            if (found == source.end())
                continue;
            if (found->is_string())
                value = found->get<std::string>();
            else if (found->is_number_integer())
                value = std::to_string(found->get<std::int64_t>());
            else if (found->is_number())
                value = shortest(found->get<double>());
        }
    };
    StudyFactors factors = run.factors;
    take({"framework"}, factors.framework);
    take({"model"}, factors.model);
    take({"optimizer"}, factors.optimizer);
    take({"batch", "batchsize", "batch_size"}, factors.batch);
    take({"backend"}, factors.backend);
    take({"loss", "delay"}, factors.delay);
    take({"topology", "strategy"}, factors.topology);
    run.factors = inNotebookWords(factors);
    run.naming = TumNaming::Manifest;
}

void lookIntoParsed(TumRunFolder& run, const fs::path& folder, std::vector<fs::directory_entry>& tables)
{
    for (const fs::directory_entry& entry : entriesOf(folder, mostFilesOfARun)) {
        const std::string name = entry.path().filename().string();
        if (isTableName(name))
            tables.push_back(entry);
        else if (std::ranges::find(jsonNames, name) != jsonNames.end())
            run.parsed = folder;
        else
            run.others.push_back(entry.path());
    }
}

/// A field list is used where its capture is missing.
void chooseTables(TumRunFolder& run, const std::vector<fs::directory_entry>& tables)
{
    for (const fs::directory_entry& table : tables) {
        const std::string stem = stemOf(table.path());
        if (std::ranges::any_of(run.captures, [&](const fs::path& each) { return stemOf(each) == stem; }))
            continue;
        run.tables.push_back(table.path());
        addSize(run, table);
    }
}

TumRunFolder lookAt(const fs::path& folder)
{
    TumRunFolder run;
    run.path = folder;
    run.name = folder.filename().string();
    if (const auto known = factorsOfName(run.name)) {
        run.naming = known->first;
        run.factors = known->second;
    }
    std::vector<fs::directory_entry> tables;
    std::error_code ignored;
    for (const fs::directory_entry& entry : entriesOf(folder, mostFilesOfARun)) {
        const std::string name = entry.path().filename().string();
        if (entry.is_directory(ignored)) {
            if (name == "parsed-files")
                lookIntoParsed(run, entry.path(), tables);
        } else if (isCaptureName(name)) {
            run.captures.push_back(entry.path());
            addSize(run, entry);
        } else if (isTableName(name)) {
            tables.push_back(entry);
        } else if (name == "train_history.log") {
            run.log = entry.path();
            addSize(run, entry);
        } else if (name == "manifest.json") {
            readManifest(run, entry.path());
        } else {
            run.others.push_back(entry.path());
        }
    }
    chooseTables(run, tables);
    return run;
}

bool isRun(const TumRunFolder& run)
{
    return !run.captures.empty() || !run.tables.empty() || run.parsed || run.log;
}

void judge(TumRunFolder& run)
{
    if (run.naming == TumNaming::Unknown)
        run.issues.push_back(
            {"bad-name", Severity::Warning, 1,
             "the folder's name has not the seven tokens framework-model-optimizer-batch-backend-loss-topology, and "
             "there is no manifest.json: its factors are unknown",
             run.path.string()});
    if (run.captures.empty() && run.tables.empty() && !run.parsed)
        run.issues.push_back(
            {"no-traffic", Severity::Warning, 1, "there is no capture, field list or JSON file", run.path.string()});
    if (!run.log)
        run.issues.push_back({"no-log", Severity::Note, 1, "there is no train_history.log", run.path.string()});
}

std::optional<fs::path> existing(const fs::path& file)
{
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) ? std::optional(file) : std::nullopt;
}

/// Both ends of a file.
Result<std::string> endsOf(const fs::path& file)
{
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    std::ifstream in(file, std::ios::binary);
    if (error || !in)
        return failErrno("opening " + file.string());
    std::string bytes(static_cast<std::size_t>(std::min(size, 2 * endBytes)), '\0');
    const auto front = static_cast<std::streamsize>(std::min(size, endBytes));
    in.read(bytes.data(), front);
    if (size > endBytes) {
        const auto back = static_cast<std::streamsize>(bytes.size()) - front;
        in.seekg(-back, std::ios::end);
        in.read(bytes.data() + front, back);
    }
    return bytes;
}

} // namespace

Result<TumCampaign> findTumRuns(const std::filesystem::path& folder)
{
    std::error_code error;
    // "data/" and "." have no name of their own.
    const fs::path path = fs::weakly_canonical(folder, error);
    if (!fs::exists(path, error))
        return fail(ErrorCode::NotFound, fmt::format("there is no folder {}", folder.string()));
    if (!fs::is_directory(path, error))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} is a file; name the folder of a campaign", folder.string()));
    TumCampaign campaign;
    campaign.path = path;
    // A table next to the runs' folders does not make the campaign a run.
    if (TumRunFolder own = lookAt(path);
        !own.captures.empty() || own.log || own.parsed || (own.naming != TumNaming::Unknown && isRun(own))) {
        campaign.runs.push_back(std::move(own));
    } else {
        for (const fs::directory_entry& entry : entriesOf(path, mostFolders)) {
            if (!entry.is_directory(error))
                continue;
            TumRunFolder run = lookAt(entry.path());
            if (isRun(run) || run.naming != TumNaming::Unknown)
                campaign.runs.push_back(std::move(run));
            else
                campaign.skipped.push_back(run.name);
        }
        campaign.bytesSent = existing(path / "bytes_sent.json");
        campaign.numberFlows = existing(path / "number_flows.json");
    }
    std::ranges::for_each(campaign.runs, judge);
    if (campaign.runs.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no run of the traffic study: no folder with worker-K-tcpdump captures, "
                                "parsed-files or train_history.log",
                                folder.string()));
    return campaign;
}

Result<std::string> contentKey(const TumRunFolder& run)
{
    std::vector<fs::path> files = run.captures;
    files.insert(files.end(), run.tables.begin(), run.tables.end());
    if (run.log)
        files.push_back(*run.log);
    if (run.parsed && run.captures.empty() && run.tables.empty())
        for (const std::string_view name : jsonNames)
            if (const auto file = existing(*run.parsed / name))
                files.push_back(*file);
    std::string all = run.name;
    std::error_code error;
    for (const fs::path& file : files) {
        MR_TRY(ends, endsOf(file));
        all += fmt::format("\n{} {} {}", file.filename().string(), fs::file_size(file, error), sha256(ends));
    }
    return sha256(all);
}

} // namespace millrace::studies::tum
