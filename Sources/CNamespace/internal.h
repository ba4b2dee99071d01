#ifndef NETDIAG_CNAMESPACE_INTERNAL_H
#define NETDIAG_CNAMESPACE_INTERNAL_H

#include "CNamespace.h"

enum netdiag_side { SIDE_COMMAND, SIDE_ROUTER };

// Makes a TUN device in the network of the calling process, with addresses and routes: the descriptor or -errno. Calls nothing
// that is not safe between fork and exec of a process with threads.
int netdiag_tun_open(const struct netdiag_cable_request *request, enum netdiag_side side, const char **step);

// Gives the calling process, which has a mount namespace of its own, its own resolv.conf and hosts, and covers the sockets of
// this machine's services that would answer for it. 0 or -errno.
int netdiag_cover_files(const struct netdiag_cable_request *request, const char **step);

// Sends bytes and, unless it is -1, a descriptor: 0 or -errno.
int netdiag_send_with_fd(int socket, const void *bytes, size_t count, int fd);
// Receives bytes and a descriptor (-1: none came): their count, 0 at the end, or -errno.
ssize_t netdiag_receive_with_fd(int socket, void *bytes, size_t count, int *fd, int flags);

#endif
