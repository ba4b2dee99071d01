#define _GNU_SOURCE
#include "CNamespaceSockets.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/errqueue.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static socklen_t to_sockaddr(const struct netdiag_endpoint *endpoint, struct sockaddr_storage *out) {
    memset(out, 0, sizeof *out);
    if (endpoint->is_ipv6) {
        struct sockaddr_in6 *address = (struct sockaddr_in6 *)out;
        address->sin6_family = AF_INET6;
        address->sin6_port = htons(endpoint->port);
        memcpy(&address->sin6_addr, endpoint->address, 16);
        return sizeof *address;
    }
    struct sockaddr_in *address = (struct sockaddr_in *)out;
    address->sin_family = AF_INET;
    address->sin_port = htons(endpoint->port);
    memcpy(&address->sin_addr, endpoint->address, 4);
    return sizeof *address;
}

static void from_sockaddr(const struct sockaddr_storage *in, struct netdiag_endpoint *endpoint) {
    memset(endpoint, 0, sizeof *endpoint);
    endpoint->is_ipv6 = in->ss_family == AF_INET6;
    if (endpoint->is_ipv6) {
        const struct sockaddr_in6 *address = (const struct sockaddr_in6 *)in;
        memcpy(endpoint->address, &address->sin6_addr, 16);
        endpoint->port = ntohs(address->sin6_port);
    } else {
        const struct sockaddr_in *address = (const struct sockaddr_in *)in;
        memcpy(endpoint->address, &address->sin_addr, 4);
        endpoint->port = ntohs(address->sin_port);
    }
}

