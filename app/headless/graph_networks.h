// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/headless/command.h"
#include "core/predict/graphs_client.h"

#include <filesystem>
#include <string>

namespace millrace::headless {

/// Trains a graph network by millrace-graphs; epochs on standard error, errors on standard output.
[[nodiscard]] Result<int> trainGraphNetwork(const predict::NetworkTraining& training, const Environment& environment);
/// Predicts a data set by a model file.
[[nodiscard]] Result<int> predictByGraphNetwork(const std::filesystem::path& model, const std::string& source,
                                                const Environment& environment);

} // namespace millrace::headless
