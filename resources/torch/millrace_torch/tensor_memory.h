// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/element.h"

#include <ATen/ATen.h>

#include <torch/csrc/distributed/c10d/Types.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace millrace_torch {

using Tensors = std::vector<at::Tensor>;

/// Throws an exception that is ValueError in Python: the arguments of a call are wrong.
[[noreturn]] void raise(const std::string& sentence);

/// Raises for tensors that are not on the CPU, or sparse.
void check(const at::Tensor& tensor);
/// The one tensor of a list, checked.
[[nodiscard]] const at::Tensor& only(const Tensors& tensors);
void checkSame(const Tensors& tensors, const at::Tensor& like, const char* what);
void checkCount(const Tensors& tensors, int ranks, const char* what);

[[nodiscard]] millrace::collective::ElementType elementType(const at::Tensor& tensor);
[[nodiscard]] millrace::collective::Operator operatorOf(const c10d::ReduceOp& operation, at::ScalarType type);
[[nodiscard]] bool isAverage(const c10d::ReduceOp& operation);
[[nodiscard]] millrace::collective::Values valuesOf(const at::Tensor& tensor);
/// Its bytes, for operations that only move data.
[[nodiscard]] millrace::collective::Values rawValues(const at::Tensor& tensor);
[[nodiscard]] char* bytesOf(const at::Tensor& tensor);

/// A tensor's values in one piece: the tensor itself, or a copy.
[[nodiscard]] at::Tensor dense(const at::Tensor& tensor);
/// Copies from what dense() returned, if it is a copy.
void copyBack(const at::Tensor& from, const at::Tensor& to);
/// Memory of this size, as a tensor.
[[nodiscard]] at::Tensor joined(std::size_t bytes);
/// Copies tensors into one piece of memory, one after another.
void pack(const Tensors& tensors, char* into);
void unpack(const char* from, const Tensors& tensors);

[[nodiscard]] std::vector<std::size_t> byteSizes(const Tensors& tensors);
[[nodiscard]] std::size_t sumOf(const std::vector<std::size_t>& sizes);
/// Sizes in bytes of the slices of a tensor along its first dimension; without sizes, equal ones.
[[nodiscard]] std::vector<std::size_t> splitBytes(const at::Tensor& tensor, const std::vector<std::int64_t>& sizes,
                                                  int ranks);

} // namespace millrace_torch
