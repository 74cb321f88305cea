// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/model_graph.h"

#include <algorithm>
#include <cmath>
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

void checkGraph(const Result<ModelGraph>& result, std::size_t size)
{
    if (!result) {
        require(!result.error().what.empty() && result.error().what.find('\n') == std::string::npos, "one sentence");
        return;
    }
    require(!result->nodes.empty() && result->nodes.size() <= size, "every node has bytes");
    for (const auto& [from, to] : result->edges)
        require(from < result->nodes.size() && to < result->nodes.size(), "edges join nodes");
    const PooledFeatures pooled = pooledFeatures(*result);
    require(std::ranges::all_of(pooled, [](double each) { return std::isfinite(each); }), "features are numbers");
}

} // namespace

/// The last byte of the input chooses the reader.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size - 1);
    if (data[size - 1] % 4 != 0)
        checkGraph(parseOnnx(bytes), size);
    else if (const auto content = parseSafeTensors(bytes))
        checkGraph(graphOf(*content), size);
    return 0;
}
