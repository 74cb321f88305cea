// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <vector>

namespace millrace::analysis {

/// Writes the counts that are not 0, or reads them back; indices past the end are dropped.
template <typename Coder, typename Counts>
void codeCounts(Coder& coder, Counts& counts)
{
    std::vector<std::uint32_t> places;
    std::vector<std::uint64_t> values;
    for (std::uint32_t place = 0; place < counts.size(); ++place) {
        if (counts[place] != 0) {
            places.push_back(place);
            values.push_back(counts[place]);
        }
    }
    coder.numbers(places);
    coder.numbers(values);
    if constexpr (Coder::reading) {
        for (std::size_t i = 0; i < places.size() && i < values.size(); ++i)
            if (places[i] < counts.size())
                counts[places[i]] = values[i];
    }
}

/// Counts of packet lengths, exact for every length up to 65 535; longer ones share the last entry.
class SizeHistogram
{
public:
    static constexpr std::uint32_t largest = 65'536;

    void add(std::uint32_t size) noexcept
    {
        if (size < largest)
            ++m_counts[size];
        else
            addLarge(size);
    }
    void merge(const SizeHistogram& other);

    [[nodiscard]] std::uint64_t count(std::uint32_t size) const noexcept { return m_counts[size]; }
    [[nodiscard]] const std::vector<std::uint64_t>& counts() const noexcept { return m_counts; }
    [[nodiscard]] std::uint64_t total() const noexcept;
    /// NaN without entries.
    [[nodiscard]] double mean() const noexcept;
    /// The smallest length that at least this share of the packets does not exceed.
    [[nodiscard]] std::uint32_t quantile(double fraction) const noexcept;

    /// Writes or reads all counts; see summary_codec.
    template <typename Coder>
    void code(Coder& coder)
    {
        codeCounts(coder, m_counts);
        coder.value(m_largeSum);
        coder.value(m_largeSquares);
    }
    template <typename Coder>
    void code(Coder& coder) const
    {
        codeCounts(coder, m_counts);
        coder.value(m_largeSum);
        coder.value(m_largeSquares);
    }

    bool operator==(const SizeHistogram&) const = default;

private:
    void addLarge(std::uint32_t size) noexcept;

    std::vector<std::uint64_t> m_counts = std::vector<std::uint64_t>(largest + 1, 0);
    std::uint64_t m_largeSum = 0; ///< of those in the last entry
    double m_largeSquares = 0;
};

/// Counts of durations in nanoseconds, 16 classes for each power of two: a quantile is correct within 3.2 %. Negative
/// ones are counted separately.
class TimeHistogram
{
public:
    static constexpr int perOctave = 16;
    static constexpr int classes = 64 * perOctave;

    void add(std::int64_t duration) noexcept
    {
        if (duration < 0)
            ++m_negative;
        else
            ++m_counts[static_cast<std::size_t>(classOf(static_cast<std::uint64_t>(duration)))];
    }
    void merge(const TimeHistogram& other);

    [[nodiscard]] static int classOf(std::uint64_t duration) noexcept
    {
        if (duration < perOctave)
            return static_cast<int>(duration);
        const int octave = 63 - __builtin_clzll(duration);
        return (octave - 3) * perOctave + static_cast<int>((duration >> (octave - 4)) & (perOctave - 1));
    }
    [[nodiscard]] static double lowerBound(int number) noexcept;
    [[nodiscard]] std::uint64_t count(int number) const noexcept { return m_counts[static_cast<std::size_t>(number)]; }
    [[nodiscard]] std::uint64_t negative() const noexcept { return m_negative; }
    [[nodiscard]] std::uint64_t total() const noexcept; ///< without negative ones
    /// Middle of the class that holds it, nanoseconds; NaN without entries.
    [[nodiscard]] double quantile(double fraction) const noexcept;

    template <typename Coder>
    void code(Coder& coder)
    {
        codeCounts(coder, m_counts);
        coder.value(m_negative);
    }
    template <typename Coder>
    void code(Coder& coder) const
    {
        codeCounts(coder, m_counts);
        coder.value(m_negative);
    }

    bool operator==(const TimeHistogram&) const = default;

private:
    std::vector<std::uint64_t> m_counts = std::vector<std::uint64_t>(classes, 0);
    std::uint64_t m_negative = 0;
};

} // namespace millrace::analysis
