// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace millrace::cluster {

/// Why this further option of a cluster's Slurm access is not handed to salloc and sbatch; empty: it is. Only options
/// that choose nodes and their resources are: salloc takes its first word without a dash for a program to start, and
/// other options start programs, too.
[[nodiscard]] std::string whyNoSlurmOption(std::string_view option);

} // namespace millrace::cluster
