// What Swift cannot do by itself: run code between fork and exec in namespaces of its own, hold the C structures of TUN devices,
// and pass descriptors between processes.
#ifndef NETDIAG_CNAMESPACE_H
#define NETDIAG_CNAMESPACE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The last byte of the addresses of both families in the cable's network.
enum {
    NETDIAG_CABLE_ROUTER = 1,   // the command's gateway; it and the command share a link, all others are beyond it
    NETDIAG_CABLE_COMMAND = 2,  // the command
    NETDIAG_CABLE_LINK = 4,     // sends the ICMP errors of the emulated link
    NETDIAG_CABLE_RESOLVER = 5, // the first of at most three, which stand for this machine's resolvers
    NETDIAG_CABLE_HOST = 8      // stands for this machine's loopback
};

// A destination that the command can send to, by the router.
struct netdiag_cable_route {
    int is_ipv6;
    uint8_t prefix[16]; // the first four of IPv4
    uint8_t length;     // bits
};

struct netdiag_cable_request {
    const char *const *arguments;   // NULL-terminated, the program first (found along PATH)
    const char *const *environment; // NULL-terminated
    uint8_t network4[4], network6[16]; // the networks of the cable: /28 and /64, with zeros behind them
    int has_ipv6;                      // whether there are addresses of IPv6
    const struct netdiag_cable_route *routes;
    size_t route_count;
    int mtu;                        // bytes, of both devices
    const char *resolv_conf, *hosts; // texts of the command's own files
};

struct netdiag_cable {
    pid_t supervisor;   // child of the caller; to be waited for
    int supervisor_end; // SOCK_SEQPACKET: requests for listening sockets; all ends when it is closed
    int init_end;       // SOCK_SEQPACKET: events of the command, signals to it
    int command_tun, router_tun;
};

// Starts the command behind a TUN device, and a router namespace whose kernel accepts TCP connections to any address.
//
//   caller ── supervisor (user namespace where needed, network of the router)
//              └─ init (first process of a PID namespace, network and mounts of the command)
//                  └─ command
//
// The supervisor ends when the caller does, in whatever way, and init with the supervisor; then the kernel ends all that the
// command has started and frees the networks. To be called by the thread that waits for the end, and while no other thread
// runs. Returns 0 or -errno, with the name of the step that failed in *step.
int netdiag_cable_start(const struct netdiag_cable_request *request, struct netdiag_cable *cable, const char **step);

enum netdiag_cable_event_kind {
    NETDIAG_CABLE_STARTED = 1,    // the command runs
    NETDIAG_CABLE_NOT_STARTED,    // value: the errno of execve(2)
    NETDIAG_CABLE_EXITED,         // value: the exit code
    NETDIAG_CABLE_KILLED,         // value: the signal
    NETDIAG_CABLE_GONE            // init has ended without a word
};

struct netdiag_cable_event {
    int kind, value;
};

// Takes the next event of init's socket: 1 taken, 0 none there.
int netdiag_cable_event(int init_end, struct netdiag_cable_event *event);

// Has init send a signal to the command.
void netdiag_cable_signal(int init_end, int signal_number);

// A TCP socket in the router's network that listens at the port for connections to any address: the descriptor or -errno.
int netdiag_cable_listen(int supervisor_end, int is_ipv6, uint16_t port);

#endif
