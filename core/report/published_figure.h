// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"

#include <string>
#include <vector>

namespace millrace::report {

/// A number as a study's own tool computes it, with the corrected number.
struct PublishedFigure
{
    std::string name; ///< stable, lower case: "rate.mean"
    std::string subject; ///< host, pair, rank or file; empty: the whole
    std::string unit; ///< of both: "Gbit/s", "MB", "s"; empty: a pure number
    double asPublished = unknown; ///< NaN: the study's tool gives none, see `remark`
    double right = unknown; ///< NaN: not derivable from this input
    std::string definition = {}; ///< definition of the published number
    std::string rightDefinition = {};
    std::string remark = {}; ///< why they differ, or why one of them is missing

    [[nodiscard]] double difference() const noexcept { return asPublished - right; }
    /// The difference relative to the corrected number.
    [[nodiscard]] double relative() const noexcept { return right == 0 ? unknown : difference() / right; }
};

using PublishedFigures = std::vector<PublishedFigure>;

} // namespace millrace::report
