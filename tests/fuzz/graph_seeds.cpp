// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/safetensors.h"
#include "tests/core/predict/made_onnx.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace millrace::predict;
using namespace millrace::predict::test;

/// graph_seeds FOLDER: writes small graphs of models, from which the fuzzer starts.
int main(int count, char** arguments)
{
    if (count != 2) {
        std::fprintf(stderr, "usage: graph_seeds FOLDER\n");
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    int number = 0;
    const auto add = [&](const std::string& bytes, char reader) {
        std::ofstream(folder / ("seed" + std::to_string(number++)), std::ios::binary) << bytes << reader;
    };
    add(smallNetwork().bytes(), 1);
    add(smallNetwork(4).bytes(), 1);
    MadeOnnx other;
    other.value(11, "image", {1, 4, 6}).integers("shape", {1, 24}).node("Reshape", {"image", "shape"}, {"flat"});
    other.node("Transpose", {"flat"}, {"turned"}, {{"perm", {1, 0}}}).node("Concat", {"turned", "turned"}, {"both"});
    other.node("ReduceMean", {"both"}, {"out"}, {{"axes", {0}}}, {{"keepdims", 0}}).value(13, "both", {48, 1});
    add(other.bytes(), 1);
    add(formatSafeTensors(
            {{{"format", "millrace graph 1"}, {"ops", "Conv,Relu"}, {"parameters", "9"}, {"tensors", "1"}},
             {{"x", {{2, 3}, Tensor::Floats{1, 2, 3, 4, 5, 6}}},
              {"edges", {{1, 2}, Tensor::Integers{0, 1}}},
              {"op", {{2}, Tensor::Integers{0, 1}}}}}),
        0);
    return 0;
}
