// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/text_marks.h"

#include <array>
#include <string_view>

namespace millrace::store {

/// A series of samples that runs record. Imported runs may have others.
struct SeriesKind
{
    std::string_view name; ///< stable: in stores, exports and filters
    std::string_view unit;
    std::string_view label; ///< marked for translation in the context "Term"
    std::string_view definition; ///< likewise, in the context "Definition"
};

namespace series {

inline constexpr SeriesKind throughput{
    "throughput", "samples/s", MR_TEXT("Term", "throughput"),
    MR_TEXT("Definition",
            "samples ÷ step time of one rank, as printed where only rates are; without a node the sum of all workers")};
inline constexpr SeriesKind stepTime{"step.time", "s", MR_TEXT("Term", "step time"),
                                     MR_TEXT("Definition", "a whole step of one rank, at its end")};
inline constexpr SeriesKind stepCommunication{"step.communication", "s", MR_TEXT("Term", "all-reduce time"),
                                              MR_TEXT("Definition", "all-reduce of a step of one rank")};
inline constexpr SeriesKind stepCompute{"step.compute", "s", MR_TEXT("Term", "compute time"),
                                        MR_TEXT("Definition", "computation of a step of one rank")};
inline constexpr SeriesKind trainingLoss{"training.loss", "", MR_TEXT("Term", "training loss"),
                                         MR_TEXT("Definition", "as the framework prints it")};
inline constexpr SeriesKind testAccuracy{
    "test.accuracy", "", MR_TEXT("Term", "accuracy"),
    MR_TEXT("Definition", "share of the test data that the model classifies correctly, at an evaluation")};
inline constexpr SeriesKind testLoss{"test.loss", "", MR_TEXT("Term", "test loss"),
                                     MR_TEXT("Definition", "mean loss over the test data, at an evaluation")};
inline constexpr SeriesKind noiseScale{
    "training.noise_scale", "", MR_TEXT("Term", "gradient noise scale"),
    MR_TEXT("Definition", "trace of the gradient's covariance ÷ squared norm of its mean, as the framework prints it")};
inline constexpr SeriesKind gradientVariance{
    "training.variance", "", MR_TEXT("Term", "gradient variance"),
    MR_TEXT("Definition", "norm of the variance of the gradients over the workers, as the framework prints it")};
inline constexpr SeriesKind stepRate{"training.step_rate", "1/s", MR_TEXT("Term", "step rate"),
                                     MR_TEXT("Definition", "steps per second, as the framework prints it")};
inline constexpr SeriesKind allReduceRate{"allreduce.rate", "bit/s", MR_TEXT("Term", "all-reduce rate"),
                                          MR_TEXT("Definition",
                                                  "payload of an all-reduce ÷ its time, as KungFu prints "
                                                  "it")};
inline constexpr SeriesKind allReduceTrace{
    "allreduce.trace", "bit/s", MR_TEXT("Term", "all-reduce rates at the end"),
    MR_TEXT("Definition", "the all-reduce rates, as KungFu lists them again at its end")};
inline constexpr SeriesKind interferenceVotes{
    "interference.votes", "", MR_TEXT("Term", "votes for interference"),
    MR_TEXT("Definition", "workers that report interference, as KungFu prints it")};
inline constexpr SeriesKind clusterSize{"cluster.size", "", MR_TEXT("Term", "workers"),
                                        MR_TEXT("Definition",
                                                "workers that train together, as the framework prints "
                                                "it")};
inline constexpr SeriesKind trainingBatch{
    "training.batch", "", MR_TEXT("Term", "batch"),
    MR_TEXT("Definition", "samples per worker and step, after a policy has changed them")};
inline constexpr SeriesKind strategyRate{
    "strategy.rate", "bit/s", MR_TEXT("Term", "all-reduce rate by strategy"),
    MR_TEXT("Definition",
            "payload of the first rank's all-reduces with one strategy ÷ their time, once a second, by the built-in "
            "worker")};
inline constexpr SeriesKind peerSent{
    "peer.sent", "bit/s", MR_TEXT("Term", "payload to peer"),
    MR_TEXT("Definition", "payload of all-reduces that one rank sent to another, by the built-in worker")};
inline constexpr SeriesKind peerReceived{
    "peer.received", "bit/s", MR_TEXT("Term", "payload from peer"),
    MR_TEXT("Definition", "payload of all-reduces that one rank received from another, by the built-in worker")};
inline constexpr SeriesKind peerWaiting{
    "peer.waiting", "", MR_TEXT("Term", "waiting for peer"),
    MR_TEXT("Definition",
            "share of the time in which one rank could move nothing until data, or room for data, came from another")};
inline constexpr SeriesKind netSent{"net.sent", "bit/s", MR_TEXT("Term", "sent by node"),
                                    MR_TEXT("Definition", "frames of the interface, since the sample before")};
inline constexpr SeriesKind netReceived{"net.received", "bit/s", MR_TEXT("Term", "received by node"),
                                        MR_TEXT("Definition", "frames of the interface, since the sample before")};
inline constexpr SeriesKind tcpRtt{
    "tcp.rtt", "s", MR_TEXT("Term", "TCP round trip"),
    MR_TEXT("Definition", "smoothed round-trip time, mean over the sockets of the workload")};
inline constexpr SeriesKind tcpWindow{"tcp.window", "segments", MR_TEXT("Term", "TCP window"),
                                      MR_TEXT("Definition", "congestion window, mean over the sockets")};
inline constexpr SeriesKind tcpRetransmissions{"tcp.retransmissions", "segments/s",
                                               MR_TEXT("Term", "TCP retransmissions"),
                                               MR_TEXT("Definition", "of all sockets, since the sample before")};
inline constexpr SeriesKind cpuWorkload{"cpu.workload", "cores", MR_TEXT("Term", "processor use"),
                                        MR_TEXT("Definition", "processor time of the workload ÷ time")};
inline constexpr SeriesKind cpuWaiting{
    "cpu.waiting", "cores", MR_TEXT("Term", "waiting for a processor"),
    MR_TEXT("Definition", "time that threads of the workers were ready to run without a processor ÷ time")};
inline constexpr SeriesKind cpuStopped{
    "cpu.stopped", "", MR_TEXT("Term", "stopped by a signal"),
    MR_TEXT("Definition", "1 where a signal had stopped a worker at the sample, else 0")};
inline constexpr SeriesKind memoryWorkload{"memory.workload", "B", MR_TEXT("Term", "memory of the workers"),
                                           MR_TEXT("Definition", "resident memory of the workload")};
inline constexpr SeriesKind linkAcked{"link.acked", "B", MR_TEXT("Term", "acknowledged on link"),
                                      MR_TEXT("Definition", "payload acknowledged since the sample before")};
inline constexpr SeriesKind linkRtt{"link.rtt", "s", MR_TEXT("Term", "round trip on link"),
                                    MR_TEXT("Definition", "smoothed round-trip time, mean over the sockets")};
inline constexpr SeriesKind linkRetransmissions{"link.retransmissions", "segments",
                                                MR_TEXT("Term", "retransmissions on link"),
                                                MR_TEXT("Definition", "since the sample before")};
inline constexpr SeriesKind linkDelivery{"link.delivery", "bit/s", MR_TEXT("Term", "delivery rate on link"),
                                         MR_TEXT("Definition", "delivery rate by the kernel, sum of the sockets")};
inline constexpr SeriesKind crossSent{"cross.sent", "bit/s", MR_TEXT("Term", "cross traffic sent"),
                                      MR_TEXT("Definition", "payload that a source handed to its kernel")};
inline constexpr SeriesKind crossAcked{"cross.acked", "bit/s", MR_TEXT("Term", "cross traffic acknowledged"),
                                       MR_TEXT("Definition", "payload acknowledged to a source")};
inline constexpr SeriesKind crossReceived{"cross.received", "bit/s", MR_TEXT("Term", "cross traffic received"),
                                          MR_TEXT("Definition", "payload that a destination received")};

/// All of them, in the order in which lists show them.
inline constexpr std::array all{
    throughput,          stepTime,       stepCommunication, stepCompute,        trainingLoss,
    testAccuracy,        testLoss,       noiseScale,        gradientVariance,   stepRate,
    allReduceRate,       allReduceTrace, interferenceVotes, clusterSize,        trainingBatch,
    strategyRate,        peerSent,       peerReceived,      peerWaiting,        netSent,
    netReceived,         tcpRtt,         tcpWindow,         tcpRetransmissions, cpuWorkload,
    cpuWaiting,          cpuStopped,     memoryWorkload,    linkAcked,          linkRtt,
    linkRetransmissions, linkDelivery,   crossSent,         crossAcked,         crossReceived};

} // namespace series

} // namespace millrace::store
