// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/data_source.h"

#include "core/base/file_io.h"
#include "core/predict/driple_synth.h"
#include "core/predict/safetensors.h"
#include "core/predict/tensor_pickle.h"

#include <fmt/format.h>

namespace millrace::predict {

namespace {

constexpr std::string_view synthPrefix = "synth:";

/// Of a pickle or safetensors.
Result<DataSet> parseDataSet(const std::string& bytes, const std::filesystem::path& file)
{
    const auto parse = [&]() -> Result<DataSet> {
        if (isTorchSave(bytes))
            return parseDataSetPickle(bytes, file.stem().string());
        MR_TRY(content, parseSafeTensors(bytes));
        return fromExchange(content);
    };
    auto set = parse();
    return set ? std::move(set)
               : Result<DataSet>(within(fmt::format("reading data set {}", file.string()), std::move(set).error()));
}

} // namespace

bool isTorchSave(std::string_view bytes) noexcept
{
    // Safetensors: 8 bytes with the length of the header, then the header, a JSON object.
    constexpr std::size_t headerStart = 8;
    const bool isSafeTensors = bytes.size() > headerStart && bytes[headerStart] == '{';
    return bytes.starts_with("PK\x03\x04") || (bytes.starts_with("\x80") && !isSafeTensors);
}

Result<std::optional<DataSet>> openDataSet(const std::filesystem::path& file)
{
    MR_TRY(bytes, readFile(file, mostTensorFileBytes));
    if (!isTorchSave(bytes) && file.extension() != ".safetensors")
        return std::optional<DataSet>();
    MR_TRY(set, parseDataSet(bytes, file));
    return std::optional(std::move(set));
}

Result<DataSet> readDataSource(const std::string& source)
{
    if (source.starts_with(synthPrefix)) {
        const auto setting = source.size() == synthPrefix.size() + 1 ? findSynthSetting(source.back()) : std::nullopt;
        if (!setting)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("unknown generated data set \"{}\"; use synth:A, synth:B or synth:C", source));
        return makeDripleSynth(*setting);
    }
    MR_TRY(bytes, readFile(source, mostTensorFileBytes));
    return parseDataSet(bytes, source);
}

} // namespace millrace::predict
