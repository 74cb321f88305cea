// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <span>
#include <string_view>

namespace millrace::project {

/// Project template, compiled into the program.
struct Template
{
    std::string_view name; ///< "quickstart"
    std::string_view title;
    std::string_view summary; ///< one sentence
    std::string_view text; ///< the project file
};

[[nodiscard]] std::span<const Template> templates() noexcept;
/// Returns a template; the error names the existing ones.
[[nodiscard]] Result<Template> findTemplate(std::string_view name);

} // namespace millrace::project
