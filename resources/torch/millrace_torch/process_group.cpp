// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <Python.h>

#include "process_group.h"

#include "rendezvous.h"
#include "tensor_memory.h"
#include "work.h"

#include <cstring>
#include <future>
#include <numeric>

namespace millrace_torch {

namespace mc = millrace::collective;
using millrace::Error;
using millrace::Result;

ProcessGroup::ProcessGroup(const c10::intrusive_ptr<c10d::Store>& store, int rank, int size, GroupOptions options)
    : Base(rank, size), m_options(std::move(options))
{
    m_options.session.allLinks = true;
    m_options.session.patience = m_options.timeout;
    m_options.session.connectDeadline = m_options.timeout;
    millrace::UniqueFd listener = listenOn(m_options.address);
    m_mailListener = listenOn(m_options.address);
    const mc::PeerList peers = meet(*store, "data", rank, size, endpointOf(listener, m_options.address));
    m_mailPeers = meet(*store, "mail", rank, size, endpointOf(m_mailListener, m_options.address));
    auto session = mc::Session::connect(peers, rank, m_options.session, {}, std::move(listener));
    if (!session)
        throw std::runtime_error("millrace: " + session.error().text());
    init();
    m_queue = std::make_unique<OperationQueue>(*std::move(session), [this](const Error& error) { fail(error); });
}

/// Callbacks in the thread of the group may need the interpreter, so it is released while the thread ends.
ProcessGroup::~ProcessGroup()
{
    PyThreadState* held = Py_IsInitialized() != 0 && PyGILState_Check() != 0 ? PyEval_SaveThread() : nullptr;
    close();
    if (held != nullptr)
        PyEval_RestoreThread(held);
}

void ProcessGroup::close()
{
    m_queue->close();
    std::unique_ptr<mc::Mailbox> mail;
    {
        const std::lock_guard lock(m_mutex);
        mail = std::move(m_mailbox);
    }
}

void ProcessGroup::fail(const Error& error)
{
    const std::lock_guard lock(m_mutex);
    m_error = error;
    if (m_mailbox)
        m_mailbox->fail(error);
}

ProcessGroup::WorkPtr ProcessGroup::enqueue(c10d::OpType type, const char* title, const Tensors& inputs,
                                            c10::IValue result, Function run)
{
    auto handle = c10::make_intrusive<Work>(getRank(), type, title, inputs, std::move(result));
    std::uint64_t bytes = 0;
    for (const at::Tensor& tensor : inputs)
        bytes += tensor.nbytes();
    m_queue->push({std::move(run), bytes, [handle](const std::exception_ptr& failure) { handle->complete(failure); }});
    return handle;
}

ProcessGroup::WorkPtr ProcessGroup::broadcast(Tensors& tensors, const c10d::BroadcastOptions& options)
{
    const at::Tensor tensor = only(tensors);
    const int root = static_cast<int>(options.rootRank);
    return enqueue(c10d::OpType::BROADCAST, "millrace:broadcast", tensors, c10::IValue(tensors),
                   [tensor, root](mc::Session& session) -> Result<void> {
                       const at::Tensor values = dense(tensor);
                       MR_CHECK(session.broadcast(rawValues(values), root));
                       copyBack(values, tensor);
                       return {};
                   });
}

ProcessGroup::WorkPtr ProcessGroup::allreduce(Tensors& tensors, const c10d::AllreduceOptions& options)
{
    const at::Tensor tensor = only(tensors);
    const mc::Operator operation = operatorOf(options.reduceOp, tensor.scalar_type());
    (void)elementType(tensor);
    const int divisor = isAverage(options.reduceOp) ? getSize() : 1;
    return enqueue(c10d::OpType::ALLREDUCE, "millrace:all_reduce", tensors, c10::IValue(tensors),
                   [tensor, operation, divisor](mc::Session& session) -> Result<void> {
                       const at::Tensor values = dense(tensor);
                       const mc::Values arena = valuesOf(values);
                       MR_CHECK(session.allReduce({{"bucket/AllReduce", 0, arena.elements}}, arena, operation));
                       if (divisor != 1)
                           at::Tensor(values).div_(divisor);
                       copyBack(values, tensor);
                       return {};
                   });
}

ProcessGroup::WorkPtr ProcessGroup::allreduce_coalesced(Tensors& tensors,
                                                        const c10d::AllreduceCoalescedOptions& options)
{
    if (tensors.empty())
        raise("expected at least one tensor");
    for (const at::Tensor& tensor : tensors) {
        check(tensor);
        if (tensor.scalar_type() != tensors.front().scalar_type())
            raise("the tensors of one call must have one type");
    }
    const mc::Operator operation = operatorOf(options.reduceOp, tensors.front().scalar_type());
    (void)elementType(tensors.front());
    const int divisor = isAverage(options.reduceOp) ? getSize() : 1;
    return enqueue(c10d::OpType::ALLREDUCE_COALESCED, "millrace:all_reduce_coalesced", tensors, c10::IValue(tensors),
                   [tensors, operation, divisor](mc::Session& session) -> Result<void> {
                       std::int64_t elements = 0;
                       for (const at::Tensor& tensor : tensors)
                           elements += tensor.numel();
                       at::Tensor all = at::empty({elements}, tensors.front().options());
                       pack(tensors, bytesOf(all));
                       const mc::Values arena = valuesOf(all);
                       MR_CHECK(session.allReduce({{"bucket/AllReduce", 0, arena.elements}}, arena, operation));
                       if (divisor != 1)
                           all.div_(divisor);
                       unpack(bytesOf(all), tensors);
                       return {};
                   });
}

ProcessGroup::WorkPtr ProcessGroup::reduce(Tensors& tensors, const c10d::ReduceOptions& options)
{
    const at::Tensor tensor = only(tensors);
    const mc::Operator operation = operatorOf(options.reduceOp, tensor.scalar_type());
    (void)elementType(tensor);
    const int root = static_cast<int>(options.rootRank);
    const bool isRoot = root == getRank();
    const int divisor = isAverage(options.reduceOp) ? getSize() : 1;
    return enqueue(c10d::OpType::REDUCE, "millrace:reduce", tensors, c10::IValue(tensors),
                   [tensor, operation, root, isRoot, divisor](mc::Session& session) -> Result<void> {
                       // Other ranks keep their values; partial sums are made in a copy.
                       at::Tensor values = isRoot ? dense(tensor) : tensor.contiguous().clone();
                       MR_CHECK(session.reduce(valuesOf(values), root, operation));
                       if (!isRoot)
                           return {};
                       if (divisor != 1)
                           values.div_(divisor);
                       copyBack(values, tensor);
                       return {};
                   });
}

ProcessGroup::WorkPtr ProcessGroup::allgather(std::vector<Tensors>& outputs, Tensors& inputs,
                                              const c10d::AllgatherOptions&)
{
    const at::Tensor input = only(inputs);
    if (outputs.size() != 1)
        raise("expected one list of outputs");
    checkCount(outputs.front(), getSize(), "output");
    const int own = getRank();
    return enqueue(c10d::OpType::ALLGATHER, "millrace:all_gather", inputs, c10::IValue(outputs),
                   [input, results = outputs.front(), own](mc::Session& session) -> Result<void> {
                       const std::vector<std::size_t> parts = byteSizes(results);
                       const auto index = static_cast<std::size_t>(own);
                       if (parts[index] != input.nbytes())
                           return millrace::fail(ErrorCode::InvalidInput,
                                                 "the output of this rank has another size "
                                                 "than its input");
                       const at::Tensor all = joined(sumOf(parts));
                       pack({input},
                            bytesOf(all)
                                + std::reduce(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(index)));
                       MR_CHECK(session.allGather(rawValues(all), parts));
                       unpack(bytesOf(all), results);
                       return {};
                   });
}

ProcessGroup::WorkPtr ProcessGroup::_allgather_base(at::Tensor& output, at::Tensor& input,
                                                    const c10d::AllgatherOptions&)
{
    check(output);
    check(input);
    if (output.nbytes() != input.nbytes() * static_cast<std::size_t>(getSize()) || !output.is_contiguous())
        raise("the output must be contiguous and as large as the inputs of all ranks");
    const int own = getRank();
    const int ranks = getSize();
    return enqueue(c10d::OpType::_ALLGATHER_BASE, "millrace:_all_gather_base", {input}, c10::IValue(Tensors{output}),
                   [output, input, own, ranks](mc::Session& session) -> Result<void> {
                       const std::vector<std::size_t> parts(static_cast<std::size_t>(ranks), input.nbytes());
                       char* place = bytesOf(output) + input.nbytes() * static_cast<std::size_t>(own);
                       if (place != bytesOf(input))
                           pack({input}, place);
                       return session.allGather(rawValues(output), parts);
                   });
}

ProcessGroup::WorkPtr ProcessGroup::allgather_coalesced(std::vector<Tensors>& outputs, Tensors& inputs,
                                                        const c10d::AllgatherOptions& options)
{
    checkCount(std::vector<at::Tensor>(outputs.size()), getSize(), "list of outputs");
    WorkPtr last;
    for (std::size_t index = 0; index < inputs.size(); ++index) {
        std::vector<Tensors> results(1);
        for (const Tensors& ofRank : outputs) {
            if (ofRank.size() != inputs.size())
                raise("each list of outputs must have one tensor for each input");
            results.front().push_back(ofRank[index]);
        }
        Tensors input{inputs[index]};
        last = allgather(results, input, options);
    }
    if (!last)
        raise("expected at least one tensor");
    return last; // operations end in their order
}

ProcessGroup::WorkPtr ProcessGroup::gather(std::vector<Tensors>& outputs, Tensors& inputs,
                                           const c10d::GatherOptions& options)
{
    const at::Tensor input = only(inputs);
    const int root = static_cast<int>(options.rootRank);
    const bool isRoot = root == getRank();
    Tensors results;
    if (isRoot) {
        if (outputs.size() != 1)
            raise("the root needs one list of outputs");
        results = outputs.front();
        checkCount(results, getSize(), "output");
        checkSame(results, input, "the outputs");
    } else if (!outputs.empty()) {
        raise("only the root has outputs");
    }
    const auto ranks = static_cast<std::size_t>(getSize());
    const auto own = static_cast<std::size_t>(getRank());
    return enqueue(c10d::OpType::GATHER, "millrace:gather", inputs, c10::IValue(results),
                   [input, results, root, ranks, own](mc::Session& session) -> Result<void> {
                       const std::vector<std::size_t> parts(ranks, input.nbytes());
                       const at::Tensor all = joined(sumOf(parts));
                       pack({input}, bytesOf(all) + own * input.nbytes());
                       MR_CHECK(session.gather(rawValues(all), parts, root));
                       unpack(bytesOf(all), results);
                       return {};
                   });
}

ProcessGroup::WorkPtr ProcessGroup::scatter(Tensors& outputs, std::vector<Tensors>& inputs,
                                            const c10d::ScatterOptions& options)
{
    const at::Tensor output = only(outputs);
    const int root = static_cast<int>(options.rootRank);
    const bool isRoot = root == getRank();
    Tensors sources;
    if (isRoot) {
        if (inputs.size() != 1)
            raise("the root needs one list of inputs");
        sources = inputs.front();
        checkCount(sources, getSize(), "input");
        checkSame(sources, output, "the inputs");
    } else if (!inputs.empty()) {
        raise("only the root has inputs");
    }
    const auto ranks = static_cast<std::size_t>(getSize());
    const auto own = static_cast<std::size_t>(getRank());
    return enqueue(c10d::OpType::SCATTER, "millrace:scatter", outputs, c10::IValue(outputs),
                   [output, sources, root, ranks, own](mc::Session& session) -> Result<void> {
                       const std::vector<std::size_t> parts(ranks, output.nbytes());
                       const at::Tensor all = joined(sumOf(parts));
                       pack(sources, bytesOf(all));
                       MR_CHECK(session.scatter(rawValues(all), parts, root));
                       unpack(bytesOf(all) + own * output.nbytes(), {output});
                       return {};
                   });
}

ProcessGroup::WorkPtr ProcessGroup::reduce_scatter(Tensors& outputs, std::vector<Tensors>& inputs,
                                                   const c10d::ReduceScatterOptions& options)
{
    const at::Tensor output = only(outputs);
    if (inputs.size() != 1)
        raise("expected one list of inputs");
    checkCount(inputs.front(), getSize(), "input");
    const mc::Operator operation = operatorOf(options.reduceOp, output.scalar_type());
    const mc::ElementType type = elementType(output);
    std::vector<std::size_t> parts;
    for (const at::Tensor& input : inputs.front()) {
        check(input);
        if (input.scalar_type() != output.scalar_type())
            raise("inputs and output must have one type");
        parts.push_back(static_cast<std::size_t>(input.numel()));
    }
    const auto own = static_cast<std::size_t>(getRank());
    if (parts[own] != static_cast<std::size_t>(output.numel()))
        raise("the output must have the size of this rank's part");
    const int divisor = isAverage(options.reduceOp) ? getSize() : 1;
    return enqueue(
        c10d::OpType::REDUCE_SCATTER, "millrace:reduce_scatter", inputs.front(), c10::IValue(outputs),
        [output, sources = inputs.front(), parts, operation, type, own, divisor](mc::Session& session) -> Result<void> {
            const std::size_t elements = sumOf(parts);
            const at::Tensor all = joined(elements * mc::elementBytes(type));
            pack(sources, bytesOf(all));
            MR_CHECK(session.reduceScatter({bytesOf(all), elements, type}, parts, operation));
            const std::size_t before = std::reduce(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(own));
            unpack(bytesOf(all) + before * mc::elementBytes(type), {output});
            if (divisor != 1)
                at::Tensor(output).div_(divisor);
            return {};
        });
}

ProcessGroup::WorkPtr ProcessGroup::_reduce_scatter_base(at::Tensor& output, at::Tensor& input,
                                                         const c10d::ReduceScatterOptions& options)
{
    check(input);
    if (input.numel() != output.numel() * getSize())
        raise("the input must be as large as the outputs of all ranks");
    std::vector<Tensors> inputs{input.contiguous().view(-1).chunk(getSize())};
    if (output.numel() == 0)
        inputs.front().assign(static_cast<std::size_t>(getSize()), output);
    Tensors outputs{output};
    return reduce_scatter(outputs, inputs, options);
}

ProcessGroup::WorkPtr ProcessGroup::alltoall_base(at::Tensor& output, at::Tensor& input,
                                                  std::vector<std::int64_t>& outputSizes,
                                                  std::vector<std::int64_t>& inputSizes, const c10d::AllToAllOptions&)
{
    check(output);
    check(input);
    const auto sent = splitBytes(input, inputSizes, getSize());
    const auto received = splitBytes(output, outputSizes, getSize());
    const auto own = static_cast<std::size_t>(getRank());
    if (sent[own] != received[own])
        raise("a rank must receive from itself what it sends to itself");
    return enqueue(c10d::OpType::ALLTOALL_BASE, "millrace:all_to_all", {input}, c10::IValue(Tensors{output}),
                   [output, input, sent, received, own](mc::Session& session) -> Result<void> {
                       const auto upTo = [own](const std::vector<std::size_t>& parts) {
                           return std::reduce(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(own));
                       };
                       const at::Tensor all = joined(sumOf(sent) + sumOf(received));
                       char* results = bytesOf(all) + sumOf(sent);
                       pack({input}, bytesOf(all));
                       MR_CHECK(session.allToAll(rawValues(all), sent, received));
                       std::memcpy(results + upTo(received), bytesOf(all) + upTo(sent), sent[own]);
                       unpack(results, {output});
                       return {};
                   });
}

ProcessGroup::WorkPtr ProcessGroup::alltoall(Tensors& outputs, Tensors& inputs, const c10d::AllToAllOptions&)
{
    checkCount(outputs, getSize(), "output");
    checkCount(inputs, getSize(), "input");
    const auto own = static_cast<std::size_t>(getRank());
    for (const Tensors& tensors : {outputs, inputs})
        for (const at::Tensor& tensor : tensors)
            check(tensor);
    if (outputs[own].nbytes() != inputs[own].nbytes())
        raise("a rank must receive from itself what it sends to itself");
    return enqueue(c10d::OpType::ALLTOALL, "millrace:all_to_all", inputs, c10::IValue(outputs),
                   [outputs, inputs, own](mc::Session& session) -> Result<void> {
                       const auto sent = byteSizes(inputs);
                       const auto received = byteSizes(outputs);
                       const at::Tensor all = joined(sumOf(sent) + sumOf(received));
                       char* results = bytesOf(all) + sumOf(sent);
                       pack(inputs, bytesOf(all));
                       MR_CHECK(session.allToAll(rawValues(all), sent, received));
                       const auto index = static_cast<std::ptrdiff_t>(own);
                       std::memcpy(results + std::reduce(received.begin(), received.begin() + index),
                                   bytesOf(all) + std::reduce(sent.begin(), sent.begin() + index), sent[own]);
                       unpack(results, outputs);
                       return {};
                   });
}

mc::Mailbox& ProcessGroup::mailbox()
{
    const std::lock_guard lock(m_mutex);
    if (!m_mailbox) {
        if (!m_mailListener)
            raise("the process group was closed");
        auto mail = mc::Mailbox::start(std::move(m_mailListener), m_mailPeers, getRank(), m_options.timeout);
        if (!mail)
            throw std::runtime_error("millrace: " + mail.error().text());
        m_mailbox = *std::move(mail);
        if (m_error)
            m_mailbox->fail(*m_error);
    }
    return *m_mailbox;
}

ProcessGroup::WorkPtr ProcessGroup::send(Tensors& tensors, int to, int tag)
{
    const at::Tensor values = dense(only(tensors));
    auto handle =
        c10::make_intrusive<Work>(getRank(), c10d::OpType::SEND, "millrace:send", tensors, c10::IValue(tensors));
    mailbox().send(
        to, static_cast<std::uint32_t>(tag), {bytesOf(values), values.nbytes()},
        [handle, values](Result<void> result) { handle->complete(result ? nullptr : asException(result.error())); });
    return handle;
}

ProcessGroup::WorkPtr ProcessGroup::receiveFrom(Tensors& tensors, int from, int tag, c10d::OpType type)
{
    const at::Tensor tensor = only(tensors);
    const at::Tensor values = tensor.is_contiguous() ? tensor : at::empty_like(tensor, at::MemoryFormat::Contiguous);
    auto handle = c10::make_intrusive<Work>(getRank(), type, "millrace:recv", tensors, c10::IValue(tensors));
    mailbox().receive(from, static_cast<std::uint32_t>(tag), {bytesOf(values), values.nbytes()},
                      [handle, values, tensor](Result<int> result) {
                          if (result) {
                              const at::NoGradGuard noGradients;
                              copyBack(values, tensor);
                              handle->setSource(*result);
                          }
                          handle->complete(result ? nullptr : asException(result.error()));
                      });
    return handle;
}

ProcessGroup::WorkPtr ProcessGroup::recv(Tensors& tensors, int from, int tag)
{
    return receiveFrom(tensors, from, tag, c10d::OpType::RECV);
}

ProcessGroup::WorkPtr ProcessGroup::recvAnysource(Tensors& tensors, int tag)
{
    return receiveFrom(tensors, -1, tag, c10d::OpType::RECVANYSOURCE);
}

void ProcessGroup::publish(const at::Tensor& tensor)
{
    check(tensor);
    const at::Tensor values = dense(tensor);
    mailbox().publish(std::make_shared<const std::vector<char>>(bytesOf(values), bytesOf(values) + values.nbytes()));
}

void ProcessGroup::pull(int from, const at::Tensor& into)
{
    check(into);
    if (from < 0 || from >= getSize() || !into.is_contiguous())
        raise("a pull needs a rank of the group and a contiguous tensor");
    std::promise<Result<int>> promise;
    mailbox().pull(from, {bytesOf(into), into.nbytes()},
                   [&promise](Result<int> result) { promise.set_value(std::move(result)); });
    if (const auto result = promise.get_future().get(); !result)
        std::rethrow_exception(asException(result.error()));
}

ProcessGroup::WorkPtr ProcessGroup::barrier(const c10d::BarrierOptions&)
{
    return enqueue(c10d::OpType::BARRIER, "millrace:barrier", {}, c10::IValue(Tensors()),
                   [](mc::Session& session) { return session.barrier(); });
}

void ProcessGroup::monitoredBarrier(const c10d::BarrierOptions& options, bool)
{
    barrier(options)->wait(); // its failure names the rank that is missing
}

void ProcessGroup::useStrategy(mc::Strategy strategy, int root)
{
    enqueue(c10d::OpType::UNKNOWN, "millrace:use_strategy", {}, c10::IValue(Tensors()), [=](mc::Session& session) {
        return session.useStrategy(strategy, root);
    })->wait();
}

std::uint64_t ProcessGroup::getSequenceNumberForGroup()
{
    return m_queue->pushed();
}

} // namespace millrace_torch
