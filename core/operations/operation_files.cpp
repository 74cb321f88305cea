// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/operations/operation_files.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/operations/chakra_trace.h"
#include "core/operations/goal_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::operations {

namespace {

constexpr std::size_t largestFile = std::size_t(1) << 30;

bool isChakra(const std::filesystem::path& file)
{
    return file.extension() == ".et";
}

/// "a/NAME.3.et" is that of rank 3.
Result<std::int64_t> rankOf(const std::filesystem::path& file)
{
    const std::string number = file.stem().extension().string();
    if (number.size() > 1)
        if (const auto rank = parseInteger(number.substr(1)); rank && *rank >= 0)
            return *rank;
    return fail(ErrorCode::InvalidInput,
                fmt::format("{}: the name of a Chakra trace ends with its rank, as in name.0.et", file.string()));
}

Result<Operations> readChakraFiles(const std::vector<std::filesystem::path>& files)
{
    std::map<std::int64_t, std::filesystem::path> byRank;
    for (const std::filesystem::path& file : files) {
        if (!isChakra(file))
            return fail(ErrorCode::InvalidInput,
                        fmt::format("{} is not a Chakra trace (.et) as the others are", file.string()));
        MR_TRY(rank, rankOf(file));
        if (const auto [same, isNew] = byRank.try_emplace(rank, file); !isNew)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("{} and {} are both of rank {}", same->second.string(), file.string(), rank));
    }
    std::vector<std::string> contents;
    for (const auto& [rank, file] : byRank) {
        if (rank != static_cast<std::int64_t>(contents.size()))
            return fail(ErrorCode::InvalidInput, fmt::format("the trace of rank {} is missing", contents.size()));
        MR_TRY(content, readFile(file, largestFile));
        contents.push_back(std::move(content));
    }
    auto read = parseChakra({contents.begin(), contents.end()});
    if (!read)
        return within(fmt::format("reading {}", byRank.begin()->second.parent_path().string()),
                      std::move(read).error());
    return read;
}

} // namespace

Result<Operations> readOperationFiles(const std::vector<std::filesystem::path>& files)
{
    if (files.empty())
        return fail(ErrorCode::InvalidInput, "no file to read operations from");
    if (isChakra(files.front()))
        return readChakraFiles(files);
    if (files.size() > 1)
        return fail(ErrorCode::InvalidInput, "a GOAL file has all ranks; give one");
    MR_TRY(text, readFile(files.front(), largestFile));
    auto read = parseGoal(text);
    if (!read)
        return within(fmt::format("reading {}", files.front().string()), std::move(read).error());
    return read;
}

Result<void> writeChakra(const Operations& operations, const std::filesystem::path& prefix)
{
    const std::vector<std::string> files = chakraTraces(operations);
    for (std::size_t rank = 0; rank < files.size(); ++rank)
        MR_CHECK(writeFileAtomically(fmt::format("{}.{}.et", prefix.string(), rank), files[rank]));
    return {};
}

} // namespace millrace::operations
