// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen/files.h"

#include "core/base/text.h"
#include "core/importers/workbook.h"
#include "core/studies/study_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::flumen {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t sniffedBytes = 4096;

/// What is known of a file before it is read.
struct Sight
{
    std::string path; ///< in lower case, with the folders
    std::string name; ///< in lower case
    std::vector<std::string> lines; ///< the first complete ones
};

/// The first lines; empty for a file that is not text.
std::vector<std::string> firstLinesOf(std::string bytes)
{
    const bool whole = bytes.size() < sniffedBytes;
    if (bytes.starts_with("\xEF\xBB\xBF"))
        bytes.erase(0, 3);
    std::vector<std::string> lines;
    if (bytes.find('\0') != std::string::npos)
        return lines;
    for (const std::string_view line : split(bytes, '\n'))
        lines.emplace_back(trim(line));
    if (!whole && lines.size() > 1)
        lines.pop_back();
    std::erase_if(lines, [](const std::string& line) { return line.empty(); });
    return lines;
}

/// The numbers of a line; empty when it contains anything else.
std::vector<double> numbersOf(std::string_view line, std::string_view separators)
{
    std::vector<double> numbers;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find_first_of(separators), line.size());
        if (const std::string_view word = trim(line.substr(0, end)); !word.empty()) {
            const auto number = parseDouble(word);
            if (!number || !std::isfinite(*number))
                return {};
            numbers.push_back(*number);
        }
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return numbers;
}

