// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace millrace::cluster {

/// Returns why this option of a cluster's Slurm access is not passed to salloc and sbatch; empty: it is. Only options
/// that choose nodes and their resources are: salloc starts its first argument without a dash as a program, and other
/// options start programs, too.
[[nodiscard]] std::string whyNoSlurmOption(std::string_view option);

} // namespace millrace::cluster
