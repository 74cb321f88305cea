// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/half.h"

#include <QFloat16>
#include <QTest>

#include <cmath>
#include <cstring>

using namespace millrace::collective;

namespace {

/// Nearest bfloat16 by comparing the two neighbours, ties to the even one.
std::uint16_t nearestBFloat16(float value)
{
    const auto low = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
    const auto high = static_cast<std::uint16_t>(low + 1);
    const double below = std::abs(double(value) - double(BFloat16Format::widen(low)));
    const float next = BFloat16Format::widen(high);
    const double above =
        std::isinf(next) ? std::ldexp(1.0, 128) - std::abs(double(value)) : std::abs(double(next) - double(value));
    return below < above || (below == above && low % 2 == 0) ? low : high;
}

} // namespace

class TestHalf : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFloat16IsWidened()
    {
        for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
            const auto half = static_cast<std::uint16_t>(bits);
            qfloat16 reference;
            std::memcpy(static_cast<void*>(&reference), &half, sizeof half);
            const float expected = static_cast<float>(reference);
            const float found = Float16Format::widen(half);
            if (std::isnan(expected))
                QVERIFY(std::isnan(found));
            else
                QCOMPARE(std::bit_cast<std::uint32_t>(found), std::bit_cast<std::uint32_t>(expected));
            if (!std::isnan(expected))
                QCOMPARE(Float16Format::narrow(found), half);
        }
    }

    /// Midpoints between neighbours and the floats next to them, of all finite values.
    void roundsToTheNearestFloat16()
    {
        for (std::uint32_t bits = 0; bits < 0x7c00; ++bits) {
            const float low = Float16Format::widen(static_cast<std::uint16_t>(bits));
            const float high =
                bits + 1 == 0x7c00 ? 65536.0f : Float16Format::widen(static_cast<std::uint16_t>(bits + 1));
            const float middle = (low + high) / 2; // exact
            const auto even = static_cast<std::uint16_t>(bits % 2 == 0 ? bits : bits + 1);
            QCOMPARE(Float16Format::narrow(middle), even);
            QCOMPARE(Float16Format::narrow(std::nextafter(middle, 0.0f)), static_cast<std::uint16_t>(bits));
            QCOMPARE(Float16Format::narrow(std::nextafter(middle, 1e30f)), static_cast<std::uint16_t>(bits + 1));
            QCOMPARE(Float16Format::narrow(-middle), static_cast<std::uint16_t>(even | 0x8000u));
        }
        QCOMPARE(Float16Format::narrow(1e30f), std::uint16_t(0x7c00));
        QCOMPARE(Float16Format::narrow(-INFINITY), std::uint16_t(0xfc00));
        QVERIFY(std::isnan(Float16Format::widen(Float16Format::narrow(NAN))));
    }

    void roundsToTheNearestBFloat16()
    {
        std::uint32_t bits = 1;
        for (int i = 0; i < 1'000'000; ++i) {
            bits = bits * 1664525u + 1013904223u; // Numerical Recipes' generator
            const float value = std::bit_cast<float>(bits);
            if (std::isnan(value)) {
                QVERIFY(std::isnan(BFloat16Format::widen(BFloat16Format::narrow(value))));
                continue;
            }
            if (!std::isinf(value))
                QCOMPARE(BFloat16Format::narrow(value), nearestBFloat16(value));
        }
        QCOMPARE(BFloat16Format::narrow(1.0f + 0x1p-8f), std::uint16_t(0x3f80)); // a tie
        QCOMPARE(BFloat16Format::narrow(INFINITY), std::uint16_t(0x7f80));
    }
};

QTEST_APPLESS_MAIN(TestHalf)
#include "tst_half.moc"
