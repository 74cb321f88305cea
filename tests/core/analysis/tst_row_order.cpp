// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/row_order.h"
#include "core/base/random.h"
#include "core/base/unknown.h"

#include <QtTest>
#include <algorithm>
#include <limits>
#include <set>
#include <string>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// The same by the standard library, with NaN last.
template <typename T>
RowOrder slowOrder(RowOrder order, const std::vector<T>& values, SortDirection direction)
{
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const T x = values[a];
        const T y = values[b];
        if (x != x || y != y)
            return x == x && y != y;
        return direction == SortDirection::Ascending ? x < y : y < x;
    });
    return order;
}

template <typename T>
bool sortsLikeTheStandardLibrary(const std::vector<T>& values)
{
    Random random(11);
    RowOrder mixed = allRows(values.size());
    shuffle(mixed, random);
    for (const RowOrder& order :
         {allRows(values.size()), mixed, RowOrder(mixed.begin(), mixed.begin() + mixed.size() / 2)})
        for (const SortDirection direction : {SortDirection::Ascending, SortDirection::Descending}) {
            const auto sorted = sortRows(
                order, [&](std::uint32_t row) { return values[row]; }, direction);
            if (!sorted || *sorted != slowOrder(order, values, direction))
                return false;
        }
    return true;
}

bool sortsTexts(const std::vector<std::string>& texts)
{
    for (const SortDirection direction : {SortDirection::Ascending, SortDirection::Descending}) {
        const RowOrder order = allRows(texts.size());
        const auto sorted = sortRowsByText(
            order, [&](std::uint32_t row) { return std::string_view(texts[row]); }, direction);
        if (!sorted || *sorted != slowOrder(order, texts, direction))
            return false;
    }
    return true;
}

std::vector<double> someDoubles(std::size_t count)
{
    Random random(3);
    std::vector<double> values;
    const double special[] = {0.0, -0.0, unknown, infinite, -infinite, 5e-324, -5e-324, 1e308, -1e308, 1.0, -1.0};
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(random.below(4) == 0 ? special[random.below(std::size(special))] : random.normal() * 1e3);
    return values;
}

class TestRowOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyAndOne()
    {
        QVERIFY(allRows(0).empty());
        const auto key = [](std::uint32_t) { return 1.0; };
        QVERIFY(sortRows({}, key, SortDirection::Ascending)->empty());
        QCOMPARE(*sortRows({7}, key, SortDirection::Descending), RowOrder{7});
        const auto text = [](std::uint32_t) { return std::string_view("a"); };
        QVERIFY(sortRowsByText({}, text, SortDirection::Ascending)->empty());
        QCOMPARE(*sortRowsByText({7}, text, SortDirection::Ascending), RowOrder{7});
        QVERIFY(filterRows({}, [](std::uint32_t) { return true; })->empty());
    }

    void numbers()
    {
        QVERIFY(sortsLikeTheStandardLibrary(someDoubles(20000)));
        Random random(5);
        std::vector<std::int64_t> wide;
        std::vector<std::uint64_t> unsignedWide;
        std::vector<std::uint16_t> ports;
        for (int i = 0; i < 20000; ++i) {
            wide.push_back(static_cast<std::int64_t>(random()));
            unsignedWide.push_back(random());
            ports.push_back(static_cast<std::uint16_t>(random.below(50)));
        }
        wide.push_back(std::numeric_limits<std::int64_t>::min());
        wide.push_back(std::numeric_limits<std::int64_t>::max());
        unsignedWide.push_back(std::numeric_limits<std::uint64_t>::max());
        unsignedWide.push_back(0);
        QVERIFY(sortsLikeTheStandardLibrary(wide));
        QVERIFY(sortsLikeTheStandardLibrary(unsignedWide));
        QVERIFY(sortsLikeTheStandardLibrary(ports));
    }

    void unknownStandsLastInBothDirections()
    {
        const std::vector<double> values{unknown, 2, infinite, 1, -infinite, unknown};
        const auto key = [&](std::uint32_t row) { return values[row]; };
        QCOMPARE(*sortRows(allRows(6), key, SortDirection::Ascending), (RowOrder{4, 3, 1, 2, 0, 5}));
        QCOMPARE(*sortRows(allRows(6), key, SortDirection::Descending), (RowOrder{2, 1, 3, 4, 0, 5}));
    }

    void twoColumns()
    {
        const std::vector<int> first{1, 0, 1, 0, 1};
        const std::vector<int> second{5, 9, 7, 8, 6};
        const auto bySecond = *sortRows(
            allRows(5), [&](std::uint32_t row) { return second[row]; }, SortDirection::Descending);
        const auto both = *sortRows(
            bySecond, [&](std::uint32_t row) { return first[row]; }, SortDirection::Descending);
        QCOMPARE(both, (RowOrder{2, 4, 0, 1, 3}));
    }

    void texts()
    {
        using namespace std::string_literals;
        std::vector<std::string> texts{"",         "a",          "a\0"s, "a\0b"s,   "aaaaaaa",
                                       "aaaaaaaa", "aaaaaaa\0"s, "\xff", "\xc3\xa9"};
        Random random(9);
        for (int i = 0; i < 5000; ++i) {
            texts.push_back("192.168." + std::to_string(random.below(3)) + "." + std::to_string(random.below(300)));
            texts.push_back(std::string(random.below(40), 'x') + std::to_string(random.below(5)));
            std::string noise(random.below(4), '\0');
            for (char& c : noise)
                c = static_cast<char>(random.below(3));
            texts.push_back(noise);
        }
        QVERIFY(sortsTexts(texts));
        QVERIFY(sortsTexts(std::vector<std::string>(500, std::string(3000, 'y'))));
    }

    void equalViewsOfALongTextAreNotReadToTheirEnd()
    {
        const std::string text(1 << 20, 'z');
        const RowOrder order = allRows(100000);
        QCOMPARE(*sortRowsByText(
                     order, [&](std::uint32_t) { return std::string_view(text); }, SortDirection::Ascending),
                 order);
    }

    void filter()
    {
        const RowOrder order{9, 4, 7, 2, 0, 5};
        QCOMPARE(*filterRows(order, [](std::uint32_t row) { return row % 2 == 0; }), (RowOrder{4, 2, 0}));
    }

    void cancelStopsWithinABlock()
    {
        std::stop_source source;
        std::size_t calls = 0;
        const JobContext job{source.get_token(), {}};
        const auto count = [&](std::uint32_t) {
            if (++calls == 10000)
                source.request_stop();
            return 1;
        };
        const auto sorted = sortRows(allRows(1 << 20), count, SortDirection::Ascending, job);
        QVERIFY(!sorted);
        QCOMPARE(sorted.error().code, ErrorCode::Cancelled);
        QVERIFY2(calls <= 10000 + row_order::block, qPrintable(QString::number(calls)));
        calls = 0;
        const RowOrder order = allRows(10);
        const auto filtered = filterRows(
            order, [](std::uint32_t) { return true; }, job);
        QCOMPARE(filtered.error().code, ErrorCode::Cancelled);
        const auto text = sortRowsByText(
            order, [](std::uint32_t) { return std::string_view("a"); }, SortDirection::Ascending, job);
        QCOMPARE(text.error().code, ErrorCode::Cancelled);
    }

    void cancelWhileSorting()
    {
        std::stop_source source;
        std::set<std::string> steps;
        const JobContext job{source.get_token(), [&](long long, long long, std::string_view step) {
                                 steps.insert(std::string(step));
                                 if (step == "sorting")
                                     source.request_stop();
                             }};
        const auto sorted = sortRows(
            allRows(100000), [](std::uint32_t row) { return mixSeed(row); }, SortDirection::Ascending, job);
        QVERIFY(!sorted);
        QCOMPARE(sorted.error().code, ErrorCode::Cancelled);
        QCOMPARE(steps, (std::set<std::string>{"reading keys", "sorting"}));
    }
};

} // namespace

QTEST_APPLESS_MAIN(TestRowOrder)
#include "tst_row_order.moc"
