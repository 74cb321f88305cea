// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/elastic/cluster_document.h"
#include "core/elastic/membership.h"

#include <optional>
#include <string>
#include <string_view>

namespace millrace::elastic {

/// What a configuration server answers to one request: the two dialects of KungFu's servers over a stored cluster
/// document, and Millrace's over a membership. No sockets and no clock.
///
///   GET /get, /put, /reset, /clear, /addworker, /removeworker   KungFu's example server
///   GET, PUT, POST, DELETE /config                              KungFu's server
///   GET /members                                                the members; see waitFor()
///   POST /ready, /leave {"address","port","incarnation"}, /suspect {"version","reporter","culprit"}
///   POST /resize {"workers"} or {"workers","version"}           409 if another version is current
///   /stop                                                       ends the server
///
/// As KungFu: 404 "No Config Found." without a document, 403 for writes after it was cleared, 405 for another method.
/// Unlike KungFu, which answers 200 to a document that it cannot use, that is 400 with the reason. A stored document
/// also says which workers of Millrace may take part.
class ConfigService
{
public:
    struct Answer
    {
        int status = 200;
        std::string body = {};

        bool operator==(const Answer&) const = default;
    };
    /// A request for the members that is to be held until there is a version above `after`.
    struct Wait
    {
        std::uint64_t after = 0;
        Nanoseconds atMost{0};
    };
    static constexpr Nanoseconds longestWait = std::chrono::seconds(60);

    explicit ConfigService(MembershipBook book) : m_book(std::move(book)) { }

    [[nodiscard]] Answer handle(std::string_view method, std::string_view target, std::string_view body,
                                Nanoseconds now);
    /// Nothing for a request that has its answer now.
    [[nodiscard]] std::optional<Wait> waitFor(std::string_view method, std::string_view target) const;
    [[nodiscard]] Answer members() const;

    [[nodiscard]] MembershipBook& book() noexcept { return m_book; }
    [[nodiscard]] const MembershipBook& book() const noexcept { return m_book; }
    /// Whether somebody asked for the end of the server.
    [[nodiscard]] bool ends() const noexcept { return m_ends; }

    /// With the book's, as JSON.
    [[nodiscard]] std::string state() const;
    [[nodiscard]] static Result<ConfigService> restored(std::string_view state);

private:
    [[nodiscard]] Answer stored() const;
    [[nodiscard]] Answer store(Result<ClusterDocument> document, Nanoseconds now);
    [[nodiscard]] Answer clear();
    [[nodiscard]] Answer example(std::string_view path, std::string_view method, std::string_view body,
                                 Nanoseconds now);
    [[nodiscard]] Answer config(std::string_view method, std::string_view body, Nanoseconds now);
    [[nodiscard]] Answer ours(std::string_view path, std::string_view body, Nanoseconds now);

    MembershipBook m_book;
    std::optional<ClusterDocument> m_document;
    bool m_cleared = false;
    bool m_ends = false;
};

} // namespace millrace::elastic
