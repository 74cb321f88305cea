// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/files.h"

#include "core/base/text.h"
#include "core/studies/multi_cloud/iperf_profile.h"
#include "core/studies/multi_cloud/spot_prices.h"
#include "core/studies/multi_cloud/wandb_log.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace millrace::studies::multi_cloud {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t headBytes = 16384;

bool isTrainingName(std::string_view name)
{
    return name.starts_with("hivemind-") || name.starts_with("baseline-");
}

/// Whether the name identifies a file of the study, whatever its extension.
bool isStudyName(const std::string& name)
{
    return isTrainingName(name) || name.starts_with("iperf-profile-") || name.find("spot-pricing") != name.npos;
}

/// The folders that identify the study set of a profile; empty: unknown.
std::string setLabelOf(const fs::path& file)
{
    const fs::path folder = file.parent_path();
    const std::string set = folder.parent_path().filename().string();
    return set.starts_with("experiment-set-") ? set + "/" + folder.filename().string() : std::string();
}

/// Profiles of one folder, one session and one number of streams belong together.
std::string networkName(const fs::path& file)
{
    const auto profile =
        readIperfProfile("timestamp,local_hostname,target_hostname,target_ip,bandwidth,bandwidth_metric,avg_ping_ms\n",
                         file.filename().string());
    const fs::path folder = file.parent_path();
    std::string name = folder.parent_path().filename().string() + "/" + folder.filename().string();
    if (profile && profile->later)
        name += "-p2";
    if (profile && profile->streams > 1)
        name += fmt::format("-{}thread", profile->streams);
    return name;
}

std::optional<MultiCloudKind> kindOfHead(std::string_view head)
{
    const std::string_view line = head.substr(0, head.find('\n'));
    if (isIperfProfileHeader(line))
        return MultiCloudKind::Network;
    if (isSpotPricesHeader(line))
        return MultiCloudKind::Prices;
    return isWandbHeader(line) ? std::optional(MultiCloudKind::Training) : std::nullopt;
}

class Grouping
{
public:
    explicit Grouping(Issues& issues) : m_issues(issues) { }

    void take(const StudyFile& file)
    {
        const std::string name = file.path.filename().string();
        const std::string ending = lowerCase(file.path.extension().string());
        if (ending != ".csv") {
            if (isStudyName(name) && !file.isEarlier)
                notePassedOver(m_issues, file.below, whyOtherEnding(file));
            return;
        }
        const std::string head = headOf(file.path, headBytes);
        std::optional<MultiCloudKind> kind = kindOfHead(head);
        if (!kind && isTrainingName(name))
            kind = MultiCloudKind::Training; // the run reports what is wrong with it
        if (kind)
            add(*kind, file);
        else if (!file.isEarlier)
            passOver(file, name, head);
    }
    [[nodiscard]] std::vector<MultiCloudGroup> groups()
    {
        std::vector<MultiCloudGroup> groups;
        for (auto& [key, group] : m_groups) {
            std::ranges::sort(group.files, {}, [](const StudyFile& file) { return file.path.filename().string(); });
            groups.push_back(std::move(group));
        }
        return groups;
    }

private:
    static std::string whyOtherEnding(const StudyFile& file)
    {
        const std::string why = whyNoTable(headOf(file.path, headBytes));
        return why.empty() ? "its name is of the study, its ending is not .csv" : why;
    }

    void passOver(const StudyFile& file, const std::string& name, std::string_view head)
    {
        const std::string why = whyNoTable(head);
        if (!why.empty())
            notePassedOver(m_issues, file.below, why);
        else if (isStudyName(name))
            notePassedOver(m_issues, file.below, "its first line is not the header of such a file");
        else
            countIssue(m_issues, {"not-of-this-study", Severity::Note, 1, "a CSV file with other columns", file.below});
    }

    void add(MultiCloudKind kind, const StudyFile& file)
    {
        const std::string stem = file.path.stem().string();
        const bool isNetwork = kind == MultiCloudKind::Network;
        if (m_copies.isCopy(file, isNetwork ? setLabelOf(file.path) : std::string(), m_issues))
            return;
        const std::string name = isNetwork     ? networkName(file.path)
            : kind == MultiCloudKind::Training ? runAndHost(stem).first
                                               : stem;
        MultiCloudGroup& group = m_groups[{kind, name}];
        group.kind = kind;
        group.name = name;
        const auto same = std::ranges::find_if(
            group.files, [&](const StudyFile& other) { return other.path.filename() == file.path.filename(); });
        if (same == group.files.end())
            group.files.push_back(file);
        else if (!file.isEarlier)
            keepLarger(*same, file);
    }

    void keepLarger(StudyFile& kept, const StudyFile& file)
    {
        const bool isLarger = file.bytes > kept.bytes;
        const StudyFile& other = isLarger ? kept : file;
        countIssue(m_issues,
                   {"other-version", Severity::Warning, 1,
                    fmt::format("another version of {}, which is larger and is read", (isLarger ? file : kept).below),
                    other.below});
        if (isLarger)
            kept = file;
    }

    Issues& m_issues;
    CopyFinder m_copies;
    std::map<std::pair<MultiCloudKind, std::string>, MultiCloudGroup> m_groups;
};

} // namespace

std::pair<std::string, std::string> runAndHost(const std::string& stem)
{
    const auto cut = [&](std::size_t from) { return stem.find('-', from); };
    const std::size_t first = cut(0);
    if (first == std::string::npos || !isTrainingName(stem))
        return {stem, stem};
    const std::size_t second = cut(first + 1);
    if (second == std::string::npos)
        return {stem, stem};
    std::size_t host = second;
    if (stem.starts_with("baseline-")) {
        // The model is one word, except "whisper-small".
        static constexpr std::array<std::string_view, 2> oneWord = {"-whisper-", "-Whisper-"};
        const std::string_view rest = std::string_view(stem).substr(second);
        const bool isTwo = std::ranges::any_of(oneWord, [&](std::string_view word) { return rest.starts_with(word); });
        const std::size_t model = isTwo ? cut(second + 9) : cut(second + 1);
        host = model == std::string::npos ? second : model;
    }
    return {stem.substr(0, second), stem.substr(host + 1)};
}

std::string multiCloudName(const fs::path& file, MultiCloudKind kind)
{
    if (kind != MultiCloudKind::Network)
        return file.filename().string();
    const fs::path folder = file.parent_path();
    return (folder.parent_path().filename() / folder.filename() / file.filename()).generic_string();
}

std::vector<MultiCloudGroup> groupMultiCloudFiles(const std::vector<StudyFile>& files, Issues& issues)
{
    // Profiles whose folders name a set of the study come first, so that others are detected as their copies; the whole
    // folder comes before earlier imports.
    std::vector<const StudyFile*> order;
    for (const StudyFile& file : files)
        order.push_back(&file);
    std::ranges::stable_sort(order, {}, [](const StudyFile* file) { return setLabelOf(file->path).empty(); });
    Grouping grouping(issues);
    for (const StudyFile* file : order)
        grouping.take(*file);
    return grouping.groups();
}

} // namespace millrace::studies::multi_cloud
