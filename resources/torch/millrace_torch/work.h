// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tensor_memory.h"

#include <ATen/ATen.h>

#include <torch/csrc/distributed/c10d/Work.hpp>

#include <exception>

namespace millrace_torch {

/// Result of a call, complete when its operation is.
class Work final : public c10d::Work
{
public:
    Work(int rank, c10d::OpType type, const char* title, const Tensors& inputs, c10::IValue value)
        : c10d::Work(rank, type, title, c10::optional<Tensors>(inputs)), m_value(std::move(value)),
          m_future(c10::make_intrusive<c10::ivalue::Future>(c10::AnyType::get()))
    {
    }

    c10::intrusive_ptr<c10::ivalue::Future> getFuture() override { return m_future; }
    int sourceRank() const override { return m_source; }
    Tensors result() override { return m_value.isTensorList() ? m_value.toTensorVector() : Tensors(); }

    void complete(const std::exception_ptr& failure)
    {
        finish(failure);
        if (failure)
            m_future->setError(failure);
        else
            m_future->markCompleted(m_value);
    }
    void setSource(int rank) { m_source = rank; }

private:
    c10::IValue m_value;
    c10::intrusive_ptr<c10::ivalue::Future> m_future;
    int m_source = -1;
};

} // namespace millrace_torch