/// Whether each of the first lines has this many numbers.
bool hasRows(const Sight& sight, std::size_t columns, std::size_t rows, std::string_view separators = " \t")
{
    if (sight.lines.size() < rows)
        return false;
    return std::ranges::all_of(sight.lines.begin(), sight.lines.begin() + static_cast<std::ptrdiff_t>(rows),
                               [&](const std::string& line) { return numbersOf(line, separators).size() == columns; });
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// "20" of "resnet_20g_burst_tcp.csv", of "20g_burst.config" and of "rn50_20_50ave.csv", bit/s.
std::optional<double> loadIn(const std::string& name)
{
    for (std::size_t at = 0; at < name.size(); ++at) {
        const bool begins = std::isdigit(static_cast<unsigned char>(name[at])) != 0
            && (at == 0 || name[at - 1] == '_' || name[at - 1] == '-');
        if (!begins)
            continue;
        const std::size_t end = std::min(name.find_first_not_of("0123456789.", at), name.size());
        const bool ends = end < name.size() && (name[end] == 'g' || (name[end] == '_' && contains(name, "ave")));
        if (const auto number = parseDouble(name.substr(at, end - at)); ends && number && *number <= 1000)
            return *number * 1e9;
    }
    return std::nullopt;
}

bool isLoadFile(const Sight& sight)
{
    return sight.lines.size() > 1 && numbersOf(sight.lines[0], " \t").size() == 1
        && numbersOf(sight.lines[1], " \t").size() == 3;
}

/// "20G-3-64", as the second generation names its client rates.
bool isBatchName(const std::string& name)
{
    const std::vector<std::string_view> parts = split(name, '-');
    return parts.size() == 3 && parts[0].ends_with("g") && parseInteger(parts[1]).has_value()
        && parseInteger(parts[2]).has_value();
}

/// "index, mean, stdev, tail99" and the like.
std::optional<FlumenFormat> byHeader(const Sight& sight)
{
    const std::string header = sight.lines.empty() ? std::string() : lowerCase(sight.lines.front());
    if (!(header.starts_with("index") || header.starts_with("reference")) || !contains(header, "stdev"))
        return std::nullopt;
    if (contains(header, "mean_truncated"))
        return FlumenFormat::ReferenceRates;
    return contains(header, "tail99") ? FlumenFormat::Iterations : FlumenFormat::Rates;
}

/// "label, mean, truncated, windows, seconds, deviation", then "time,rate" of each window.
bool isWindowOutput(const Sight& sight)
{
    if (sight.lines.empty() || numbersOf(sight.lines[0], ",").size() != 6)
        return false;
    return sight.lines.size() == 1 || numbersOf(sight.lines[1], ",").size() == 2;
}

std::optional<FlumenFormat> formatOfTable(const Sight& sight)
{
    const std::string& name = sight.name;
    const bool ofSeries = flumenSeriesOfPath(sight.path) != nullptr;
    if (ofSeries && contains(name, "reference"))
        return FlumenFormat::ReferenceRates;
    if (ofSeries && contains(name, "_data") && contains(name, "iter"))
        return FlumenFormat::Iterations;
    if (ofSeries && contains(name, "_data") && contains(name, "_bw"))
        return FlumenFormat::Rates;
    if (contains(name, "histogram"))
        return FlumenFormat::Histogram;
    if (contains(name, "traffic_figure_data") || contains(name, "load_sample"))
        return FlumenFormat::RateSamples;
    const std::string stem = name.substr(0, name.rfind('.'));
    if (flumenModel(name) != nullptr && stem.ends_with("ave") && loadIn(name))
        return FlumenFormat::HostSamples;
    if (flumenModel(name) != nullptr && loadIn(name) && ofSeries && hasRows(sight, 2, 1, ","))
        return FlumenFormat::Cdf;
    return std::nullopt;
}

std::optional<FlumenFormat> runtimeFormat(const Sight& sight)
{
    const std::string& name = sight.name;
    if (name.ends_with(".config") && isLoadFile(sight))
        return FlumenFormat::LoadFile;
    if ((name.ends_with(".tcl") || contains(name, "cdf_search")) && hasRows(sight, 3, 2))
        return FlumenFormat::FlowSizes;
    const bool ofClient = name == "bw.txt" || (name.starts_with("bw-") && name.ends_with(".txt")) || isBatchName(name);
    if (ofClient && hasRows(sight, 2, 1))
        return FlumenFormat::ClientRate;
    if (name.starts_with("server_received_bytes") && hasRows(sight, 3, 1))
        return FlumenFormat::ServerBytes;
    if (name.starts_with("fraction_rdma_probe"))
        return FlumenFormat::RdmaProbe;
    if (name.starts_with("flow_durations") && hasRows(sight, 1, 1))
        return FlumenFormat::FlowDurations;
    return std::nullopt;
}

std::optional<FlumenFormat> formatOf(const Sight& sight)
{
    const bool isTable = sight.name.ends_with(".csv") || sight.name.ends_with(".txt") || !contains(sight.name, ".");
    if (isTable)
        if (const auto format = formatOfTable(sight))
            return format;
    if (const auto format = runtimeFormat(sight))
        return format;
    if (!isTable)
        return std::nullopt;
    if (const auto format = byHeader(sight))
        return format;
    return isWindowOutput(sight) ? std::optional(FlumenFormat::WindowRates) : std::nullopt;
}

/// A path from the study's data set folder on; without that folder, its last components.
std::string studyPathOf(const fs::path& file, std::size_t otherwise)
{
    static constexpr std::array<std::string_view, 8> sets = {"iperf", "consistent_ws", "burst_ws",      "comparisons",
                                                             "cdfs",  "histogram",     "instantaneous", "sample_loads"};
    const std::string path = file.generic_string();
    const std::vector<std::string_view> parts = split(path, '/');
    std::size_t first = parts.size() - std::min(otherwise, parts.size());
    for (std::size_t i = 0; i + 1 < parts.size(); ++i)
        if (std::ranges::find(sets, parts[i]) != sets.end())
            first = i;
    return path.substr(static_cast<std::size_t>(parts[first].data() - path.data()));
}

/// Whether the name alone identifies a file of the study, so that unexpected content is reported.
bool hasStudyName(const Sight& sight)
{
    static constexpr std::array<std::string_view, 6> words = {
        "_data_iter", "_data_bw", "_data_tcp_", "traffic_histogram", "traffic_figure_data", "generated_load_sample"};
    const auto has = [&](std::string_view word) { return contains(sight.name, word); };
    return std::ranges::any_of(words, has) || (flumenModel(sight.name) != nullptr && loadIn(sight.name).has_value());
}

class FlumenSearch
{
public:
    explicit FlumenSearch(FlumenFolder& found) : m_found(found) { }

    void consider(const StudyFile& file)
    {
        const std::string name = studyPathOf(file.path, 1);
        const std::string head = headOf(file.path, sniffedBytes);
        const Sight sight{lowerCase(studyPathOf(file.path, 3)), lowerCase(file.path.filename().string()),
                          firstLinesOf(head)};
        if (sight.name.ends_with(".xlsx") && importers::looksLikeWorkbook(head))
            return takeWorkbook(file, sight);
        const std::string why = whyNoTable(head);
        const auto format = why.empty() ? formatOf(sight) : std::nullopt;
        if (!format)
            return passOver(file, sight, why);
        if (m_copies.isCopy(file, {}, m_found.issues))
            return;
        FlumenFile entry{file.path,
                         name,
                         *format,
                         flumenSeriesOfPath(sight.path),
                         flumenModel(sight.name),
                         contains(sight.name, "extended"),
                         loadIn(sight.name),
                         file.bytes,
                         file.isEarlier};
        add(std::move(entry), file);
    }

private:
    void passOver(const StudyFile& file, const Sight& sight, const std::string& why)
    {
        if (file.isEarlier)
            return;
        if (hasStudyName(sight) || sight.name.ends_with(".xlsx"))
            notePassedOver(m_found.issues, file.below,
                           why.empty() ? "its name is of the study, its content is not" : why);
        else
            countIssue(m_found.issues, {"not-of-this-study", Severity::Note, 1, "a file of another kind", file.below});
    }

    /// Series that only the workbooks contain: one sheet of samples, every sheet of hosts.
    void takeWorkbook(const StudyFile& file, const Sight& sight)
    {
        if (m_copies.isCopy(file, {}, m_found.issues))
            return;
        auto book = importers::readWorkbook(file.path);
        if (!book)
            return notePassedOver(m_found.issues, file.below, book.error().text());
        const std::string name = studyPathOf(file.path, 1);
        std::size_t taken = 0;
        for (importers::WorkbookSheet& sheet : book->sheets) {
            const bool isSample = taken == 0 && formatOfTable(sight) == FlumenFormat::RateSamples;
            const Sight ofSheet{sight.path + "/" + lowerCase(sheet.name), lowerCase(sheet.name) + ".csv", {}};
            const auto format = isSample ? std::optional(FlumenFormat::RateSamples) : formatOfTable(ofSheet);
            if (sheet.rows.size() < 2 || (!isSample && format != FlumenFormat::HostSamples))
                continue;
            FlumenFile entry{file.path,
                             isSample ? name : name + "/" + sheet.name,
                             *format,
                             nullptr,
                             flumenModel(ofSheet.name),
                             false,
                             isSample ? loadIn(sight.name) : loadIn(ofSheet.name),
                             file.bytes,
                             file.isEarlier};
            entry.sheet = std::make_shared<const std::string>(importers::commaText(sheet));
            add(std::move(entry), file);
            ++taken;
        }
        for (const Issue& issue : book->issues)
            countIssue(m_found.issues, {issue.kind, issue.severity, issue.count, issue.example, file.below});
        if (taken == 0 && !file.isEarlier)
            countIssue(m_found.issues,
                       {"workbook", Severity::Note, 1,
                        "an Excel workbook with what the study drew; its tables are read from the text files",
                        file.below});
    }

    /// Of files with the same study name keeps one: text before workbook, this folder before earlier imports, the
    /// larger one.
    void add(FlumenFile entry, const StudyFile& file)
    {
        const auto same = std::ranges::find_if(m_found.files, [&](const FlumenFile& other) {
            return isNamedByTheStudy(entry.format) && other.format == entry.format && stemOf(other) == stemOf(entry);
        });
        if (same == m_found.files.end()) {
            m_found.files.push_back(std::move(entry));
            return;
        }
        const bool isText = entry.sheet == nullptr, wasText = same->sheet == nullptr;
        const bool isBetter = isText != wasText ? isText : !entry.isEarlier && entry.bytes > same->bytes;
        if (isText == wasText && !entry.isEarlier)
            countIssue(m_found.issues,
                       {"other-version", Severity::Warning, 1,
                        "there is another version of it, and the larger one is read", file.below});
        if (isBetter)
            *same = std::move(entry);
    }
    static std::string stemOf(const FlumenFile& file)
    {
        const std::string name = file.name.substr(file.name.rfind('/') + 1);
        return name.substr(0, name.rfind('.'));
    }

    FlumenFolder& m_found;
    CopyFinder m_copies;
};

} // namespace

