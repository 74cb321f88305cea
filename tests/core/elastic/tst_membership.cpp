// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/membership.h"

#include <QtTest>
#include <random>
#include <set>

using namespace millrace;
using namespace millrace::elastic;
using namespace std::chrono_literals;

namespace {

Member worker(int host, std::uint64_t incarnation)
{
    return {{"10.0.0." + std::to_string(host), 10000}, incarnation};
}

std::vector<std::uint64_t> incarnations(const MembershipBook& book)
{
    std::vector<std::uint64_t> all;
    for (const Member& member : book.current().members)
        all.push_back(member.incarnation);
    return all;
}

using List = std::vector<std::uint64_t>;

} // namespace

class TestMembership : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itBeginsWithEnoughWorkers()
    {
        MembershipBook book(2);
        book.ready(worker(1, 11), 0ns);
        QCOMPARE(book.current().version, 0u);
        book.ready(worker(2, 22), 0ns);
        QCOMPARE(book.current().version, 1u);
        QVERIFY(incarnations(book) == (List{11, 22}));
        book.ready(worker(3, 33), 0ns);
        QCOMPARE(book.current().version, 2u);
        book.ready(worker(3, 33), 0ns); // once more
        QCOMPARE(book.current().version, 2u);
    }

    /// Not a process that is not there, and never a newcomer as rank 0.
    void growthTakesThoseThatAreReady()
    {
        MembershipBook book(1);
        book.want(1, 0ns);
        book.ready(worker(1, 11), 0ns);
        book.want(3, 0ns);
        QVERIFY(incarnations(book) == (List{11}));
        book.ready(worker(2, 22), 0ns);
        QVERIFY(incarnations(book) == (List{11, 22}));
        book.ready(worker(3, 33), 0ns);
        book.ready(worker(4, 44), 0ns);
        QVERIFY(incarnations(book) == (List{11, 22, 33}));
        book.suspect(book.current().version, 22, 11, 0ns);
        QVERIFY(incarnations(book) == (List{22, 33, 44}));
        book.want(1, 0ns);
        QVERIFY(incarnations(book) == (List{22}));
    }

    void onlyNamedWorkers()
    {
        MembershipBook book(1);
        for (int host = 1; host <= 3; ++host)
            book.ready(worker(host, static_cast<std::uint64_t>(host)), 0ns);
        book.wantOnly({{"10.0.0.3", 10000}, {"10.0.0.1", 10000}, {"10.0.0.9", 10000}}, 0ns);
        QVERIFY(incarnations(book) == (List{1, 3}));
    }

    void theFirstReportIsRight()
    {
        MembershipBook book(3);
        for (int host = 1; host <= 3; ++host)
            book.ready(worker(host, static_cast<std::uint64_t>(host)), 0ns);
        book.suspect(1, 1, 2, 0ns);
        QVERIFY(incarnations(book) == (List{1, 3}));
        book.suspect(1, 2, 1, 0ns); // for an old version
        book.suspect(2, 2, 1, 0ns); // by an expelled worker
        book.suspect(2, 3, 3, 0ns); // of oneself
        QVERIFY(incarnations(book) == (List{1, 3}));
    }

    void anotherLifeIsANewcomer()
    {
        MembershipBook book(2);
        book.ready(worker(1, 11), 0ns);
        book.ready(worker(2, 22), 0ns);
        book.ready(worker(1, 12), 0ns);
        QVERIFY(incarnations(book) == (List{22, 12}));
    }

    void pausesGrow()
    {
        MembershipBook book(1);
        book.ready(worker(1, 1), 0ns);
        Nanoseconds now = 0ns;
        for (const auto pause : {0s, 0s, 1s, 2s, 4s, 8s, 16s, 32s, 60s, 60s}) {
            book.ready(worker(2, 2), now);
            QCOMPARE(book.current().has(2), pause == 0s);
            if (pause != 0s) {
                QCOMPARE(book.nextAdmission()->count(), (now + pause).count());
                book.advance(now + pause - 1ns);
                QVERIFY(!book.current().has(2));
                book.advance(now + pause);
            }
            QVERIFY(book.current().has(2));
            QVERIFY(!book.nextAdmission());
            now += pause + 1s;
            book.suspect(book.current().version, 1, 2, now);
        }
    }

    void afterTheEnd()
    {
        MembershipBook book(1);
        book.ready(worker(1, 1), 0ns);
        book.want(0, 0ns);
        QVERIFY(book.current().stopped && book.current().members.empty());
        book.ready(worker(2, 2), 0ns);
        book.want(3, 0ns);
        QCOMPARE(book.current().version, 2u);
    }

    void textComesBack()
    {
        const Membership membership{7, {worker(1, 0xffffffffffffffffu), worker(2, 0)}, false};
        QVERIFY(*parseMembership(membershipText(membership)) == membership);
        for (const char* bad :
             {"", "{}", "[]", R"({"version":1,"stopped":false,"members":[{}]})",
              R"({"version":-1,"stopped":false,"members":[]})",
              R"({"version":1,"stopped":false,"members":[{"address":"x","port":1,"incarnation":"0000000000000001"}]})"})
            QCOMPARE(parseMembership(bad).error().code, ErrorCode::Protocol);
    }

    /// Ten thousand random histories: what must hold after every event, and that a restarted server goes on alike.
    void randomHistories()
    {
        std::mt19937 random(20261126);
        const auto below = [&random](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
        for (int history = 0; history < 10'000; ++history) {
            MembershipBook book(1 + below(3));
            std::set<std::uint64_t> alive; // ready, by the model
            std::map<int, std::uint64_t> lives; // by host
            std::uint64_t next = 1;
            Nanoseconds now = 0ns;
            for (int event = 0; event < 12; ++event) {
                const Membership before = book.current();
                now += std::chrono::milliseconds(below(3000));
                const int kind = below(8);
                const int host = 1 + below(5);
                if (kind < 3) {
                    alive.erase(lives[host]);
                    lives[host] = next++;
                    alive.insert(lives[host]);
                    book.ready(worker(host, lives[host]), now);
                } else if (kind == 3) {
                    alive.erase(lives[host]);
                    book.leave(lives[host], now);
                } else if (kind == 4 && before.members.size() > 1) {
                    const auto& culprit =
                        before.members[static_cast<std::size_t>(below(static_cast<int>(before.members.size())))];
                    const auto& reporter = before.members.front().incarnation == culprit.incarnation
                        ? before.members.back()
                        : before.members.front();
                    alive.erase(culprit.incarnation);
                    book.suspect(before.version, reporter.incarnation, culprit.incarnation, now);
                } else if (kind == 5) {
                    book.want(1 + below(5), now);
                } else if (kind == 6) {
                    book.wantOnly({{"10.0.0." + std::to_string(host), 10000}, {"10.0.0.2", 10000}}, now);
                } else {
                    book.advance(now);
                }
                const Membership after = book.current();
                QCOMPARE(after.version, before.version + (after.members == before.members ? 0 : 1));
                std::set<std::uint64_t> seen;
                for (const Member& member : after.members) {
                    QVERIFY(alive.contains(member.incarnation));
                    QVERIFY(seen.insert(member.incarnation).second);
                }
                // Those that stay come first, in their order.
                std::vector<Member> staying;
                for (const Member& member : before.members)
                    if (seen.contains(member.incarnation))
                        staying.push_back(member);
                QVERIFY(std::equal(staying.begin(), staying.end(), after.members.begin()));
            }
            const auto copy = MembershipBook::restored(book.state());
            QVERIFY(copy && copy->current() == book.current() && copy->state() == book.state());
        }
    }
};

QTEST_APPLESS_MAIN(TestMembership)
#include "tst_membership.moc"
