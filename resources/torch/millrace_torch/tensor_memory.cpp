// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tensor_memory.h"

#include <cstring>
#include <numeric>
#include <stdexcept>

namespace millrace_torch {

namespace mc = millrace::collective;

[[noreturn]] void raise(const std::string& sentence)
{
    throw std::invalid_argument("millrace: " + sentence);
}

mc::ElementType elementType(const at::Tensor& tensor)
{
    switch (tensor.scalar_type()) {
    case at::kFloat: return mc::ElementType::Float32;
    case at::kDouble: return mc::ElementType::Float64;
    case at::kHalf: return mc::ElementType::Float16;
    case at::kBFloat16: return mc::ElementType::BFloat16;
    case at::kChar: return mc::ElementType::Int8;
    case at::kByte: return mc::ElementType::UInt8;
    case at::kShort: return mc::ElementType::Int16;
    case at::kInt: return mc::ElementType::Int32;
    case at::kLong: return mc::ElementType::Int64;
    case at::kBool: return mc::ElementType::Bool;
    default: raise(std::string("tensors of type ") + c10::toString(tensor.scalar_type()) + " are not supported");
    }
}

mc::Values rawValues(const at::Tensor& tensor)
{
    return {tensor.data_ptr(), tensor.nbytes(), mc::ElementType::UInt8};
}

mc::Values valuesOf(const at::Tensor& tensor)
{
    return {tensor.data_ptr(), static_cast<std::size_t>(tensor.numel()), elementType(tensor)};
}

void check(const at::Tensor& tensor)
{
    if (!tensor.device().is_cpu())
        raise("tensors on " + tensor.device().str() + " are not supported; move them to the CPU, or choose nccl");
    if (tensor.layout() != at::kStrided)
        raise("sparse tensors are not supported; call to_dense(), or choose gloo");
}

const at::Tensor& only(const Tensors& tensors)
{
    if (tensors.size() != 1)
        raise("expected one tensor, found " + std::to_string(tensors.size()));
    check(tensors.front());
    return tensors.front();
}

mc::Operator operatorOf(const c10d::ReduceOp& operation, at::ScalarType type)
{
    switch (static_cast<c10d::ReduceOp::RedOpType>(operation)) {
    case c10d::ReduceOp::SUM: return mc::Operator::Sum;
    case c10d::ReduceOp::AVG:
        if (!at::isFloatingType(type))
            raise("an average of integers is not supported");
        return mc::Operator::Sum;
    case c10d::ReduceOp::MIN: return mc::Operator::Minimum;
    case c10d::ReduceOp::MAX: return mc::Operator::Maximum;
    case c10d::ReduceOp::PRODUCT: return mc::Operator::Product;
    default: raise("this reduction is not supported; available: sum, avg, min, max and product");
    }
}

bool isAverage(const c10d::ReduceOp& operation)
{
    return static_cast<c10d::ReduceOp::RedOpType>(operation) == c10d::ReduceOp::AVG;
}

at::Tensor dense(const at::Tensor& tensor)
{
    return tensor.is_contiguous() ? tensor : tensor.contiguous();
}

void copyBack(const at::Tensor& from, const at::Tensor& to)
{
    if (!from.is_same(to))
        to.copy_(from.view(to.sizes()));
}

std::vector<std::size_t> byteSizes(const Tensors& tensors)
{
    std::vector<std::size_t> sizes;
    for (const at::Tensor& tensor : tensors)
        sizes.push_back(tensor.nbytes());
    return sizes;
}

at::Tensor joined(std::size_t bytes)
{
    return at::empty({static_cast<std::int64_t>(bytes)}, at::TensorOptions().dtype(at::kByte));
}

char* bytesOf(const at::Tensor& tensor)
{
    return static_cast<char*>(tensor.data_ptr());
}

std::size_t sumOf(const std::vector<std::size_t>& sizes)
{
    return std::reduce(sizes.begin(), sizes.end());
}

void pack(const Tensors& tensors, char* into)
{
    for (const at::Tensor& tensor : tensors) {
        const at::Tensor values = dense(tensor);
        std::memcpy(into, values.data_ptr(), values.nbytes());
        into += values.nbytes();
    }
}

void unpack(const char* from, const Tensors& tensors)
{
    for (const at::Tensor& tensor : tensors) {
        const at::Tensor values =
            tensor.is_contiguous() ? tensor : at::empty_like(tensor, at::MemoryFormat::Contiguous);
        std::memcpy(values.data_ptr(), from, values.nbytes());
        from += values.nbytes();
        copyBack(values, tensor);
    }
}

void checkSame(const Tensors& tensors, const at::Tensor& like, const char* what)
{
    for (const at::Tensor& tensor : tensors) {
        check(tensor);
        if (tensor.scalar_type() != like.scalar_type() || tensor.numel() != like.numel())
            raise(std::string(what) + " must have the type and size of the other tensors");
    }
}

void checkCount(const Tensors& tensors, int ranks, const char* what)
{
    if (tensors.size() != static_cast<std::size_t>(ranks))
        raise(std::string("expected one ") + what + " for each of " + std::to_string(ranks) + " ranks, found "
              + std::to_string(tensors.size()));
}

std::vector<std::size_t> splitBytes(const at::Tensor& tensor, const std::vector<std::int64_t>& sizes, int ranks)
{
    const std::int64_t rows = tensor.dim() == 0 ? 1 : tensor.size(0);
    const std::size_t row = rows == 0 ? 0 : tensor.nbytes() / static_cast<std::size_t>(rows);
    if (sizes.empty()) {
        if (rows % ranks != 0)
            raise("the first dimension (" + std::to_string(rows) + ") is not divisible by the number of ranks ("
                  + std::to_string(ranks) + ")");
        return std::vector<std::size_t>(static_cast<std::size_t>(ranks), static_cast<std::size_t>(rows / ranks) * row);
    }
    if (sizes.size() != static_cast<std::size_t>(ranks) || std::reduce(sizes.begin(), sizes.end()) != rows)
        raise("the split sizes must be one for each rank, and their sum the first dimension");
    std::vector<std::size_t> bytes;
    for (const std::int64_t size : sizes)
        bytes.push_back(static_cast<std::size_t>(size) * row);
    return bytes;
}

} // namespace millrace_torch
