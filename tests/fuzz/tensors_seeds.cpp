// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/safetensors.h"
#include "tests/core/predict/made_pickle.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace millrace::predict;
using namespace millrace::predict::test;

/// tensors_seeds FOLDER: writes small files of tensors, from which the fuzzer starts.
int main(int count, char** arguments)
{
    if (count != 2) {
        std::fprintf(stderr, "usage: tensors_seeds FOLDER\n");
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    int number = 0;
    const auto add = [&](const std::string& bytes, char reader) {
        std::ofstream(folder / ("seed" + std::to_string(number++)), std::ios::binary) << bytes << reader;
    };
    const NamedTensors state = {{"w", {{2, 3}, Tensor::Floats{1, 2, 3, 4, 5, 6}}}, {"b", {{1}, Tensor::Floats{7}}}};
    PickleBytes pickle;
    pickle.op("}(");
    addTensor(pickle.text("w"), {"0", {2, 3}, 0, {}, {}});
    addTensor(pickle.text("b"), {"1", {4, 2}, 16, 24, {}});
    for (const DataSet& set : {smallSet(), smallSet(1, 1, 0)}) {
        add(archiveOf(set), 0);
        add(streamOf(set), 0);
    }
    add(archiveOf(state), 0);
    for (const char reader : {1, 2})
        add(pickle.op("u").end(), reader);
    add(formatSafeTensors({{{"name", "x"}}, state}), 3);
    DataSet ring = smallSet();
    for (Part part : parts)
        for (Batch& batch : ring.of(part))
            for (std::size_t i = 0; i < batch.adjacency.size(); ++i)
                batch.adjacency[i] = i % 16 == 1 || i % 16 == 4 ? 1.0f : 0.0f;
    if (const auto exchange = toExchange(ring))
        add(formatSafeTensors(*exchange), 3);
    return 0;
}
