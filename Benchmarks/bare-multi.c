/* Measures the minimum cost of checks: loops in C on one thread that do only the necessary work. The output is that of check-rate.
 *
 *   bare-multi TARGET [--count N] [--concurrency N] [--ca-file FILE]
 *
 * http(s)://…              libcurl's multi interface (curl_multi_socket_action on epoll), a new connection for each
 * openssl://ADDRESS:PORT   one request at a time over TLS by OpenSSL alone, with one context for all: what any client with this
 *                          OpenSSL needs at least
 * tcp://ADDRESS:PORT       a non-blocking connect and a close
 * dns://ADDRESS:PORT/NAME  an A query by c-ares, over one channel for all
 */
#include <arpa/inet.h>
#include <ares.h>
#include <curl/curl.h>
#include <errno.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static long count = 20000, concurrency = 32, begun, done, failed;
static const char *ca_file;
static int epoll_fd;

static void die(const char *what) {
    fprintf(stderr, "bare-multi: %s\n", what);
    exit(1);
}

static void finish(int ok) {
    done++;
    if (!ok) failed++;
}

static void watch(int fd, unsigned events) {
    struct epoll_event event = {.events = events, .data.fd = fd};
    if (events == 0) {
        epoll_ctl(epoll_fd, EPOLL_CTL_DEL, fd, NULL);
    } else if (epoll_ctl(epoll_fd, EPOLL_CTL_MOD, fd, &event) != 0) {
        if (errno != ENOENT || epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) != 0) die("epoll_ctl");
    }
}

/* HTTP and HTTPS */

static long curl_timeout = -1;

static int on_socket(CURL *easy, curl_socket_t fd, int what, void *user, void *own) {
    (void)easy, (void)user, (void)own;
    unsigned events = 0;
    if (what == CURL_POLL_IN || what == CURL_POLL_INOUT) events |= EPOLLIN;
    if (what == CURL_POLL_OUT || what == CURL_POLL_INOUT) events |= EPOLLOUT;
    watch(fd, events);
    return 0;
}

static int on_timer(CURLM *multi, long milliseconds, void *user) {
    (void)multi, (void)user;
    curl_timeout = milliseconds;
    return 0;
}

static size_t on_body(char *data, size_t size, size_t items, void *user) {
    (void)data, (void)user;
    return size * items;
}

static CURL *web_handle(const char *url) {
    CURL *easy = curl_easy_init();
    if (easy == NULL) die("curl_easy_init");
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 10000L);
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    /* Each check needs a full handshake. */
    curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    if (ca_file != NULL) curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
    return easy;
}

static void web(const char *url) {
    CURLM *multi = curl_multi_init();
    if (multi == NULL) die("curl_multi_init");
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    for (; begun < count && begun < concurrency; begun++) curl_multi_add_handle(multi, web_handle(url));
    while (done < count) {
        struct epoll_event events[64];
        int running, left, ready = curl_timeout == 0 ? 0 : epoll_wait(epoll_fd, events, 64, (int)curl_timeout);
        if (ready == 0) {
            curl_timeout = -1;
            curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
        }
        for (int i = 0; i < ready; i++) {
            int came = events[i].events & (EPOLLIN | EPOLLHUP) ? CURL_CSELECT_IN : 0;
            if (events[i].events & EPOLLOUT) came |= CURL_CSELECT_OUT;
            if (events[i].events & EPOLLERR) came |= CURL_CSELECT_ERR;
            curl_multi_socket_action(multi, events[i].data.fd, came, &running);
        }
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left)) != NULL;) {
            if (message->msg != CURLMSG_DONE) continue;
            CURL *easy = message->easy_handle;
            CURLcode code = message->data.result;
            long status = 0;
            curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
            if (code != CURLE_OK && failed == 0) fprintf(stderr, "bare-multi: %s\n", curl_easy_strerror(code));
            finish(code == CURLE_OK && status >= 200 && status < 300);
            curl_multi_remove_handle(multi, easy);
            if (begun < count) {
                begun++;
                curl_multi_add_handle(multi, easy);
            } else {
                curl_easy_cleanup(easy);
            }
        }
    }
    curl_multi_cleanup(multi);
}

/* TCP */

static struct sockaddr_in peer;

static void tcp_begin(void) {
    while (begun < count) {
        begun++;
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (fd < 0) die("socket");
        int ok = connect(fd, (struct sockaddr *)&peer, sizeof peer) == 0;
        if (!ok && errno == EINPROGRESS) {
            struct epoll_event event = {.events = EPOLLOUT, .data.fd = fd};
            if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) != 0) die("epoll_ctl");
            return;
        }
        finish(ok);
        close(fd);
    }
}

static void tcp(void) {
    for (long i = 0; i < concurrency; i++) tcp_begin();
    while (done < count) {
        struct epoll_event events[64];
        int ready = epoll_wait(epoll_fd, events, 64, -1);
        for (int i = 0; i < ready; i++) {
            int error = 0;
            socklen_t length = sizeof error;
            getsockopt(events[i].data.fd, SOL_SOCKET, SO_ERROR, &error, &length);
            close(events[i].data.fd);
            finish(error == 0);
            tcp_begin();
        }
    }
}

