// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/vocabulary.h"

#include "core/base/text_marks.h"

#include <algorithm>
#include <array>

namespace millrace::report {

namespace {

constexpr std::array metricVocabulary = {
    Term{"steps", MR_TEXT("Term", "steps")},
    Term{"step_mean", MR_TEXT("Term", "step time")},
    Term{"step_median", MR_TEXT("Term", "median step time")},
    Term{"step_p99", MR_TEXT("Term", "99th percentile of step time")},
    Term{"step_deviation", MR_TEXT("Term", "deviation of step time")},
    Term{"communication_mean", MR_TEXT("Term", "all-reduce time")},
    Term{"compute_mean", MR_TEXT("Term", "compute time")},
    Term{"samples_per_second", MR_TEXT("Term", "throughput")},
    Term{"result_time", MR_TEXT("Term", "printed time")},
    Term{"result_rate", MR_TEXT("Term", "printed rate")},
    Term{"iperf_rate", MR_TEXT("Term", "rate by iperf3")},
    Term{"iperf_rate_sender", MR_TEXT("Term", "rate at the sender by iperf3")},
    Term{"communication_bound", MR_TEXT("Term", "lower bound of the all-reduce time")},
    Term{"algorithm_bandwidth", MR_TEXT("Term", "algorithm bandwidth")},
    Term{"bus_bandwidth", MR_TEXT("Term", "bus bandwidth")},
    Term{"communication_share", MR_TEXT("Term", "share of all-reduce")},
    Term{"sent_bytes", MR_TEXT("Term", "sent bytes")},
    Term{"received_bytes", MR_TEXT("Term", "received bytes")},
    Term{"sent_payload", MR_TEXT("Term", "sent payload")},
    Term{"sent_payload_per_step", MR_TEXT("Term", "payload per step")},
    Term{"predicted_payload_per_step", MR_TEXT("Term", "predicted payload")},
    Term{"payload_ratio", MR_TEXT("Term", "measured / predicted")},
    Term{"retransmitted_bytes", MR_TEXT("Term", "retransmitted")},
    Term{"worker_cpu", MR_TEXT("Term", "processor time of workers")},
    Term{"run_delay", MR_TEXT("Term", "wait for processors")},
    Term{"run_delay_share", MR_TEXT("Term", "share of waiting for processors")},
    Term{"machine_steal", MR_TEXT("Term", "time stolen by the hypervisor")},
    Term{"machine_pressure", MR_TEXT("Term", "processor pressure")},
    Term{"switch_lateness_median", MR_TEXT("Term", "switch lateness median")},
    Term{"switch_lateness_p99", MR_TEXT("Term", "switch lateness p99")},
    Term{"switch_lateness_max", MR_TEXT("Term", "switch lateness max")},
    Term{"switch_cpu", MR_TEXT("Term", "processor use of the switch")},
    Term{"lost_packets", MR_TEXT("Term", "lost packets")},
    Term{"queue_dropped_packets", MR_TEXT("Term", "packets dropped by queues")},
    Term{"delivered_packets", MR_TEXT("Term", "delivered packets")},
    Term{"captured_packets", MR_TEXT("Term", "captured packets")},
    Term{"captured_bytes", MR_TEXT("Term", "captured bytes")},
    Term{"captured_to_theory", MR_TEXT("Term", "captured / predicted payload")},
    Term{"captured_overhead", MR_TEXT("Term", "captured bytes / payload")},
    Term{"captured_retransmissions", MR_TEXT("Term", "captured retransmissions")},
    Term{"captured_rtt_mean", MR_TEXT("Term", "mean captured round trip")},
    Term{"captured_rtt_min", MR_TEXT("Term", "least captured round trip")},
    Term{"captured_cross_packets", MR_TEXT("Term", "captured packets of cross traffic")},
    Term{"captured_cross_bytes", MR_TEXT("Term", "captured bytes of cross traffic")},
    Term{"captured_cross_retransmissions", MR_TEXT("Term", "captured retransmissions of cross traffic")},
    Term{"captured_other_packets", MR_TEXT("Term", "captured packets of other traffic")},
    Term{"captured_other_bytes", MR_TEXT("Term", "captured bytes of other traffic")},
    Term{"captured_other_retransmissions", MR_TEXT("Term", "captured retransmissions of other traffic")},
    Term{"traffic_steps", MR_TEXT("Term", "steps found in the traffic")},
    Term{"traffic_step_period", MR_TEXT("Term", "step period in the traffic")},
    Term{"traffic_step_confidence", MR_TEXT("Term", "confidence of the steps in the traffic")},
    Term{"traffic_steps_matched", MR_TEXT("Term", "logged steps found in the traffic")},
    Term{"baseline_steps", MR_TEXT("Term", "steps before the load")},
    Term{"loaded_steps", MR_TEXT("Term", "steps under the load")},
    Term{"baseline_step_mean", MR_TEXT("Term", "step time before the load")},
    Term{"baseline_step_median", MR_TEXT("Term", "median step time before the load")},
    Term{"baseline_communication_mean", MR_TEXT("Term", "all-reduce time before the load")},
    Term{"loaded_step_mean", MR_TEXT("Term", "step time under the load")},
    Term{"loaded_step_median", MR_TEXT("Term", "median step time under the load")},
    Term{"loaded_step_p99", MR_TEXT("Term", "99th percentile of step time under the load")},
    Term{"loaded_step_stddev", MR_TEXT("Term", "deviation of step time under the load")},
    Term{"recovery_step_median", MR_TEXT("Term", "median step time after the load")},
    Term{"slowdown", MR_TEXT("Term", "slow-down")},
    Term{"cross_requested", MR_TEXT("Term", "requested cross traffic")},
    Term{"cross_offered", MR_TEXT("Term", "offered cross traffic")},
    Term{"cross_achieved", MR_TEXT("Term", "achieved cross traffic")},
    Term{"cross_capacity", MR_TEXT("Term", "capacity for cross traffic")},
    Term{"cross_flows", MR_TEXT("Term", "flows of cross traffic")},
    Term{"cross_flows_cut", MR_TEXT("Term", "flows of cross traffic cut off")},
    Term{"cross_flows_failed", MR_TEXT("Term", "failed flows of cross traffic")},
    Term{"cross_size_scale", MR_TEXT("Term", "scale of the flow sizes of cross traffic")},
    Term{"cross_flows_adjusted", MR_TEXT("Term", "adjusted flows of cross traffic")},
    Term{"cross_start_error_p99", MR_TEXT("Term", "99th percentile of start error of cross traffic")},
    Term{"cross_fct_median", MR_TEXT("Term", "median flow completion time")},
    Term{"cross_fct_p99", MR_TEXT("Term", "99th percentile of flow completion time")},
    Term{"cross_slowdown_p99", MR_TEXT("Term", "99th percentile of flow slow-down")}};

constexpr std::array seriesVocabulary = {Term{"throughput", MR_TEXT("Term", "throughput")},
                                         Term{"net.sent", MR_TEXT("Term", "sent by node")},
                                         Term{"net.received", MR_TEXT("Term", "received by node")},
                                         Term{"step.time", MR_TEXT("Term", "step time")},
                                         Term{"step.communication", MR_TEXT("Term", "all-reduce time")},
                                         Term{"step.compute", MR_TEXT("Term", "compute time")},
                                         Term{"training.loss", MR_TEXT("Term", "training loss")},
                                         Term{"tcp.rtt", MR_TEXT("Term", "TCP round trip")},
                                         Term{"tcp.window", MR_TEXT("Term", "TCP window")},
                                         Term{"tcp.retransmissions", MR_TEXT("Term", "TCP retransmissions")},
                                         Term{"cpu.workload", MR_TEXT("Term", "processor use")},
                                         Term{"cpu.waiting", MR_TEXT("Term", "waiting for a processor")},
                                         Term{"cpu.stopped", MR_TEXT("Term", "stopped by a signal")},
                                         Term{"memory.workload", MR_TEXT("Term", "memory of the workers")},
                                         Term{"link.acked", MR_TEXT("Term", "acknowledged on link")},
                                         Term{"link.rtt", MR_TEXT("Term", "round trip on link")},
                                         Term{"link.retransmissions", MR_TEXT("Term", "retransmissions on link")},
                                         Term{"link.delivery", MR_TEXT("Term", "delivery rate on link")},
                                         Term{"cross.sent", MR_TEXT("Term", "cross traffic sent")},
                                         Term{"cross.acked", MR_TEXT("Term", "cross traffic acknowledged")},
                                         Term{"cross.received", MR_TEXT("Term", "cross traffic received")}};

std::string labelOf(std::span<const Term> terms, std::string_view name, bool spaces)
{
    const auto found = std::ranges::find(terms, name, &Term::name);
    std::string label(found == terms.end() ? name : found->label);
    if (found == terms.end() && spaces)
        std::ranges::replace(label, '_', ' ');
    return label;
}

} // namespace

std::span<const Term> metricTerms() noexcept
{
    return metricVocabulary;
}

std::span<const Term> seriesTerms() noexcept
{
    return seriesVocabulary;
}

std::string metricLabel(std::string_view metric)
{
    return labelOf(metricVocabulary, metric, true);
}

std::string seriesLabel(std::string_view name)
{
    return labelOf(seriesVocabulary, name, false);
}

} // namespace millrace::report
