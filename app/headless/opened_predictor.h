// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/predictor_versions.h"

#include <filesystem>
#include <string>

namespace millrace::headless {

struct OpenedPredictor
{
    predict::UsagePredictor predictor;
    store::PredictorId version; ///< 0: of a file
};

/// The predictor of a file, or of a result store the version in use or this one. InvalidInput for a version of a file.
[[nodiscard]] Result<OpenedPredictor> openPredictor(const std::filesystem::path& file, std::int64_t version = 0);

} // namespace millrace::headless
