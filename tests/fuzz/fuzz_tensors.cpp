// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/pickle.h"
#include "core/predict/safetensors.h"
#include "core/predict/tensor_pickle.h"
#include "tests/core/predict/made_pickle.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace millrace;
using namespace millrace::predict;

namespace {

void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

std::size_t bytesOf(const NamedTensors& tensors)
{
    std::size_t bytes = 0;
    for (const NamedTensor& each : tensors)
        bytes += std::visit([](const auto& values) { return 4 * values.size(); }, each.tensor.values);
    return bytes;
}

void checkState(const Result<NamedTensors>& result, std::size_t size)
{
    if (result)
        require(bytesOf(*result) <= size, "tensors are never larger than their file");
    else
        require(!result.error().what.empty() && result.error().what.find('\n') == std::string::npos, "one sentence");
}

void checkSet(const Result<DataSet>& result)
{
    if (result)
        require(check(*result).has_value(), "a data set that was read is whole");
    else
        require(!result.error().what.empty() && result.error().what.find('\n') == std::string::npos, "one sentence");
}

/// A pickle in an archive whose checksum is right and that has storages for the first keys.
std::string inArchive(std::string_view pickle)
{
    return test::archiveOf(std::string(pickle), {{"0", std::string(24, '\0')}, {"1", std::string(96, '\0')}});
}

} // namespace

/// The last byte of the input chooses the reader, so that a file that was found can be run again alone.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size - 1);
    switch (data[size - 1] % 4) {
    case 0:
        checkState(parseStateDict(bytes), bytes.size());
        checkSet(parseDataSetPickle(bytes, "fuzz"));
        break;
    case 1: {
        const std::string archive = inArchive(bytes);
        checkState(parseStateDict(archive), archive.size());
        checkSet(parseDataSetPickle(archive, "fuzz"));
        break;
    }
    case 2:
        if (const auto content = readPickle(bytes))
            require(content->root < content->values.size() && content->length <= bytes.size(), "the root exists");
        break;
    default:
        if (const auto content = parseSafeTensors(bytes)) {
            // Values of one byte become four.
            require(bytesOf(content->tensors) <= 4 * bytes.size(), "tensors are never larger than their file");
            require(parseSafeTensors(formatSafeTensors(*content)).has_value(), "what is written can be read");
            if (const auto set = fromExchange(*content))
                require(check(*set).has_value(), "a data set that was read is whole");
        }
    }
    return 0;
}
