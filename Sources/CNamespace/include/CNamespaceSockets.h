// Sockets for the cable's loop, with addresses as bytes: in Swift, which module a sockaddr belongs to differs with what else
// is imported.
#ifndef NETDIAG_CNAMESPACE_SOCKETS_H
#define NETDIAG_CNAMESPACE_SOCKETS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum netdiag_flow_kind { NETDIAG_FLOW_TCP, NETDIAG_FLOW_UDP, NETDIAG_FLOW_ECHO };

struct netdiag_endpoint {
    int is_ipv6;
    uint8_t address[16]; // the first four of IPv4
    uint16_t port;
};

// A non-blocking socket that is connected, or on the way to be: the descriptor or -errno. An echo flow is a ping socket
// (icmp(7)), or a raw one where those are not allowed; *is_raw says which.
int netdiag_flow_open(enum netdiag_flow_kind kind, const struct netdiag_endpoint *remote, int *is_raw);

// The hop limit of what the socket sends from now on.
void netdiag_flow_set_hop_limit(int fd, int is_ipv6, int hops);

// How a connection attempt has ended: 0 or an errno.
int netdiag_flow_error(int fd);

// send(2) and recv(2), without blocking and without SIGPIPE: a count, or -errno.
ssize_t netdiag_flow_send(int fd, const void *bytes, size_t count);
ssize_t netdiag_flow_receive(int fd, void *bytes, size_t count);

// Closes with a reset instead of a FIN.
void netdiag_flow_abort(int fd);

struct netdiag_flow_failure {
    int code;                              // errno
    int from_icmp;                         // whether the next four are set
    uint8_t type, icmp_code, is_ipv6;
    uint8_t offender[16];
    uint8_t sequence[2];                   // of an echo request that the error is about
};

// Takes one error from the socket's queue: 1 taken, 0 none there.
int netdiag_flow_take_error(int fd, struct netdiag_flow_failure *failure);

// Accepts a connection, without blocking: the descriptor or -errno; the client in *peer, the address it meant in *meant.
int netdiag_flow_accept(int listener, struct netdiag_endpoint *peer, struct netdiag_endpoint *meant);

// Whether this machine has a route to the address; nothing is sent.
int netdiag_has_route(const struct netdiag_endpoint *remote);

struct netdiag_poll_event {
    int fd;
    int readable, writable, failed;
};

// epoll(7), level-triggered: the descriptor or -errno.
int netdiag_poller_open(void);
// Sets what is waited for at a descriptor; with neither, errors alone.
int netdiag_poller_set(int poller, int fd, int readable, int writable);
void netdiag_poller_remove(int poller, int fd);
// Waits at most so many nanoseconds, -1: for ever. Returns how many events there are; 0 as well where a signal came.
int netdiag_poller_wait(int poller, struct netdiag_poll_event *events, int capacity, long long nanoseconds);

// CLOCK_MONOTONIC in nanoseconds.
long long netdiag_monotonic_nanoseconds(void);

// Blocks SIGINT, SIGTERM, SIGHUP and SIGQUIT, those that are not ignored, and returns a descriptor that they are read from,
// or -errno.
int netdiag_signals_open(void);
// The next signal: its number, 0 where there is none; *from_terminal says whether the terminal sent it to the command as well.
int netdiag_signals_take(int fd, int *from_terminal);

// Lets the process have as many descriptors as its hard limit allows, and wake up on time (PR_SET_TIMERSLACK).
void netdiag_prepare_loop(void);

#endif
