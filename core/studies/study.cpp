// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/study.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

using Opener = Result<std::unique_ptr<StudySource>> (*)(const std::filesystem::path&, const StudyOptions&,
                                                        const JobContext&);

constexpr std::array<StudyInfo, 5> infos = {{
    {"multi-cloud", "E", "Training across clouds and continents",
     "Isenko, Mayer, Jacobsen: How Can We Train Deep Learning Models Across Clouds and Continents? PVLDB 17(6), 2024, "
     "doi 10.14778/3648160.3648165",
     "CSV exports of its training runs (hivemind-77-gc-t4-1.csv), its network profiles and its price tables", true},
    {"flumen", "B", "Cross traffic and the time of an iteration",
     "The data sets of Flumen Equi: iteration times of four models under cross traffic",
     "tables of iteration times and rates, CDFs, histograms, load files (iperf_data_iter_bert24.txt)", true},
    {"kungfu", "C", "Adaptive training with KungFu",
     "Mai, Li, Wagenländer, Fertakis, Brabete, Pietzuch: KungFu: Making Training in Distributed Machine Learning "
     "Adaptive. OSDI 2020",
     "logs of its figures: KungFu, Horovod and TensorFlow benchmarks"},
    {"tum", "A", "The traffic of training frameworks",
     "The measurement study of Horovod, KungFu and TensorFlow traffic; traces: doi 10.14459/2021mp1632489",
     "a folder of runs, each with captures or tshark tables and train_history.log"},
    {"files", "", "Files of other tools", "", "iperf3 JSON, Flent, nccl-tests, training logs, captures and tables"},
}};
constexpr std::array<Opener, 5> openers = {openMultiCloud, openFlumen, openKungfu, openTum, openFiles};
static_assert(infos.size() == openers.size());

} // namespace

std::span<const StudyInfo> studies() noexcept
{
    return infos;
}

const StudyInfo* findStudy(std::string_view name) noexcept
{
    const auto found = std::ranges::find_if(
        infos, [name](const StudyInfo& info) { return info.name == name || (!name.empty() && info.letter == name); });
    return found == infos.end() ? nullptr : &*found;
}

Result<std::unique_ptr<StudySource>> openStudy(std::string_view study, const std::filesystem::path& folder,
                                               const StudyOptions& options, const JobContext& job)
{
    const StudyInfo* info = findStudy(study);
    if (info == nullptr)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("there is no study \"{}\"; there are multi-cloud, flumen, kungfu, tum and files", study));
    std::error_code code;
    if (!std::filesystem::exists(folder, code))
        return fail(ErrorCode::NotFound, fmt::format("{} is not there", folder.string()));
    return openers[static_cast<std::size_t>(info - infos.data())](folder, options, job);
}

namespace {

/// `most` ends the search early.
Result<std::vector<std::string_view>> recognise(const std::filesystem::path& folder, std::size_t most,
                                                const JobContext& job)
{
    std::vector<std::string_view> found;
    for (const StudyInfo& info : infos) {
        if (found.size() == most || (info.name == "files" && !found.empty()))
            break;
        const auto source = openStudy(info.name, folder, {}, job);
        if (source && !(*source)->entries().empty())
            found.push_back(info.name);
        if (!source && source.error().code != ErrorCode::InvalidInput)
            return source.error();
    }
    return found;
}

} // namespace

Result<std::vector<std::string_view>> recogniseStudies(const std::filesystem::path& folder, const JobContext& job)
{
    return recognise(folder, infos.size(), job);
}

Result<std::optional<std::string_view>> recogniseStudy(const std::filesystem::path& folder, const JobContext& job)
{
    MR_TRY(found, recognise(folder, 1, job));
    return found.empty() ? std::optional<std::string_view>() : std::optional(found.front());
}

} // namespace millrace::studies