/* OpenSSL */

static void openssl(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (context == NULL || ca_file == NULL || SSL_CTX_load_verify_file(context, ca_file) != 1) die("SSL_CTX");
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    char request[128], response[4096];
    int length = snprintf(
        request, sizeof request, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", inet_ntoa(peer.sin_addr));
    while (done < count) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0) die("socket");
        SSL *session = SSL_new(context);
        if (session == NULL) die("SSL_new");
        SSL_set_fd(session, fd);
        int received = 0, read;
        if (connect(fd, (struct sockaddr *)&peer, sizeof peer) == 0 && SSL_connect(session) == 1
            && SSL_write(session, request, length) == length)
            while ((read = SSL_read(session, response, sizeof response)) > 0) received += read;
        finish(received > 0);
        SSL_free(session);
        close(fd);
    }
    SSL_CTX_free(context);
}

/* DNS */

static ares_channel channel;
static const char *dns_name;

static void on_answer(void *user, int status, int timeouts, unsigned char *answer, int length) {
    (void)user, (void)timeouts;
    struct ares_addrttl addresses[4];
    int found = 4;
    if (status == ARES_SUCCESS) status = ares_parse_a_reply(answer, length, NULL, addresses, &found);
    finish(status == ARES_SUCCESS && found > 0);
}

static void on_dns_socket(void *user, ares_socket_t fd, int readable, int writable) {
    (void)user;
    watch(fd, (readable ? EPOLLIN : 0u) | (writable ? EPOLLOUT : 0u));
}

static void dns(const char *server) {
    struct ares_options options = {
        .flags = ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES, .timeout = 2000, .sock_state_cb = on_dns_socket};
    if (ares_library_init(ARES_LIB_INIT_ALL) != ARES_SUCCESS
        || ares_init_options(&channel, &options, ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_SOCK_STATE_CB)
               != ARES_SUCCESS
        || ares_set_servers_ports_csv(channel, server) != ARES_SUCCESS)
        die("c-ares");
    while (done < count) {
        for (; begun < count && begun - done < concurrency; begun++)
            ares_query(channel, dns_name, 1, 1, on_answer, NULL);
        struct epoll_event events[64];
        struct timeval most = {1, 0}, room, *limit = ares_timeout(channel, &most, &room);
        int ready = epoll_wait(epoll_fd, events, 64, (int)(limit->tv_sec * 1000 + limit->tv_usec / 1000 + 1));
        if (ready == 0) ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
        for (int i = 0; i < ready; i++)
            ares_process_fd(
                channel, events[i].events & ~EPOLLOUT ? events[i].data.fd : ARES_SOCKET_BAD,
                events[i].events & EPOLLOUT ? events[i].data.fd : ARES_SOCKET_BAD);
    }
    ares_destroy(channel);
}

/* Main program */

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

static double processor_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    if (argc < 2) die("no target");
    for (int i = 2; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--count") == 0) count = atol(argv[i + 1]);
        else if (strcmp(argv[i], "--concurrency") == 0) concurrency = atol(argv[i + 1]);
        else if (strcmp(argv[i], "--ca-file") == 0) ca_file = argv[i + 1];
        else die("unknown option");
    }
    if (count < 1 || concurrency < 1) die("--count and --concurrency need 1 or more");
    const char *target = argv[1];
    char address[64] = "", name[256] = "";
    unsigned port = 0;
    int parts = sscanf(target, "%*7[a-z]://%63[0-9.]:%u/%255[^?]", address, &port, name);
    epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    curl_global_init(CURL_GLOBAL_ALL);

    double wall = now(), processor = processor_seconds();
    if (strncmp(target, "http", 4) == 0) {
        web(target);
    } else if ((strncmp(target, "tcp://", 6) == 0 || strncmp(target, "openssl://", 10) == 0) && parts >= 2) {
        peer = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
        if (inet_pton(AF_INET, address, &peer.sin_addr) != 1) die("no IPv4 address");
        if (target[0] == 't') tcp();
        else openssl();
    } else if (strncmp(target, "dns://", 6) == 0 && parts == 3) {
        char server[96];
        snprintf(server, sizeof server, "%s:%u", address, port);
        dns_name = name;
        dns(server);
    } else {
        die("a target is http(s)://…, tcp://ADDRESS:PORT, openssl://ADDRESS:PORT or dns://ADDRESS:PORT/NAME");
    }
    wall = now() - wall, processor = processor_seconds() - processor;
    printf(
        "{\"checks\":%ld,\"failed\":%ld,\"wall_seconds\":%.6f,\"cpu_seconds\":%.6f,\"checks_per_cpu_second\":%.3f}\n",
        done, failed, wall, processor, (double)done / processor);
    return 0;
}
