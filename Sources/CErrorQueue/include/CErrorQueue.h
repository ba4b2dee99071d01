#pragma once

// No type of sys/socket.h stands here: several modules include that, and Swift takes its types for those of the one that it meets
// first.

/// An error from the queue of a socket (ip(7), IP_RECVERR).
struct netdiag_socket_error {
    int code;                                              // errno
    unsigned char origin, type, icmp_code;
    unsigned int info;                                     // the path MTU where the packet was too big
    unsigned char sent[8];                                 // how the packet began that it is about, behind its IP header
    int sent_length;
    unsigned char offender[28] __attribute__((aligned(4))); // a sockaddr_in or sockaddr_in6; all 0 where the kernel knows none
};

/// Takes one error without waiting: 1 taken, 0 none there, -1 with errno.
int netdiag_take_socket_error(int fd, struct netdiag_socket_error *error);
