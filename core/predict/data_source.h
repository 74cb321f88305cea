// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/predict/dataset.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::predict {

/// Whether it is what torch.save writes, an archive or the older stream of pickles, and not safetensors, which may
/// begin with the same byte.
[[nodiscard]] bool isTorchSave(std::string_view bytes) noexcept;

/// A data set of graphs by the content of its file: a published pickle or safetensors. Nothing for another file.
[[nodiscard]] Result<std::optional<DataSet>> openDataSet(const std::filesystem::path& file);

/// A data set by its name: a pickle or safetensors, or "synth:A", "synth:B", "synth:C". InvalidInput for another one of
/// these, Corrupt for a file that is none.
[[nodiscard]] Result<DataSet> readDataSource(const std::string& source);

} // namespace millrace::predict
