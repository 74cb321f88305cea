// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/text_marks.h"
#include "core/store/run_data.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace millrace::store {

/// A metric that runs have. Results of benchmarks, own frameworks and imported runs may have others.
struct MetricKind
{
    std::string_view name; ///< stable: in stores, exports, filters and projects
    std::string_view unit;
    std::string_view label; ///< marked for translation in the context "Term"
    std::string_view definition; ///< Metric::how of a whole run, unless that depends on the run

    /// The metric of a whole run, in the usual way.
    [[nodiscard]] Metric with(double value) const { return with(value, std::string(definition)); }
    /// The metric of a run, or of one of its nodes or ranks.
    [[nodiscard]] Metric with(double value, std::string how, std::string subject = {}) const
    {
        return {std::string(name), std::move(subject), value, std::string(unit), std::move(how)};
    }
};

namespace metrics {

// core/run: steps of the workload
inline constexpr MetricKind steps{"steps", "", MR_TEXT("Term", "steps"),
                                  "measured steps that all reporting ranks finished"};
inline constexpr MetricKind stepMean{"step_mean", "s", MR_TEXT("Term", "step time"),
                                     "mean over the measured steps of the slowest rank's step time"};
inline constexpr MetricKind stepMedian{"step_median", "s", MR_TEXT("Term", "median step time"),
                                       "median over the measured steps of the slowest rank's step time"};
inline constexpr MetricKind stepP99{"step_p99", "s", MR_TEXT("Term", "99th percentile of step time"),
                                    "99th percentile of the slowest rank's step time"};
inline constexpr MetricKind stepDeviation{"step_deviation", "s", MR_TEXT("Term", "deviation of step time"),
                                          "sample standard deviation of the slowest rank's step time"};
inline constexpr MetricKind stepSimulated{"step_simulated", "s", MR_TEXT("Term", "simulated step time"),
                                          "what the simulation said of step_mean before the run"};
inline constexpr MetricKind communicationMean{"communication_mean", "s", MR_TEXT("Term", "all-reduce time"),
                                              "mean over the measured steps of the longest all-reduce time"};
inline constexpr MetricKind computeMean{"compute_mean", "s", MR_TEXT("Term", "compute time"),
                                        "mean over the measured steps of the longest compute time"};
inline constexpr MetricKind samplesPerSecond{
    "samples_per_second", "samples/s", MR_TEXT("Term", "throughput"),
    "samples of all ranks divided by the sum of the slowest ranks' step times"};
inline constexpr MetricKind rates{"rates", "", MR_TEXT("Term", "rates"), "rates that the framework printed"};
// core/run: what the time of a run with failures or changing members went to; the shares add up to 1
inline constexpr MetricKind goodput{"goodput", "", MR_TEXT("Term", "goodput"),
                                    "share of the time since the workers began that was spent in steps that count, as "
                                    "far as they were as fast as undisturbed ones"};
inline constexpr MetricKind goodputReduced{
    "goodput_reduced", "", MR_TEXT("Term", "slower steps"),
    "share of the time by which steps were slower than undisturbed ones: fewer workers, slow or frozen ones"};
inline constexpr MetricKind goodputStartUp{
    "goodput_start_up", "", MR_TEXT("Term", "start-up"),
    "share of the time until the first step, and of each restart of the job until its first step"};
inline constexpr MetricKind goodputRedone{
    "goodput_redone", "", MR_TEXT("Term", "repeated steps"),
    "share of the time in steps that were begun before a failure and had to be repeated"};
inline constexpr MetricKind goodputDetect{"goodput_detect", "", MR_TEXT("Term", "detection"),
                                          "share of the time from failures until somebody noticed them"};
inline constexpr MetricKind goodputDecide{"goodput_decide", "", MR_TEXT("Term", "decision"),
                                          "share of the time until the new members were known"};
inline constexpr MetricKind goodputConnect{"goodput_connect", "", MR_TEXT("Term", "connection"),
                                           "share of the time in which new members connected"};
inline constexpr MetricKind goodputState{"goodput_state", "", MR_TEXT("Term", "state"),
                                         "share of the time until all new members had the state"};
inline constexpr MetricKind goodputLost{"goodput_lost", "", MR_TEXT("Term", "lost steps"),
                                        "share of the time in finished steps that a restart of the job made again"};
inline constexpr MetricKind goodputOther{"goodput_other", "", MR_TEXT("Term", "between steps"),
                                         "share of the time between steps: verification, logs"};
inline constexpr MetricKind failures{"failures", "", MR_TEXT("Term", "failures"), "failures that were made to happen"};
inline constexpr MetricKind failuresLeftOut{"failures_left_out", "", MR_TEXT("Term", "failures left out"),
                                            "failures that were due when no worker was left that might fail"};
inline constexpr MetricKind recoveryMedian{
    "recovery_median", "s", MR_TEXT("Term", "median recovery"),
    "median time from a failure to the end of the first step that began after it"};
inline constexpr MetricKind recoveryP95{
    "recovery_p95", "s", MR_TEXT("Term", "95th percentile of recovery"),
    "95th percentile of the time from a failure to the end of the first step that began after it"};
inline constexpr MetricKind recoveryMax{"recovery_max", "s", MR_TEXT("Term", "longest recovery"),
                                        "longest time from a failure to the end of the first step that began after it"};
inline constexpr MetricKind lostSteps{"lost_steps", "", MR_TEXT("Term", "lost steps"),
                                      "finished steps that a restart of the job made again"};
// core/run: what a benchmark printed at its end; its own metrics have the names of its framework
inline constexpr MetricKind resultTime{"result_time", "s", MR_TEXT("Term", "printed time"),
                                       "time that a benchmark printed as its result"};
inline constexpr MetricKind resultRate{"result_rate", "B/s", MR_TEXT("Term", "printed rate"),
                                       "rate that a benchmark printed as its result"};
inline constexpr MetricKind iperfRate{"iperf_rate", "bit/s", MR_TEXT("Term", "rate by iperf3"),
                                      "sum that iperf3 printed at the receiver"};
inline constexpr MetricKind iperfRateSender{"iperf_rate_sender", "bit/s",
                                            MR_TEXT("Term", "rate at the sender by iperf3"),
                                            "sum that iperf3 printed at the sender"};
// core/run: last values of what was printed during the training
inline constexpr MetricKind accuracy{"accuracy", "", MR_TEXT("Term", "accuracy"),
                                     "share of the test data that the model classifies correctly, at the last "
                                     "evaluation"};
inline constexpr MetricKind testLoss{"test_loss", "", MR_TEXT("Term", "test loss"),
                                     "mean loss over the test data, at the last evaluation"};
inline constexpr MetricKind trainingCost{"training_cost", "$", MR_TEXT("Term", "cost of the steps"),
                                         "machines for the time of the measured steps, and their bytes at the dearest "
                                         "price between two nodes: at most this"};
inline constexpr MetricKind noiseScale{"noise_scale", "", MR_TEXT("Term", "gradient noise scale"),
                                       "last value of the gradient noise scale, mean of the ranks"};
inline constexpr MetricKind gradientVariance{"gradient_variance", "", MR_TEXT("Term", "gradient variance"),
                                             "last value of the gradient variance, mean of the ranks"};
// core/run: all-reduces and traffic
inline constexpr MetricKind communicationBound{
    "communication_bound", "s", MR_TEXT("Term", "lower bound of the all-reduce time"),
    "time that the most loaded NIC, link or shared queue needs for the bytes of one all-reduce, at its rate"};
inline constexpr MetricKind algorithmBandwidth{"algorithm_bandwidth", "bit/s", MR_TEXT("Term", "algorithm bandwidth"),
                                               "gradient bits of one rank divided by the mean all-reduce time"};
inline constexpr MetricKind busBandwidth{"bus_bandwidth", "bit/s", MR_TEXT("Term", "bus bandwidth"),
                                         "2(n-1)/n × gradient bits of one rank divided by the mean all-reduce time"};
inline constexpr MetricKind communicationShare{"communication_share", "", MR_TEXT("Term", "share of all-reduce"),
                                               "mean all-reduce time divided by mean step time"};
inline constexpr MetricKind sentBytes{"sent_bytes", "B", MR_TEXT("Term", "sent bytes"),
                                      "sum over the nodes of the sent bytes of their interfaces"};
inline constexpr MetricKind receivedBytes{"received_bytes", "B", MR_TEXT("Term", "received bytes"),
                                          "received bytes of the node's interface during the workload"};
inline constexpr MetricKind sentPayload{"sent_payload", "B", MR_TEXT("Term", "sent payload"),
                                        "sent bytes less 66 B for each frame and less retransmitted bytes"};
inline constexpr MetricKind sentPayloadPerStep{"sent_payload_per_step", "B", MR_TEXT("Term", "payload per step"),
                                               "sum over the nodes of the sent payload, divided by its steps"};
inline constexpr MetricKind predictedPayload{"predicted_payload", "B", MR_TEXT("Term", "predicted payload"),
                                             "bytes that the strategy moves from this node to others"};
inline constexpr MetricKind predictedPayloadPerStep{
    "predicted_payload_per_step", "B", MR_TEXT("Term", "predicted payload"),
    "sum over the nodes of the predicted payload, divided by its steps"};
inline constexpr MetricKind payloadRatio{"payload_ratio", "", MR_TEXT("Term", "measured / predicted"),
                                         "sent payload per step divided by the predicted one"};
inline constexpr MetricKind retransmittedBytes{"retransmitted_bytes", "B", MR_TEXT("Term", "retransmitted"),
                                               "sum over the nodes of the retransmitted bytes"};
// core/run: processors of the machines
inline constexpr MetricKind workerCpu{"worker_cpu", "s", MR_TEXT("Term", "processor time of workers"),
                                      "processor time of all workers, start to end"};
inline constexpr MetricKind runDelay{
    "run_delay", "s", MR_TEXT("Term", "wait for processors"),
    "time that the workload's threads were ready to run and had no processor, all nodes together"};
inline constexpr MetricKind runDelayShare{
    "run_delay_share", "", MR_TEXT("Term", "share of waiting for processors"),
    "waiting for a processor divided by waiting and computing, of the node where it is highest"};
inline constexpr MetricKind machineSteal{
    "machine_steal", "", MR_TEXT("Term", "time stolen by the hypervisor"),
    "processor time that the hypervisor took, divided by all processor time, of the node where it is highest"};
inline constexpr MetricKind machinePressure{
    "machine_pressure", "", MR_TEXT("Term", "processor pressure"),
    "share of the time in which some thread of the machine waited for a processor, of the node where it is highest"};
// core/run: the switch of an emulated cluster
inline constexpr MetricKind switchLatenessMedian{"switch_lateness_median", "s",
                                                 MR_TEXT("Term", "switch lateness median"),
                                                 "median of how late frames left the switch"};
inline constexpr MetricKind switchLatenessP99{"switch_lateness_p99", "s", MR_TEXT("Term", "switch lateness p99"),
                                              "99th percentile of how late frames left the switch"};
inline constexpr MetricKind switchLatenessMax{"switch_lateness_max", "s", MR_TEXT("Term", "switch lateness max"),
                                              "the latest frame"};
inline constexpr MetricKind switchCpu{"switch_cpu", "cores", MR_TEXT("Term", "processor use of the switch"),
                                      "processor time of the switch divided by the time"};
inline constexpr MetricKind lostPackets{"lost_packets", "packets", MR_TEXT("Term", "lost packets"),
                                        "dropped by the requested loss"};
inline constexpr MetricKind queueDroppedPackets{"queue_dropped_packets", "packets",
                                                MR_TEXT("Term", "packets dropped by queues"),
                                                "dropped by a full queue of a link"};
inline constexpr MetricKind deliveredPackets{"delivered_packets", "packets", MR_TEXT("Term", "delivered packets"),
                                             "MTU packets that the switch delivered"};
// core/run: recorded packets
inline constexpr MetricKind capturedPackets{"captured_packets", "", MR_TEXT("Term", "captured packets"),
                                            "the job's flows: packets in the recordings, each counted at its sender"};
inline constexpr MetricKind capturedBytes{"captured_bytes", "B", MR_TEXT("Term", "captured bytes"),
                                          "the job's flows: frames in the recordings, each counted at its sender"};
inline constexpr MetricKind capturedRetransmissions{
    "captured_retransmissions", "share", MR_TEXT("Term", "captured retransmissions"),
    "the job's flows: packets whose data, SYN or FIN had been seen before, over all, at the sender"};
inline constexpr MetricKind capturedOverhead{"captured_overhead", "", MR_TEXT("Term", "captured bytes / payload"),
                                             "the job's flows: bytes of frames over payload bytes"};
inline constexpr MetricKind capturedRttMean{
    "captured_rtt_mean", "s", MR_TEXT("Term", "mean captured round trip"),
    "the job's flows: mean over segments sent once and acknowledged exactly, seen at the sender"};
inline constexpr MetricKind capturedRttMin{"captured_rtt_min", "s", MR_TEXT("Term", "least captured round trip"),
                                           "the job's flows: smallest round trip in the recordings"};
inline constexpr MetricKind capturedCrossPackets{
    "captured_cross_packets", "", MR_TEXT("Term", "captured packets of cross traffic"),
    "cross traffic: packets in the recordings, each counted at its sender"};
inline constexpr MetricKind capturedCrossBytes{"captured_cross_bytes", "B",
                                               MR_TEXT("Term", "captured bytes of cross traffic"),
                                               "cross traffic: frames in the recordings, each counted at its sender"};
inline constexpr MetricKind capturedCrossRetransmissions{
    "captured_cross_retransmissions", "share", MR_TEXT("Term", "captured retransmissions of cross traffic"),
    "cross traffic: packets whose data, SYN or FIN had been seen before, over all, at the sender"};
inline constexpr MetricKind capturedOtherPackets{
    "captured_other_packets", "", MR_TEXT("Term", "captured packets of other traffic"),
    "flows of neither the job nor the cross traffic: packets in the recordings, each counted at its sender"};
inline constexpr MetricKind capturedOtherBytes{
    "captured_other_bytes", "B", MR_TEXT("Term", "captured bytes of other traffic"),
    "flows of neither the job nor the cross traffic: frames in the recordings, each counted at its sender"};
inline constexpr MetricKind capturedOtherRetransmissions{
    "captured_other_retransmissions", "share", MR_TEXT("Term", "captured retransmissions of other traffic"),
    "flows of neither the job nor the cross traffic: packets whose data, SYN or FIN had been seen before, over all, at "
    "the sender"};
inline constexpr MetricKind capturedToTheory{"captured_to_theory", "", MR_TEXT("Term", "captured / predicted payload"),
                                             "the job's flows: payload without repetitions, over what theory says that "
                                             "the steps which were really made send between nodes"};
inline constexpr MetricKind trafficSteps{
    "traffic_steps", "", MR_TEXT("Term", "steps found in the traffic"),
    "steps found in the job's flows without the log, warm-up included; missing where they are not reliable"};
inline constexpr MetricKind trafficStepPeriod{"traffic_step_period", "s", MR_TEXT("Term", "step period in the traffic"),
                                              "median distance of the steps found in the job's flows"};
inline constexpr MetricKind trafficStepConfidence{
    "traffic_step_confidence", "share", MR_TEXT("Term", "confidence of the steps in the traffic"),
    "how evenly the steps found in the job's flows are cut; reliable ones have a half or more"};
inline constexpr MetricKind trafficStepsMatched{
    "traffic_steps_matched", "share", MR_TEXT("Term", "logged steps found in the traffic"),
    "steps of the log that contain exactly one step of the traffic, over all steps of the log"};
// core/run: phases of cross traffic
inline constexpr MetricKind baselineSteps{"baseline_steps", "", MR_TEXT("Term", "steps before the load"),
                                          "whole steps before the load"};
inline constexpr MetricKind loadedSteps{"loaded_steps", "", MR_TEXT("Term", "steps under the load"),
                                        "whole steps under the load"};
inline constexpr MetricKind baselineStepMean{"baseline_step_mean", "s", MR_TEXT("Term", "step time before the load"),
                                             "mean of the steps before the load"};
inline constexpr MetricKind baselineStepMedian{"baseline_step_median", "s",
                                               MR_TEXT("Term", "median step time before the load"),
                                               "median of the steps before the load"};
inline constexpr MetricKind baselineCommunicationMean{"baseline_communication_mean", "s",
                                                      MR_TEXT("Term", "all-reduce time before the load"),
                                                      "mean all-reduce time before the load"};
inline constexpr MetricKind loadedStepMean{"loaded_step_mean", "s", MR_TEXT("Term", "step time under the load"),
                                           "mean of the steps under the load"};
inline constexpr MetricKind loadedStepMedian{"loaded_step_median", "s",
                                             MR_TEXT("Term", "median step time under the load"),
                                             "median of the steps under the load"};
inline constexpr MetricKind loadedStepP99{"loaded_step_p99", "s",
                                          MR_TEXT("Term", "99th percentile of step time under the load"),
                                          "0.99 quantile (type 7) of the steps under the load"};
inline constexpr MetricKind loadedStepStddev{"loaded_step_stddev", "s",
                                             MR_TEXT("Term", "deviation of step time under the load"),
                                             "sample standard deviation of the steps under the load"};
inline constexpr MetricKind recoveryStepMedian{"recovery_step_median", "s",
                                               MR_TEXT("Term", "median step time after the load"),
                                               "median of the steps after the load"};
inline constexpr MetricKind slowdown{"slowdown", "", MR_TEXT("Term", "slow-down"),
                                     "median step under the load divided by the median step before it"};
// core/run: cross traffic
inline constexpr MetricKind crossRequested{
    "cross_requested", "bit/s", MR_TEXT("Term", "requested cross traffic"),
    "payload of all sources, by the profile; for a slow-down worked out from the baseline"};
inline constexpr MetricKind crossOffered{
    "cross_offered", "bit/s", MR_TEXT("Term", "offered cross traffic"),
    "bits of all flows that were begun divided by the time of the load; of endless flows their rate"};
inline constexpr MetricKind crossAchieved{"cross_achieved", "bit/s", MR_TEXT("Term", "achieved cross traffic"),
                                          "acknowledged payload in the loaded phase divided by its time"};
inline constexpr MetricKind crossCapacity{"cross_capacity", "bit/s", MR_TEXT("Term", "capacity for cross traffic"),
                                          "slowest interface or link on the way"};
inline constexpr MetricKind crossFlows{"cross_flows", "", MR_TEXT("Term", "flows of cross traffic"),
                                       "flows that were begun"};
inline constexpr MetricKind crossFlowsCut{"cross_flows_cut", "", MR_TEXT("Term", "flows of cross traffic cut off"),
                                          "flows that the end of the load cut off"};
inline constexpr MetricKind crossFlowsFailed{"cross_flows_failed", "", MR_TEXT("Term", "failed flows of cross traffic"),
                                             "flows that could not connect or send"};
inline constexpr MetricKind crossSizeScale{
    "cross_size_scale", "", MR_TEXT("Term", "scale of the flow sizes of cross traffic"),
    "factor on all sizes of flows that makes the volume exact; of several sources the furthest from 1"};
inline constexpr MetricKind crossFlowsAdjusted{"cross_flows_adjusted", "",
                                               MR_TEXT("Term", "adjusted flows of cross traffic"),
                                               "flows that got another size than drawn, so that the volume is exact"};
inline constexpr MetricKind crossStartErrorP99{"cross_start_error_p99", "s",
                                               MR_TEXT("Term", "99th percentile of start error of cross traffic"),
                                               "0.99 quantile of how far starts of flows were from their time"};
inline constexpr MetricKind crossFctMedian{"cross_fct_median", "s", MR_TEXT("Term", "median flow completion time"),
                                           "median time from start to last acknowledgement"};
inline constexpr MetricKind crossFctP99{"cross_fct_p99", "s",
                                        MR_TEXT("Term", "99th percentile of flow completion time"),
                                        "0.99 quantile of the time from start to last acknowledgement"};
inline constexpr MetricKind crossSlowdownP99{"cross_slowdown_p99", "",
                                             MR_TEXT("Term", "99th percentile of flow slow-down"),
                                             "0.99 quantile of completion time divided by that of an idle path"};

/// All of them, in the order in which lists show them.
inline constexpr std::array all{steps,
                                stepMean,
                                stepMedian,
                                stepP99,
                                stepDeviation,
                                stepSimulated,
                                communicationMean,
                                computeMean,
                                samplesPerSecond,
                                rates,
                                goodput,
                                goodputReduced,
                                goodputStartUp,
                                goodputRedone,
                                goodputDetect,
                                goodputDecide,
                                goodputConnect,
                                goodputState,
                                goodputLost,
                                goodputOther,
                                failures,
                                failuresLeftOut,
                                recoveryMedian,
                                recoveryP95,
                                recoveryMax,
                                lostSteps,
                                resultTime,
                                resultRate,
                                iperfRate,
                                iperfRateSender,
                                accuracy,
                                testLoss,
                                trainingCost,
                                noiseScale,
                                gradientVariance,
                                communicationBound,
                                algorithmBandwidth,
                                busBandwidth,
                                communicationShare,
                                sentBytes,
                                receivedBytes,
                                sentPayload,
                                sentPayloadPerStep,
                                predictedPayload,
                                predictedPayloadPerStep,
                                payloadRatio,
                                retransmittedBytes,
                                workerCpu,
                                runDelay,
                                runDelayShare,
                                machineSteal,
                                machinePressure,
                                switchLatenessMedian,
                                switchLatenessP99,
                                switchLatenessMax,
                                switchCpu,
                                lostPackets,
                                queueDroppedPackets,
                                deliveredPackets,
                                capturedPackets,
                                capturedBytes,
                                capturedRetransmissions,
                                capturedOverhead,
                                capturedRttMean,
                                capturedRttMin,
                                capturedCrossPackets,
                                capturedCrossBytes,
                                capturedCrossRetransmissions,
                                capturedOtherPackets,
                                capturedOtherBytes,
                                capturedOtherRetransmissions,
                                capturedToTheory,
                                trafficSteps,
                                trafficStepPeriod,
                                trafficStepConfidence,
                                trafficStepsMatched,
                                baselineSteps,
                                loadedSteps,
                                baselineStepMean,
                                baselineStepMedian,
                                baselineCommunicationMean,
                                loadedStepMean,
                                loadedStepMedian,
                                loadedStepP99,
                                loadedStepStddev,
                                recoveryStepMedian,
                                slowdown,
                                crossRequested,
                                crossOffered,
                                crossAchieved,
                                crossCapacity,
                                crossFlows,
                                crossFlowsCut,
                                crossFlowsFailed,
                                crossSizeScale,
                                crossFlowsAdjusted,
                                crossStartErrorP99,
                                crossFctMedian,
                                crossFctP99,
                                crossSlowdownP99};

} // namespace metrics

} // namespace millrace::store
