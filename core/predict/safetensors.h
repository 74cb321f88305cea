// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/dataset.h"
#include "core/predict/tensor.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace millrace::predict {

/// Content of a safetensors file: named tensors and texts about them. The format (a length, a JSON header, raw
/// little-endian values) is that of github.com/huggingface/safetensors; it holds nothing that could be executed.
struct SafeTensors
{
    std::map<std::string, std::string> metadata;
    NamedTensors tensors;

    bool operator==(const SafeTensors&) const = default;
};

/// Reads F32 as floats and U32, U8, I32 and I64 as integers from 0 to 2^32 - 1. Corrupt where sizes and positions do
/// not cover the file exactly, Unsupported for another type of values; both with the tensor.
[[nodiscard]] Result<SafeTensors> parseSafeTensors(std::string_view bytes);
[[nodiscard]] Result<SafeTensors> readSafeTensors(const std::filesystem::path& file);

[[nodiscard]] std::string formatSafeTensors(const SafeTensors& content);
/// Replaces the file as a whole.
[[nodiscard]] Result<void> writeSafeTensors(const std::filesystem::path& file, const SafeTensors& content);

/// Converts a data set for exchange, without the dense adjacency: x [G, N, F], edges [E, 3] as graph, i < j, y [G, 12],
/// split [G] as index of the part, batch [G] as index of the batch in its part, graphs in the order of parts and
/// batches. `__metadata__` has name, ids and units of the labels and their maxima. Unsupported where graphs differ in
/// their number of nodes, or an adjacency is not symmetric or has a diagonal.
[[nodiscard]] Result<SafeTensors> toExchange(const DataSet& set);
/// The reverse; checked as by `check`.
[[nodiscard]] Result<DataSet> fromExchange(const SafeTensors& content);

} // namespace millrace::predict