int netdiag_flow_open(enum netdiag_flow_kind kind, const struct netdiag_endpoint *remote, int *is_raw) {
    int family = remote->is_ipv6 ? AF_INET6 : AF_INET, flags = SOCK_NONBLOCK | SOCK_CLOEXEC, yes = 1, fd;
    *is_raw = 0;
    if (kind == NETDIAG_FLOW_ECHO) {
        int protocol = remote->is_ipv6 ? IPPROTO_ICMPV6 : IPPROTO_ICMP;
        fd = socket(family, SOCK_DGRAM | flags, protocol);
        if (fd < 0 && (errno == EACCES || errno == EPERM)) {
            fd = socket(family, SOCK_RAW | flags, protocol);
            *is_raw = 1;
        }
    } else {
        fd = socket(family, (kind == NETDIAG_FLOW_TCP ? SOCK_STREAM : SOCK_DGRAM) | flags, 0);
    }
    if (fd < 0) return -errno;
    if (kind == NETDIAG_FLOW_TCP) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    else setsockopt(fd, remote->is_ipv6 ? IPPROTO_IPV6 : IPPROTO_IP, remote->is_ipv6 ? IPV6_RECVERR : IP_RECVERR, &yes, sizeof yes);
    struct sockaddr_storage address;
    socklen_t length = to_sockaddr(remote, &address);
    if (connect(fd, (struct sockaddr *)&address, length) != 0 && errno != EINPROGRESS) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

void netdiag_flow_set_hop_limit(int fd, int is_ipv6, int hops) {
    setsockopt(fd, is_ipv6 ? IPPROTO_IPV6 : IPPROTO_IP, is_ipv6 ? IPV6_UNICAST_HOPS : IP_TTL, &hops, sizeof hops);
}

int netdiag_flow_error(int fd) {
    int error = 0;
    socklen_t length = sizeof error;
    return getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno;
}

ssize_t netdiag_flow_send(int fd, const void *bytes, size_t count) {
    ssize_t sent;
    do sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

ssize_t netdiag_flow_receive(int fd, void *bytes, size_t count) {
    ssize_t got;
    do got = recv(fd, bytes, count, MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    return got < 0 ? -errno : got;
}

void netdiag_flow_abort(int fd) {
    struct linger at_once = {1, 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(fd);
}

int netdiag_flow_take_error(int fd, struct netdiag_flow_failure *failure) {
    char data[256];
    union {
        char bytes[512];
        struct cmsghdr align;
    } control;
    struct iovec part = {data, sizeof data};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    memset(failure, 0, sizeof *failure);
    ssize_t got = recvmsg(fd, &message, MSG_ERRQUEUE | MSG_DONTWAIT);
    if (got < 0) return 0;
    if (got >= 8) memcpy(failure->sequence, data + 6, 2);
    for (struct cmsghdr *next = CMSG_FIRSTHDR(&message); next; next = CMSG_NXTHDR(&message, next)) {
        int is_error = (next->cmsg_level == IPPROTO_IP && next->cmsg_type == IP_RECVERR) ||
                       (next->cmsg_level == IPPROTO_IPV6 && next->cmsg_type == IPV6_RECVERR);
        struct sock_extended_err error;
        if (!is_error || next->cmsg_len < CMSG_LEN(sizeof error)) continue;
        memcpy(&error, CMSG_DATA(next), sizeof error);
        failure->code = (int)error.ee_errno;
        failure->type = error.ee_type;
        failure->icmp_code = error.ee_code;
        size_t left = next->cmsg_len - CMSG_LEN(sizeof error);
        if (error.ee_origin != SO_EE_ORIGIN_ICMP && error.ee_origin != SO_EE_ORIGIN_ICMP6) continue;
        failure->from_icmp = 1;
        failure->is_ipv6 = error.ee_origin == SO_EE_ORIGIN_ICMP6;
        struct sockaddr_storage offender;
        memset(&offender, 0, sizeof offender);
        memcpy(&offender, CMSG_DATA(next) + sizeof error, left < sizeof offender ? left : sizeof offender);
        struct netdiag_endpoint place;
        from_sockaddr(&offender, &place);
        memcpy(failure->offender, place.address, 16);
    }
    return 1;
}

int netdiag_flow_accept(int listener, struct netdiag_endpoint *peer, struct netdiag_endpoint *meant) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    memset(&address, 0, sizeof address);
    int fd = accept4(listener, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC), yes = 1;
    if (fd < 0) return -errno;
    from_sockaddr(&address, peer);
    length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    from_sockaddr(&address, meant);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return fd;
}

int netdiag_has_route(const struct netdiag_endpoint *remote) {
    struct sockaddr_storage address;
    socklen_t length = to_sockaddr(remote, &address);
    int fd = socket(remote->is_ipv6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return 0;
    int works = connect(fd, (struct sockaddr *)&address, length) == 0;
    close(fd);
    return works;
}

int netdiag_poller_open(void) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int netdiag_poller_set(int poller, int fd, int readable, int writable) {
    struct epoll_event event = {.events = (readable ? EPOLLIN : 0) | (writable ? EPOLLOUT : 0), .data.fd = fd};
    if (epoll_ctl(poller, EPOLL_CTL_MOD, fd, &event) == 0) return 0;
    return epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event) == 0 ? 0 : -errno;
}

void netdiag_poller_remove(int poller, int fd) { epoll_ctl(poller, EPOLL_CTL_DEL, fd, NULL); }

int netdiag_poller_wait(int poller, struct netdiag_poll_event *events, int capacity, long long nanoseconds) {
    struct epoll_event ready[64];
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    if (capacity > 64) capacity = 64;
    long count = syscall(SYS_epoll_pwait2, poller, ready, capacity, nanoseconds < 0 ? NULL : &limit, NULL, 0);
    if (count < 0 && errno == ENOSYS)
        count = epoll_wait(poller, ready, capacity, nanoseconds < 0 ? -1 : (int)((nanoseconds + 999999) / 1000000));
    if (count < 0) return 0;
    for (long i = 0; i < count; i++) {
        events[i].fd = ready[i].data.fd;
        events[i].readable = (ready[i].events & EPOLLIN) != 0;
        events[i].writable = (ready[i].events & EPOLLOUT) != 0;
        events[i].failed = (ready[i].events & (EPOLLERR | EPOLLHUP)) != 0;
    }
    return (int)count;
}

long long netdiag_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int netdiag_signals_open(void) {
    static const int wanted[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct sigaction now;
        if (sigaction(wanted[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) sigaddset(&set, wanted[i]);
    }
    if (sigprocmask(SIG_BLOCK, &set, NULL) != 0) return -errno;
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int netdiag_signals_take(int fd, int *from_terminal) {
    struct signalfd_siginfo info;
    if (read(fd, &info, sizeof info) != sizeof info) return 0;
    *from_terminal = info.ssi_code == SI_KERNEL;
    return (int)info.ssi_signo;
}

void netdiag_prepare_loop(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    prctl(PR_SET_TIMERSLACK, 1UL);
}
