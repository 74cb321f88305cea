// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/mailbox.h"
#include "core/collective/session.h"
#include "operation_queue.h"
#include "tensor_memory.h"

#include <ATen/ATen.h>
#include <torch/version.h>

#if TORCH_VERSION_MAJOR >= 2
#include <torch/csrc/distributed/c10d/Backend.hpp>
#else
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#endif
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace millrace_torch {

// PyTorch 2 divided ProcessGroup in two: one object for users, and one backend for each kind of device.
#if TORCH_VERSION_MAJOR >= 2
using Base = c10d::Backend;
#else
using Base = c10d::ProcessGroup;
#endif

struct GroupOptions
{
    std::string address; ///< IPv4 of this rank
    millrace::collective::SessionOptions session;
    std::chrono::milliseconds timeout{0}; ///< of a call, while all ranks answer
};

/// The backend "millrace" of torch.distributed: operations of core/collective on CPU tensors. A thread of its own
/// executes the operations of a group in the order of the calls, and answers the other ranks in between, so that
/// Python may compute as long as it wants. After a failure every pending and later call raises the reason.
class ProcessGroup final : public Base
{
public:
    /// Meets the other ranks through the store.
    ProcessGroup(const c10::intrusive_ptr<c10d::Store>& store, int rank, int size, GroupOptions options);
    ~ProcessGroup() override;

    const std::string getBackendName() const override { return "millrace"; }

    using WorkPtr = c10::intrusive_ptr<c10d::Work>;
    WorkPtr broadcast(Tensors& tensors, const c10d::BroadcastOptions& options) override;
    WorkPtr allreduce(Tensors& tensors, const c10d::AllreduceOptions& options) override;
    WorkPtr allreduce_coalesced(Tensors& tensors, const c10d::AllreduceCoalescedOptions& options) override;
    WorkPtr reduce(Tensors& tensors, const c10d::ReduceOptions& options) override;
    WorkPtr allgather(std::vector<Tensors>& outputs, Tensors& inputs, const c10d::AllgatherOptions& options) override;
    WorkPtr _allgather_base(at::Tensor& output, at::Tensor& input, const c10d::AllgatherOptions& options) override;
    WorkPtr allgather_coalesced(std::vector<Tensors>& outputs, Tensors& inputs,
                                const c10d::AllgatherOptions& options) override;
    WorkPtr gather(std::vector<Tensors>& outputs, Tensors& inputs, const c10d::GatherOptions& options) override;
    WorkPtr scatter(Tensors& outputs, std::vector<Tensors>& inputs, const c10d::ScatterOptions& options) override;
    WorkPtr reduce_scatter(Tensors& outputs, std::vector<Tensors>& inputs,
                           const c10d::ReduceScatterOptions& options) override;
    WorkPtr _reduce_scatter_base(at::Tensor& output, at::Tensor& input,
                                 const c10d::ReduceScatterOptions& options) override;
    WorkPtr alltoall_base(at::Tensor& output, at::Tensor& input, std::vector<std::int64_t>& outputSizes,
                          std::vector<std::int64_t>& inputSizes, const c10d::AllToAllOptions& options) override;
    WorkPtr alltoall(Tensors& outputs, Tensors& inputs, const c10d::AllToAllOptions& options) override;
    WorkPtr send(Tensors& tensors, int to, int tag) override;
    WorkPtr recv(Tensors& tensors, int from, int tag) override;
    WorkPtr recvAnysource(Tensors& tensors, int tag) override;
    WorkPtr barrier(const c10d::BarrierOptions& options) override;
    void monitoredBarrier(const c10d::BarrierOptions& options, bool waitAllRanks) override;
    void setSequenceNumberForGroup() override { }
    std::uint64_t getSequenceNumberForGroup() override;

    /// Offers a copy of the tensor's bytes to pull(), instead of the previous one.
    void publish(const at::Tensor& tensor);
    /// Fills the tensor with what the rank has published last; that rank does not take part.
    void pull(int from, const at::Tensor& into);

    /// All-reduces that are called from now on follow another strategy; every rank calls it at the same place. Returns
    /// when those called before have ended.
    void useStrategy(millrace::collective::Strategy strategy, int root);

    GroupStatistics statistics() const { return m_queue->statistics(); }
    const millrace::collective::Session& session() const noexcept { return m_queue->session(); }
    /// Finishes what was called, says goodbye to the other ranks and ends. Later calls fail.
    void close();

private:
    using Function = std::function<millrace::Result<void>(millrace::collective::Session&)>;

    /// `result` is what the future of the work has.
    WorkPtr enqueue(c10d::OpType type, const char* title, const Tensors& inputs, c10::IValue result, Function run);
    WorkPtr receiveFrom(Tensors& tensors, int from, int tag, c10d::OpType type);
    millrace::collective::Mailbox& mailbox();
    void fail(const millrace::Error& error);

    GroupOptions m_options;
    std::mutex m_mutex; ///< of the mailbox, which the first message makes
    std::optional<millrace::Error> m_error; ///< of the session
    millrace::UniqueFd m_mailListener;
    millrace::collective::PeerList m_mailPeers;
    std::unique_ptr<millrace::collective::Mailbox> m_mailbox;
    std::unique_ptr<OperationQueue> m_queue;
};

} // namespace millrace_torch
