// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen_files.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <fstream>

namespace millrace::studies {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostFlumenFiles = 20'000; ///< that are looked at
constexpr std::size_t sniffedBytes = 4096;

/// What is known of a file before it is read.
struct Sight
{
    std::string path; ///< in small letters, with the folders
    std::string name; ///< in small letters
    std::vector<std::string> lines; ///< the first ones, whole
};

/// The first lines; nothing for what is not a text.
std::vector<std::string> firstLines(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    std::string bytes(sniffedBytes, '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    if (bytes.starts_with("\xEF\xBB\xBF"))
        bytes.erase(0, 3);
    std::vector<std::string> lines;
    if (bytes.find('\0') != std::string::npos)
        return lines;
    const bool whole = bytes.size() < sniffedBytes;
    for (const std::string_view line : split(bytes, '\n'))
        lines.emplace_back(trim(line));
    if (!whole && lines.size() > 1)
        lines.pop_back();
    std::erase_if(lines, [](const std::string& line) { return line.empty(); });
    return lines;
}

/// The numbers of a line; empty when there is anything else in it.
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

/// Whether the first lines hold so many numbers each.
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

/// "20G-3-64", as the second generation names the rates of its client.
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

std::optional<FlumenFormat> tableFormat(const Sight& sight)
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
        if (const auto format = tableFormat(sight))
            return format;
    if (const auto format = runtimeFormat(sight))
        return format;
    if (!isTable)
        return std::nullopt;
    if (const auto format = byHeader(sight))
        return format;
    return isWindowOutput(sight) ? std::optional(FlumenFormat::WindowRates) : std::nullopt;
}

void consider(const fs::path& file, const std::string& name, FlumenFolder& found)
{
    if (name.ends_with(".xlsx")) {
        countIssue(found.issues,
                   {"workbook", Severity::Note, 1, "an Excel workbook; save its sheets as CSV to import them", name});
        return;
    }
    const std::string parent = lowerCase(fs::is_directory(found.path) ? found.path.filename().string() : std::string());
    const Sight sight{parent + "/" + lowerCase(name), lowerCase(file.filename().string()), firstLines(file)};
    const auto format = formatOf(sight);
    if (!format) {
        countIssue(found.issues, {"not-of-this-study", Severity::Note, 1, "a file of another kind", name});
        return;
    }
    FlumenFile entry{file,
                     name,
                     *format,
                     flumenSeriesOfPath(sight.path),
                     flumenModel(sight.name),
                     contains(sight.name, "extended"),
                     loadIn(sight.name),
                     0};
    std::error_code error;
    entry.bytes = fs::file_size(file, error);
    if (error)
        entry.bytes = 0;
    found.files.push_back(std::move(entry));
}

Result<void> walk(FlumenFolder& found, const JobContext& job)
{
    std::error_code error;
    std::size_t looked = 0;
    fs::recursive_directory_iterator it(found.path, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && it != end; it.increment(error)) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "looking at the folder was cancelled");
        std::error_code ignored;
        if (!it->is_regular_file(ignored))
            continue;
        if (++looked > mostFlumenFiles) {
            countIssue(found.issues,
                       {"too-many-files", Severity::Warning, 1,
                        fmt::format("more than {} files; import its folders one by one", mostFlumenFiles), ""});
            break;
        }
        consider(it->path(), it->path().lexically_relative(found.path).generic_string(), found);
    }
    std::ranges::sort(found.files, {}, &FlumenFile::name);
    return {};
}

} // namespace

std::string_view formatName(FlumenFormat format) noexcept
{
    static constexpr std::array<std::string_view, 14> names = {
        "flumen-iterations", "flumen-rates",      "flumen-reference",      "flumen-cdf",        "flumen-histogram",
        "flumen-samples",    "flumen-hosts",      "flumen-load",           "flumen-flow-sizes", "flumen-client-rate",
        "flumen-server",     "flumen-rdma-probe", "flumen-flow-durations", "flumen-windows"};
    return names[static_cast<std::size_t>(format)];
}

Result<FlumenFolder> findFlumenFiles(const std::filesystem::path& folder, const JobContext& job)
{
    std::error_code error;
    FlumenFolder found;
    found.path = fs::weakly_canonical(folder, error);
    if (!fs::exists(found.path, error))
        return fail(ErrorCode::NotFound, fmt::format("there is no folder {}", folder.string()));
    if (fs::is_directory(found.path, error))
        MR_CHECK(walk(found, job));
    else
        consider(found.path, found.path.filename().string(), found);
    if (found.files.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} holds no file of the cross-traffic study: no table like "
                                "iperf_data_iter_bert24.txt, no CDF like BERT_8G_burst_TCP.csv, no histogram, rate "
                                "sample, load file or bw.txt",
                                folder.string()));
    return found;
}

} // namespace millrace::studies
