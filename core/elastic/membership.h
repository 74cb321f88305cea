// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/socket.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::elastic {

/// One life of a worker: a process that starts again at the same endpoint is another incarnation.
struct Member
{
    Endpoint endpoint;
    std::uint64_t incarnation = 0;

    bool operator==(const Member&) const = default;
};

/// Who trains together; the rank of a member is its position.
struct Membership
{
    std::uint64_t version = 0; ///< 0: nobody has begun
    std::vector<Member> members;
    bool stopped = false; ///< the training is over; there are no members

    [[nodiscard]] bool has(std::uint64_t incarnation) const noexcept;
    bool operator==(const Membership&) const = default;
};

/// {"version":3,"stopped":false,"members":[{"address":"10.0.0.1","port":10000,"incarnation":"5f…"}, …]}, the
/// incarnation as 16 hexadecimal digits.
[[nodiscard]] std::string membershipText(const Membership& membership);
/// Protocol for anything else.
[[nodiscard]] Result<Membership> parseMembership(std::string_view json);
[[nodiscard]] std::string incarnationText(std::uint64_t incarnation);
[[nodiscard]] Result<std::uint64_t> parseIncarnation(std::string_view text);

/// The authority on who trains: members are the workers that are ready and wanted. Those that stay keep their order and
/// newcomers follow, so rank 0 is an old member as long as one is left, and a change never waits for a process that is
/// not there. Every change of the members is a new version, by one. All times are on one clock that the caller reads.
class MembershipBook
{
public:
    /// The first version waits for so many ready workers.
    explicit MembershipBook(int initial = 1) : m_initial(initial) { }

    [[nodiscard]] const Membership& current() const noexcept { return m_current; }

    /// The worker has started, allocated and listens. Another incarnation at its endpoint is dead. A worker that was
    /// expelled is admitted again after a pause: none the first time, then 1, 2, 4, … 60 s.
    void ready(const Member& worker, Nanoseconds now);
    /// The worker ends, or does not want to take part.
    void leave(std::uint64_t incarnation, Nanoseconds now);
    /// A ready worker reports a member as failed: it is expelled. Ignored for another version than the current one and
    /// for a reporter that is not ready: whoever reported first was right. (Those that wait report a member only if its
    /// machine refuses the connection.)
    void suspect(std::uint64_t version, std::uint64_t reporter, std::uint64_t culprit, Nanoseconds now);
    /// So many of the ready workers, the first ones; 0: stop(). Without a value all.
    void want(std::optional<int> workers, Nanoseconds now);
    /// Only workers at these endpoints.
    void wantOnly(std::vector<Endpoint> endpoints, Nanoseconds now);
    /// Nobody trains any more, for ever.
    void stop();
    /// Lets in whose pause is over.
    void advance(Nanoseconds now);
    /// When advance() has something to do.
    [[nodiscard]] std::optional<Nanoseconds> nextAdmission() const noexcept;

    /// All of it but the pauses, as JSON, so that a server that starts again goes on where it was.
    [[nodiscard]] std::string state() const;
    [[nodiscard]] static Result<MembershipBook> restored(std::string_view state);

private:
    struct Ready
    {
        Member worker;
        Nanoseconds admitted{0};
    };
    void update(Nanoseconds now);

    int m_initial;
    Membership m_current;
    std::vector<Ready> m_ready; ///< in the order in which they became so
    std::optional<int> m_wanted;
    std::optional<std::vector<Endpoint>> m_only;
    std::map<Endpoint, Nanoseconds> m_pauses; ///< of those that were expelled: the next one
};

} // namespace millrace::elastic
