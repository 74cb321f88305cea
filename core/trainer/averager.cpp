// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/averager.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace millrace::trainer {

namespace {

float largestOf(std::span<const float> values)
{
    float largest = 0;
    for (const float value : values)
        largest = std::max(largest, std::abs(value));
    return largest;
}

} // namespace

Averager::Averager(collective::AveragingSchedule schedule, collective::Compression compression,
                   std::span<const std::size_t> tensors)
    : m_schedule(schedule), m_compression(compression)
{
    const std::size_t elements = std::reduce(tensors.begin(), tensors.end());
    for (int fragment = 0; fragment < m_schedule.fragments; ++fragment) {
        m_fragments.push_back(collective::fragmentOf(elements, m_schedule.fragments, fragment));
        m_tensors.push_back(collective::tensorsOfSizes(collective::tensorsWithin(tensors, m_fragments.back())));
    }
}

Averager::~Averager() = default;

const collective::SessionStatistics& Averager::statistics()
{
    if (!m_running.valid())
        m_statistics = m_session->statistics();
    return m_statistics;
}

Result<void> Averager::begin(int fragment, std::span<float> arena)
{
    MR_CHECK(finish());
    if (m_schedule.overlapSteps == 0)
        return keep(average(fragment, arena));
    static_cast<void>(statistics());
    m_running = std::async(std::launch::async, [this, fragment, arena] { return average(fragment, arena); });
    return {};
}

Result<bool> Averager::busy()
{
    if (!m_running.valid())
        return false;
    if (m_running.wait_for(Nanoseconds(0)) != std::future_status::ready)
        return true;
    MR_CHECK(finish());
    return false;
}

Result<void> Averager::finish()
{
    return m_running.valid() ? keep(m_running.get()) : Result<void>();
}

Result<void> Averager::keep(Result<Finished> finished)
{
    if (!finished)
        return std::move(finished).error();
    m_finished = *finished;
    return {};
}

Result<Averager::Finished> Averager::average(int fragment, std::span<float> arena)
{
    const auto begin = std::chrono::steady_clock::now();
    const auto place = static_cast<std::size_t>(fragment);
    const collective::Fragment part = m_fragments[place];
    const std::span<float> values = arena.subspan(part.begin, part.end - part.begin);
    Finished finished{values.size_bytes(), {}};
    if (m_compression == collective::Compression::None) {
        MR_CHECK(m_session->allReduce(m_tensors[place], values));
    } else {
        collective::Quantizer quantizer{m_compression, m_session->size(), largestOf(values)};
        if (m_compression == collective::Compression::Int8) {
            MR_TRY(largest, m_session->exchange(std::bit_cast<std::uint32_t>(quantizer.largest)));
            // Floating-point numbers that are not negative are ordered as their bits are.
            quantizer.largest = std::bit_cast<float>(static_cast<std::uint32_t>(std::ranges::max(largest)));
        }
        const collective::ElementType type = collective::elementTypeOf(m_compression);
        m_sent.resize(values.size() * collective::elementBytes(type));
        quantizer.compress(values, m_sent);
        MR_CHECK(m_session->allReduce(m_tensors[place], collective::Values(m_sent.data(), values.size(), type)));
        quantizer.expand(m_sent, values);
        finished.payload = m_sent.size();
    }
    finished.took = std::chrono::steady_clock::now() - begin;
    return finished;
}

} // namespace millrace::trainer
