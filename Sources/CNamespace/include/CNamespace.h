// Functions that cannot be written in Swift: running code between fork and exec in new namespaces, setting up TUN devices, and
// passing file descriptors between processes.
#ifndef NETDIAG_CNAMESPACE_H
#define NETDIAG_CNAMESPACE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The last byte of the IPv4 and IPv6 addresses in the network of the cable.
enum {
    NETDIAG_CABLE_ROUTER = 1,   // the command's gateway, on its link; all other addresses are beyond it
    NETDIAG_CABLE_COMMAND = 2,  // the command
    NETDIAG_CABLE_LINK = 4,     // sends the ICMP errors of the emulated link
    NETDIAG_CABLE_RESOLVER = 5, // the first of at most three that represent this machine's resolvers
    NETDIAG_CABLE_HOST = 8      // represents this machine's loopback
};

// A destination that the command can reach through the router.
struct netdiag_cable_route {
    int is_ipv6;
    uint8_t prefix[16]; // IPv4: the first four bytes
    uint8_t length;     // bits
};

struct netdiag_cable_request {
    const char *const *arguments;   // NULL-terminated, the program first (found along PATH)
    const char *const *environment; // NULL-terminated
    uint8_t network4[4], network6[16]; // the networks of the cable, /28 and /64; host bits are zero
    int has_ipv6;                      // whether IPv6 addresses are assigned
    const struct netdiag_cable_route *routes;
    size_t route_count;
    int mtu;                        // bytes, of both devices
    const char *resolv_conf, *hosts; // contents of the command's own files
};

struct netdiag_cable {
    pid_t supervisor;   // child process, for which the caller must wait
    int supervisor_end; // SOCK_SEQPACKET: requests for listening sockets; closing it ends all processes
    int init_end;       // SOCK_SEQPACKET: events of the command, signals to it
    int command_tun, router_tun;
};

// Starts the command behind a TUN device, and a router namespace whose kernel accepts TCP connections to any address.
//
//   caller ── supervisor (user namespace where needed, network of the router)
//              └─ init (first process of a PID namespace, network and mounts of the command)
//                  └─ command
//
// The supervisor ends with the caller, however it ends, and init ends with the supervisor. The kernel then kills all processes
// of the command and frees the networks. Call it on the thread that waits for the end, while no other thread is running.
// Returns 0 or -errno, with the name of the failed step in *step.
int netdiag_cable_start(const struct netdiag_cable_request *request, struct netdiag_cable *cable, const char **step);

enum netdiag_cable_event_kind {
    NETDIAG_CABLE_STARTED = 1,    // the command runs
    NETDIAG_CABLE_NOT_STARTED,    // value: the errno of execve(2)
    NETDIAG_CABLE_EXITED,         // value: the exit code
    NETDIAG_CABLE_KILLED,         // value: the signal
    NETDIAG_CABLE_GONE            // init ended without an event
};

struct netdiag_cable_event {
    int kind, value;
};

// Receives the next event from init. Returns 1, or 0 if there is none.
int netdiag_cable_event(int init_end, struct netdiag_cable_event *event);

// Makes init send a signal to the command.
void netdiag_cable_signal(int init_end, int signal_number);

// Opens a TCP socket in the router's network that listens on the port at all addresses. Returns the descriptor or -errno.
int netdiag_cable_listen(int supervisor_end, int is_ipv6, uint16_t port);

#endif
