// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exposition/metrics_page.h"

#include "core/base/socket.h"
#include "core/exposition/metrics_text.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <thread>

namespace millrace::exposition {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace {

constexpr std::chrono::seconds patience(10);
constexpr std::uint32_t mostHeaderBytes = 16 << 10;

using Response = http::response<http::string_body>;

Response answerTo(const http::request<http::empty_body>& request, const MetricsPage::Source& source)
{
    Response response;
    response.version(11);
    response.set(http::field::server, "Millrace");
    response.keep_alive(false);
    const std::string_view target(request.target().data(), request.target().size());
    const bool known = target.substr(0, target.find('?')) == "/metrics" || target == "/";
    const bool reads = request.method() == http::verb::get || request.method() == http::verb::head;
    response.result(!reads ? http::status::method_not_allowed : known ? http::status::ok : http::status::not_found);
    response.set(http::field::content_type,
                 reads && known ? boost::string_view(metricsContentType.data(), metricsContentType.size())
                                : boost::string_view("text/plain; charset=utf-8"));
    if (reads && known)
        response.body() = source();
    else
        response.body() = reads ? "the metrics are at /metrics\n" : "the metrics can only be read: GET /metrics\n";
    response.prepare_payload();
    if (request.method() == http::verb::head)
        response.body().clear();
    return response;
}

/// One request; it keeps itself alive until its answer is sent.
class Visit : public std::enable_shared_from_this<Visit>
{
public:
    Visit(asio::ip::tcp::socket socket, const MetricsPage::Source& source)
        : m_stream(std::move(socket)), m_source(source)
    {
        m_parser.header_limit(mostHeaderBytes);
    }
    void read()
    {
        m_stream.expires_after(patience);
        http::async_read_header(m_stream, m_buffer, m_parser,
                                [self = shared_from_this()](beast::error_code error, std::size_t) {
                                    if (!error)
                                        self->answer();
                                });
    }

private:
    void answer()
    {
        m_response = answerTo(m_parser.get(), m_source);
        m_stream.expires_after(patience);
        http::async_write(m_stream, m_response, [self = shared_from_this()](beast::error_code, std::size_t) {
            beast::error_code ignored;
            self->m_stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
        });
    }

    beast::tcp_stream m_stream;
    const MetricsPage::Source& m_source;
    beast::flat_buffer m_buffer;
    http::request_parser<http::empty_body> m_parser;
    Response m_response;
};

} // namespace

class MetricsPage::Parts
{
public:
    Parts(UniqueFd listener, std::uint16_t port, Source source)
        : m_port(port), m_source(std::move(source)), m_acceptor(m_context, asio::ip::tcp::v4(), listener.release()),
          m_later(m_context)
    {
        accept();
        m_thread = std::thread([this] { m_context.run(); });
    }
    ~Parts()
    {
        m_context.stop();
        m_thread.join();
    }

    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }

private:
    void accept()
    {
        m_acceptor.async_accept([this](beast::error_code error, asio::ip::tcp::socket socket) {
            if (error == asio::error::operation_aborted)
                return;
            if (!error) {
                std::make_shared<Visit>(std::move(socket), m_source)->read();
                accept();
                return;
            }
            // No descriptor is free: those of others come back.
            m_later.expires_after(std::chrono::milliseconds(100));
            m_later.async_wait([this](beast::error_code) { accept(); });
        });
    }

    std::uint16_t m_port;
    Source m_source;
    asio::io_context m_context{1};
    asio::ip::tcp::acceptor m_acceptor;
    asio::steady_timer m_later;
    std::thread m_thread;
};

Result<std::unique_ptr<MetricsPage>> MetricsPage::start(std::uint16_t port, Source source)
{
    auto listener = listenTcp({"127.0.0.1", port});
    if (!listener)
        return within("serving metrics", std::move(listener).error());
    MR_TRY(endpoint, localEndpoint(listener->get()));
    return std::unique_ptr<MetricsPage>(
        new MetricsPage(std::make_unique<Parts>(*std::move(listener), endpoint.port, std::move(source))));
}

MetricsPage::MetricsPage(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }

MetricsPage::~MetricsPage() = default;

std::uint16_t MetricsPage::port() const
{
    return m_parts->port();
}

} // namespace millrace::exposition
