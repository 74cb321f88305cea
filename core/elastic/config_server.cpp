// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/config_server.h"

#include "core/base/atomic_file.h"
#include "core/base/file_io.h"
#include "core/elastic/config_service.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace millrace::elastic {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace {

constexpr std::chrono::seconds clientPatience(10);
constexpr std::uint32_t mostHeaderBytes = 16 << 10;
constexpr std::uint64_t mostBodyBytes = 1 << 20;

Result<ConfigService> serviceOf(const ConfigServerOptions& options)
{
    std::error_code error;
    if (!options.state.empty() && std::filesystem::exists(options.state, error)) {
        MR_TRY(text, readFile(options.state));
        auto service = ConfigService::restored(text);
        if (!service)
            return within("reading " + options.state.string(), std::move(service).error());
        return service;
    }
    MembershipBook book(options.initial);
    book.want(options.workers, Nanoseconds(0));
    ConfigService service(std::move(book));
    if (options.document) {
        const auto answer = service.handle("PUT", "/config", clusterDocumentText(*options.document), Nanoseconds(0));
        if (answer.status != 200)
            return fail(ErrorCode::InvalidInput, answer.body);
    }
    return service;
}

} // namespace

class ConfigServer::Parts
{
public:
    Parts(std::filesystem::path state, ConfigService service, UniqueFd listener, Endpoint endpoint)
        : m_state(std::move(state)), m_service(std::move(service)), m_endpoint(std::move(endpoint)),
          m_acceptor(m_context, asio::ip::tcp::v4(), listener.release()), m_admission(m_context)
    {
        accept();
        m_thread = std::thread([this] { m_context.run(); });
    }
    ~Parts()
    {
        m_context.stop();
        m_thread.join();
    }

    [[nodiscard]] const Endpoint& endpoint() const noexcept { return m_endpoint; }
    [[nodiscard]] bool wait(Nanoseconds atMost)
    {
        std::unique_lock lock(m_mutex);
        return m_ending.wait_for(lock, atMost, [this] { return m_ended; });
    }

private:
    /// One request of one client; it keeps itself alive until its answer is sent.
    class Client : public std::enable_shared_from_this<Client>
    {
    public:
        Client(Parts& parts, asio::ip::tcp::socket socket)
            : m_parts(parts), m_stream(std::move(socket)), m_timer(m_stream.get_executor())
        {
            m_parser.header_limit(mostHeaderBytes);
            m_parser.body_limit(mostBodyBytes);
        }
        void read();
        void answer(ConfigService::Answer answer);
        /// The members are newer than those that it waits for, perhaps.
        void look();
        [[nodiscard]] bool waits() const noexcept { return m_wait.has_value(); }

    private:
        void handle();

        Parts& m_parts;
        beast::tcp_stream m_stream;
        asio::steady_timer m_timer;
        beast::flat_buffer m_buffer;
        http::request_parser<http::string_body> m_parser;
        http::response<http::string_body> m_response;
        std::optional<ConfigService::Wait> m_wait;
    };

    void accept();
    /// After a change that is saved: waiting clients get their answer.
    void changed();
    void save();
    void admitLater();

    std::filesystem::path m_state; ///< empty: none
    ConfigService m_service;
    Endpoint m_endpoint;
    asio::io_context m_context{1};
    asio::ip::tcp::acceptor m_acceptor;
    asio::steady_timer m_admission;
    std::list<std::weak_ptr<Client>> m_waiting;
    std::string m_written; ///< state in the file
    std::thread m_thread;
    std::mutex m_mutex;
    std::condition_variable m_ending;
    bool m_ended = false;
};

void ConfigServer::Parts::Client::read()
{
    m_stream.expires_after(clientPatience);
    http::async_read(m_stream, m_buffer, m_parser, [self = shared_from_this()](beast::error_code error, std::size_t) {
        if (!error)
            self->handle();
        else if (error == http::error::body_limit)
            self->answer({413, "the body is larger than 1 MiB\n"});
        else if (error == http::error::header_limit)
            self->answer({431, "the header is larger than 16 KiB\n"});
        else if (error != http::error::end_of_stream && error != beast::error::timeout)
            self->answer({400, "this is not an HTTP request\n"});
    });
}

