// Sockets for the event loop of the cable. Addresses are bytes, since the Swift module that sockaddr belongs to depends on the
// other imports.
#ifndef NETDIAG_CNAMESPACE_SOCKETS_H
#define NETDIAG_CNAMESPACE_SOCKETS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum netdiag_flow_kind { NETDIAG_FLOW_TCP, NETDIAG_FLOW_UDP, NETDIAG_FLOW_ECHO };

struct netdiag_endpoint {
    int is_ipv6;
    uint8_t address[16]; // IPv4: the first four bytes
    uint16_t port;
};

// Opens a non-blocking socket that is connected or connecting. Returns the descriptor or -errno. An echo flow uses a ping
// socket (icmp(7)), or a raw socket if ping sockets are not permitted, which sets *is_raw.
int netdiag_flow_open(enum netdiag_flow_kind kind, const struct netdiag_endpoint *remote, int *is_raw);

// Sets the hop limit of packets that the socket sends.
void netdiag_flow_set_hop_limit(int fd, int is_ipv6, int hops);

// Returns the result of a connection attempt: 0 or an errno.
int netdiag_flow_error(int fd);

// Non-blocking send(2) and recv(2) without SIGPIPE. They return a count, or -errno.
ssize_t netdiag_flow_send(int fd, const void *bytes, size_t count);
ssize_t netdiag_flow_receive(int fd, void *bytes, size_t count);

// Closes the connection with RST instead of FIN.
void netdiag_flow_abort(int fd);

struct netdiag_flow_failure {
    int code;                              // errno
    int from_icmp;                         // whether the next three lines are set
    uint8_t type, icmp_code, is_ipv6;
    uint8_t offender[16];
    uint8_t sequence[2];                   // of the echo request that caused the error
};

// Reads one error from the error queue of the socket. Returns 1, or 0 if there is none.
int netdiag_flow_take_error(int fd, struct netdiag_flow_failure *failure);

// Accepts a connection without blocking. Returns the descriptor or -errno; *peer is the client, *meant its destination address.
int netdiag_flow_accept(int listener, struct netdiag_endpoint *peer, struct netdiag_endpoint *meant);

// Whether this machine has a route to the address. Sends nothing.
int netdiag_has_route(const struct netdiag_endpoint *remote);

struct netdiag_poll_event {
    int fd;
    int readable, writable, failed;
};

// Opens a level-triggered epoll(7) instance. Returns the descriptor or -errno.
int netdiag_poller_open(void);
// Sets the events of a descriptor to wait for; with neither, only errors.
int netdiag_poller_set(int poller, int fd, int readable, int writable);
void netdiag_poller_remove(int poller, int fd);
// Waits for at most this number of nanoseconds; -1 means indefinitely. Returns the number of events; 0 also if interrupted by a
// signal.
int netdiag_poller_wait(int poller, struct netdiag_poll_event *events, int capacity, long long nanoseconds);

// Returns CLOCK_MONOTONIC in nanoseconds.
long long netdiag_monotonic_nanoseconds(void);

// Blocks those of SIGINT, SIGTERM, SIGHUP and SIGQUIT that are not ignored. Returns a descriptor to read them from, or -errno.
int netdiag_signals_open(void);
// Returns the number of the next signal, or 0. *from_terminal states whether the terminal also sent it to the command.
int netdiag_signals_take(int fd, int *from_terminal);

// Raises the limit of file descriptors to the hard limit, and disables timer slack (PR_SET_TIMERSLACK).
void netdiag_prepare_loop(void);

#endif
