// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/mailbox.h"

#include "core/base/socket.h"

#include <QTest>

#include <future>
#include <numeric>

using namespace millrace;
using namespace millrace::collective;

namespace {

struct Office
{
    explicit Office(int ranks, Nanoseconds patience = std::chrono::seconds(20))
    {
        std::vector<UniqueFd> listeners;
        std::vector<Endpoint> endpoints;
        for (int rank = 0; rank < ranks; ++rank) {
            listeners.push_back(*listenTcp({"127.0.0.1", 0}));
            endpoints.push_back(*localEndpoint(listeners.back().get()));
        }
        for (int rank = 0; rank < ranks; ++rank)
            boxes.push_back(*Mailbox::start(std::move(listeners[static_cast<std::size_t>(rank)]), PeerList(endpoints),
                                            rank, patience));
    }
    std::vector<std::unique_ptr<Mailbox>> boxes;
};

std::future<Result<void>> sent(Mailbox& box, int to, std::uint32_t tag, std::span<const char> data)
{
    auto promise = std::make_shared<std::promise<Result<void>>>();
    box.send(to, tag, data, [promise](Result<void> result) { promise->set_value(std::move(result)); });
    return promise->get_future();
}

std::future<Result<int>> received(Mailbox& box, int from, std::uint32_t tag, std::span<char> into)
{
    auto promise = std::make_shared<std::promise<Result<int>>>();
    box.receive(from, tag, into, [promise](Result<int> result) { promise->set_value(std::move(result)); });
    return promise->get_future();
}

std::vector<char> pattern(std::size_t bytes, int seed)
{
    std::vector<char> data(bytes);
    for (std::size_t i = 0; i < bytes; ++i)
        data[i] = static_cast<char>(i * 31 + static_cast<std::size_t>(seed));
    return data;
}

} // namespace

