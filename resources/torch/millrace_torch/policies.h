// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <torch/csrc/utils/pybind.h>

namespace millrace_torch {

/// Adds the class Policies: the policies of core/policy for a training in Python.
void definePolicies(pybind11::module_& module);

} // namespace millrace_torch
