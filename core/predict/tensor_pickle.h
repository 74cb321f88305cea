// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/dataset.h"
#include "core/predict/tensor.h"

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace millrace::predict {

/// Largest published-format file that is read; those of the publication are of 13 MB.
inline constexpr std::size_t mostTensorFileBytes = std::size_t(1) << 30;

/// Both containers of torch.save: the ZIP archive since version 1.6 and the stream before it, distinguished by their
/// first bytes. Safe with files of strangers: nothing is executed, sizes are checked before memory is taken, and
/// tensors that share values are refused, so that the result is never larger than the file. Tensors of other devices
/// are read as values of the CPU. Errors have the file, the place and what to do: Corrupt for damage, Unsupported for
/// content other than contiguous float32 tensors, Io and NotFound.

/// Reads the weights of a network (a dictionary of tensors by name), in the order of the file.
[[nodiscard]] Result<NamedTensors> readStateDict(const std::filesystem::path& file);
/// The same from the bytes of a file.
[[nodiscard]] Result<NamedTensors> parseStateDict(std::string_view bytes);

/// Reads a data set in the published form: (adjacency, features, labels), each a dictionary of train, val and test with
/// one tensor for each batch. Checked as by `check`.
[[nodiscard]] Result<DataSet> readDataSetPickle(const std::filesystem::path& file);
/// The same from the bytes of a file; `name` becomes that of the data set.
[[nodiscard]] Result<DataSet> parseDataSetPickle(std::string_view bytes, std::string_view name);

} // namespace millrace::predict