void ConfigServer::Parts::Client::handle()
{
    const auto& request = m_parser.get();
    const std::string method(request.method_string());
    const std::string target(request.target());
    m_wait = m_parts.m_service.waitFor(method, target);
    if (!m_wait) {
        ConfigService::Answer reply = m_parts.m_service.handle(method, target, request.body(), monotonicNow());
        m_parts.save(); // an answer must not be lost with this process
        answer(std::move(reply));
        m_parts.changed();
        return;
    }
    m_stream.expires_never();
    m_parts.m_waiting.push_back(weak_from_this());
    m_timer.expires_after(m_wait->atMost);
    m_timer.async_wait([self = shared_from_this()](beast::error_code error) {
        if (!error && self->m_wait)
            self->answer({204, {}});
    });
    look();
}

void ConfigServer::Parts::Client::look()
{
    if (!m_wait || m_parts.m_service.book().current().version <= m_wait->after)
        return;
    m_timer.cancel();
    answer(m_parts.m_service.members());
}

void ConfigServer::Parts::Client::answer(ConfigService::Answer answer)
{
    m_wait.reset();
    m_response.version(11);
    m_response.result(static_cast<unsigned>(answer.status));
    m_response.set(http::field::server, "Millrace");
    m_response.set(http::field::content_type,
                   answer.body.starts_with('{') ? "application/json" : "text/plain; charset=utf-8");
    m_response.keep_alive(false);
    m_response.body() = std::move(answer.body);
    m_response.prepare_payload();
    m_stream.expires_after(clientPatience);
    http::async_write(m_stream, m_response, [self = shared_from_this()](beast::error_code, std::size_t) {
        beast::error_code ignored;
        self->m_stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    });
}

void ConfigServer::Parts::accept()
{
    m_acceptor.async_accept([this](beast::error_code error, asio::ip::tcp::socket socket) {
        if (!error)
            std::make_shared<Client>(*this, std::move(socket))->read();
        if (error == asio::error::operation_aborted)
            return;
        if (!error) {
            accept();
            return;
        }
        // No descriptor is free: those of others come back.
        m_admission.expires_after(std::chrono::milliseconds(100));
        m_admission.async_wait([this](beast::error_code) { accept(); });
    });
}

void ConfigServer::Parts::changed()
{
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto& each : waiting)
        if (const auto client = each.lock()) {
            client->look();
            if (client->waits())
                m_waiting.push_back(each);
        }
    admitLater();
    if (!m_service.ends())
        return;
    const std::lock_guard lock(m_mutex);
    m_ended = true;
    m_ending.notify_all();
}

/// A full disk does not stop a training: the state is written again at the next change.
void ConfigServer::Parts::save()
{
    if (m_state.empty())
        return;
    std::string state = m_service.state();
    if (state == m_written)
        return;
    auto file = AtomicFile::create(m_state);
    if (file && file->write(state) && file->commit())
        m_written = std::move(state);
}

void ConfigServer::Parts::admitLater()
{
    const auto next = m_service.book().nextAdmission();
    if (!next)
        return;
    m_admission.expires_after(std::max(Nanoseconds(0), *next - monotonicNow()));
    m_admission.async_wait([this](beast::error_code error) {
        if (error)
            return;
        m_service.book().advance(monotonicNow());
        save();
        changed();
    });
}

Result<std::unique_ptr<ConfigServer>> ConfigServer::start(ConfigServerOptions options)
{
    MR_TRY(service, serviceOf(options));
    MR_TRY(listener, listenTcp(options.listen, 1024));
    MR_TRY(endpoint, localEndpoint(listener.get()));
    return std::unique_ptr<ConfigServer>(new ConfigServer(std::make_unique<Parts>(
        std::move(options.state), std::move(service), std::move(listener), std::move(endpoint))));
}

ConfigServer::ConfigServer(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }

ConfigServer::~ConfigServer() = default;

Endpoint ConfigServer::endpoint() const
{
    return m_parts->endpoint();
}

bool ConfigServer::wait(Nanoseconds atMost) const
{
    return m_parts->wait(atMost);
}

} // namespace millrace::elastic
