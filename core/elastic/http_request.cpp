// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/http_request.h"

#include <arpa/inet.h>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

namespace millrace::elastic {

namespace http = boost::beast::http;

namespace {

constexpr std::uint64_t mostAnswerBytes = 16 << 20;

Result<void> await(int fd, short events, Deadline deadline, const WakeUp& interrupt)
{
    for (;;) {
        std::array<pollfd, 2> ready{{{fd, events, 0}, {interrupt.fd(), POLLIN, 0}}};
        const int count = ::poll(ready.data(), ready.size(), pollTimeout(deadline));
        if (count < 0 && errno != EINTR)
            return failErrno("waiting for the configuration server");
        if (count > 0 && ready[1].revents != 0)
            return fail(ErrorCode::Cancelled, "stopped while waiting for the configuration server");
        if (count > 0)
            return {};
        if (timeLeft(deadline) == Nanoseconds(0))
            return fail(ErrorCode::Timeout, "the configuration server did not answer in time");
    }
}

Result<UniqueFd> connect(const Endpoint& server, Deadline deadline, const WakeUp& interrupt)
{
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd)
        return failErrno("making a socket");
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server.port);
    ::inet_pton(AF_INET, server.address.c_str(), &address.sin_addr);
    int code = ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ? 0 : errno;
    if (code == EINPROGRESS) {
        MR_CHECK(await(fd.get(), POLLOUT, deadline, interrupt));
        socklen_t length = sizeof code;
        ::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &code, &length);
    }
    if (code != 0)
        return fail(ErrorCode::Unreachable, failErrno("connecting", code).what);
    return fd;
}

} // namespace

Result<HttpAnswer> httpRequest(const Endpoint& server, const char* method, const std::string& target,
                               const std::string& body, Deadline deadline, const WakeUp& interrupt)
{
    MR_TRY(fd, connect(server, deadline, interrupt));
    const std::string request =
        fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: Millrace\r\nConnection: close\r\nContent-Length: {}\r\n"
                    "\r\n{}",
                    method, target, endpointText(server), body.size(), body);
    for (std::size_t sent = 0; sent < request.size();) {
        const ssize_t count = ::send(fd.get(), request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
        if (count > 0)
            sent += static_cast<std::size_t>(count);
        else if (errno == EAGAIN)
            MR_CHECK(await(fd.get(), POLLOUT, deadline, interrupt));
        else if (errno != EINTR)
            return fail(ErrorCode::Unreachable, failErrno("sending a request").what);
    }
    http::response_parser<http::string_body> parser;
    parser.body_limit(mostAnswerBytes);
    parser.eager(true);
    boost::beast::error_code error;
    std::array<char, 16384> chunk;
    std::string pending;
    while (!parser.is_done()) {
        const ssize_t count = ::recv(fd.get(), chunk.data(), chunk.size(), 0);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
            MR_CHECK(await(fd.get(), POLLIN, deadline, interrupt));
            continue;
        }
        if (count < 0)
            return fail(ErrorCode::Unreachable, failErrno("receiving an answer").what);
        if (count == 0) {
            if (parser.got_some()) // else put_eof takes the empty answer for a whole one
                parser.put_eof(error);
            if (error || !parser.is_done())
                return fail(ErrorCode::Unreachable, "the configuration server closed the connection");
            break;
        }
        pending.append(chunk.data(), static_cast<std::size_t>(count));
        while (!pending.empty() && !parser.is_done()) {
            const std::size_t used = parser.put(boost::asio::buffer(pending), error);
            pending.erase(0, used);
            if (error == http::error::need_more)
                break;
            if (error)
                return fail(ErrorCode::Protocol,
                            fmt::format("{} does not answer as a configuration server: {}", endpointText(server),
                                        error.message()));
        }
    }
    return HttpAnswer{static_cast<int>(parser.get().result_int()), parser.get().body()};
}

} // namespace millrace::elastic