class TestMailbox : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void messagesArriveWhole_data()
    {
        QTest::addColumn<int>("bytes");
        QTest::addColumn<bool>("awaited");
        for (const int bytes : {0, 1, 15, 16, 17, 100'000, 10'000'000})
            for (const bool awaited : {true, false})
                QTest::addRow("%d bytes, %s", bytes, awaited ? "awaited" : "kept") << bytes << awaited;
    }
    void messagesArriveWhole()
    {
        QFETCH(int, bytes);
        QFETCH(bool, awaited);
        Office office(2);
        const std::vector<char> data = pattern(static_cast<std::size_t>(bytes), 3);
        std::vector<char> found(data.size());
        std::future<Result<int>> arrival;
        if (awaited)
            arrival = received(*office.boxes[1], 0, 7, found);
        auto departure = sent(*office.boxes[0], 1, 7, data);
        if (!awaited) {
            QVERIFY(departure.get()); // all is kept: nobody waits for it
            arrival = received(*office.boxes[1], 0, 7, found);
        }
        const auto result = arrival.get();
        QVERIFY(result);
        QCOMPARE(*result, 0);
        QVERIFY(found == data);
        if (awaited)
            QVERIFY(departure.get());
    }

    void tagsAreMatchedInAnyOrder()
    {
        Office office(2);
        std::vector<std::vector<char>> data, found;
        std::vector<std::future<Result<void>>> departures;
        std::vector<std::future<Result<int>>> arrivals;
        for (int tag = 0; tag < 20; ++tag) {
            data.push_back(pattern(1000 + static_cast<std::size_t>(tag), tag));
            found.emplace_back(data.back().size());
        }
        for (std::size_t tag = 0; tag < 20; ++tag)
            departures.push_back(sent(*office.boxes[0], 1, static_cast<std::uint32_t>(tag), data[tag]));
        for (std::size_t tag = 20; tag-- > 0;)
            arrivals.push_back(received(*office.boxes[1], 0, static_cast<std::uint32_t>(tag), found[tag]));
        for (auto& arrival : arrivals)
            QVERIFY(arrival.get());
        for (auto& departure : departures)
            QVERIFY(departure.get());
        QVERIFY(found == data);
    }

    void messagesOfOneTagKeepTheirOrder()
    {
        Office office(2);
        std::vector<int> values(1000);
        std::iota(values.begin(), values.end(), 0);
        std::vector<int> found(values.size());
        std::vector<std::future<Result<void>>> departures;
        for (const int& value : values)
            departures.push_back(sent(*office.boxes[0], 1, 0, {reinterpret_cast<const char*>(&value), sizeof value}));
        for (int& value : found)
            QVERIFY(received(*office.boxes[1], 0, 0, {reinterpret_cast<char*>(&value), sizeof value}).get());
        QVERIFY(found == values);
        for (auto& departure : departures)
            QVERIFY(departure.get());
    }

    void bothDirectionsAtOnce()
    {
        Office office(2);
        const std::vector<char> one = pattern(30'000'000, 1), other = pattern(30'000'000, 2);
        std::vector<char> atOne(other.size()), atOther(one.size());
        auto first = received(*office.boxes[0], 1, 0, atOne);
        auto second = received(*office.boxes[1], 0, 0, atOther);
        auto departure = sent(*office.boxes[0], 1, 0, one);
        auto back = sent(*office.boxes[1], 0, 0, other);
        QVERIFY(first.get() && second.get() && departure.get() && back.get());
        QVERIFY(atOne == other && atOther == one);
    }

    void anySourceNamesTheSender()
    {
        Office office(4);
        const std::vector<char> data(8, 'x');
        std::vector<char> found(8);
        auto arrival = received(*office.boxes[0], -1, 5, found);
        QVERIFY(sent(*office.boxes[3], 0, 5, data).get());
        QCOMPARE(*arrival.get(), 3);
    }

    void anotherSizeIsAnError()
    {
        Office office(2);
        const std::vector<char> data(8, 'x');
        std::vector<char> small(4), right(8);
        auto arrival = received(*office.boxes[1], 0, 1, small);
        QVERIFY(sent(*office.boxes[0], 1, 1, data).get());
        const auto result = arrival.get();
        QVERIFY(!result);
        QVERIFY(result.error().what.find("sent a message of 8 bytes with tag 1, expected 4 bytes")
                != std::string::npos);
        auto next = received(*office.boxes[1], 0, 2, right);
        QVERIFY(sent(*office.boxes[0], 1, 2, data).get());
        QVERIFY(next.get()); // the stream is intact
    }

    void nobodyWaitsForEver()
    {
        Office office(2, std::chrono::milliseconds(300));
        std::vector<char> found(8);
        const auto result = received(*office.boxes[0], 1, 0, found).get();
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Timeout);
        QVERIFY(result.error().what.find("rank 1") != std::string::npos);
    }

    void theEndOfTheOtherSideIsNoticed()
    {
        Office office(2);
        const std::vector<char> data(8, 'x');
        std::vector<char> found(8), more(8);
        auto first = received(*office.boxes[0], 1, 0, found);
        QVERIFY(sent(*office.boxes[1], 0, 0, data).get());
        QVERIFY(first.get());
        auto second = received(*office.boxes[0], 1, 0, more);
        office.boxes[1].reset();
        const auto result = second.get();
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::PeerFailed);
    }

    void publishedDataArePulled()
    {
        Office office(3);
        std::vector<char> early(100), late(100), own(100);
        const auto pulled = [&](int by, int from, std::span<char> into) {
            auto promise = std::make_shared<std::promise<Result<int>>>();
            office.boxes[static_cast<std::size_t>(by)]->pull(
                from, into, [promise](Result<int> result) { promise->set_value(std::move(result)); });
            return promise->get_future();
        };
        auto waiting = pulled(1, 0, early); // before there is anything
        office.boxes[0]->publish(std::make_shared<const std::vector<char>>(pattern(100, 1)));
        QCOMPARE(*waiting.get(), 0);
        QVERIFY(early == pattern(100, 1));
        office.boxes[0]->publish(std::make_shared<const std::vector<char>>(pattern(100, 2)));
        QVERIFY(pulled(2, 0, late).get() && pulled(0, 0, own).get());
        QVERIFY(late == pattern(100, 2) && own == late);
    }

    /// Every pull gets one published version, never parts of two.
    void pullsNeverMixVersions()
    {
        Office office(2);
        constexpr std::size_t bytes = 300'000;
        office.boxes[0]->publish(std::make_shared<const std::vector<char>>(bytes, char(0)));
        std::jthread publisher([&](const std::stop_token& stop) {
            for (int version = 1; !stop.stop_requested(); ++version) {
                office.boxes[0]->publish(std::make_shared<const std::vector<char>>(bytes, static_cast<char>(version)));
                std::this_thread::sleep_for(std::chrono::microseconds(50));
            }
        });
        for (int round = 0; round < 100; ++round) {
            std::vector<char> found(bytes);
            std::promise<Result<int>> promise;
            office.boxes[1]->pull(0, found, [&](Result<int> result) { promise.set_value(std::move(result)); });
            QVERIFY(promise.get_future().get());
            QVERIFY(std::all_of(found.begin(), found.end(), [&](char value) { return value == found.front(); }));
        }
    }

    void aKnownFailureEndsAll()
    {
        Office office(3);
        std::vector<char> found(8);
        auto arrival = received(*office.boxes[0], -1, 0, found);
        office.boxes[0]->fail(fail(ErrorCode::PeerFailed, "rank 2 has died"));
        QCOMPARE(arrival.get().error().what, std::string("rank 2 has died"));
        QCOMPARE(sent(*office.boxes[0], 1, 0, found).get().error().what, std::string("rank 2 has died"));
    }
};

QTEST_APPLESS_MAIN(TestMailbox)
#include "tst_mailbox.moc"