std::string_view formatName(FlumenFormat format) noexcept
{
    static constexpr std::array<std::string_view, 14> names = {
        "flumen-iterations", "flumen-rates",      "flumen-reference",      "flumen-cdf",        "flumen-histogram",
        "flumen-samples",    "flumen-hosts",      "flumen-load",           "flumen-flow-sizes", "flumen-client-rate",
        "flumen-server",     "flumen-rdma-probe", "flumen-flow-durations", "flumen-windows"};
    return names[static_cast<std::size_t>(format)];
}

bool isNamedByTheStudy(FlumenFormat format) noexcept
{
    return format <= FlumenFormat::HostSamples;
}

Result<FlumenFolder> findFlumenFiles(const std::filesystem::path& folder, const JobContext& job,
                                     std::span<const std::filesystem::path> earlier)
{
    std::error_code error;
    FlumenFolder found;
    found.path = fs::weakly_canonical(folder, error);
    if (!fs::exists(found.path, error))
        return fail(ErrorCode::NotFound, fmt::format("there is no folder {}", folder.string()));
    MR_TRY(files, filesOfStudy(folder, earlier, found.issues, job));
    FlumenSearch search(found);
    for (const StudyFile& file : files) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "looking at the folder was cancelled");
        search.consider(file);
    }
    std::ranges::sort(found.files, {},
                      [](const FlumenFile& file) { return std::pair(std::string_view(file.name), file.path); });
    const bool hasCopies = std::ranges::find(found.issues, "copy", &Issue::kind) != found.issues.end();
    if (!hasCopies && std::ranges::all_of(found.files, &FlumenFile::isEarlier))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no file of the cross-traffic study: no table like iperf_data_iter_bert24.txt, "
                                "no CDF like BERT_8G_burst_TCP.csv, no histogram, rate sample, load file or bw.txt",
                                folder.string()));
    return found;
}

} // namespace millrace::studies::flumen
