#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/if_tun.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct message {
    struct nlmsghdr head;
    union {
        struct ifaddrmsg address;
        struct rtmsg route;
        struct ifinfomsg link;
    } body;
    char attributes[128];
};

static void attribute(struct message *message, unsigned short type, const void *bytes, size_t count) {
    struct rtattr *next = (struct rtattr *)((char *)message + NLMSG_ALIGN(message->head.nlmsg_len));
    next->rta_type = type;
    next->rta_len = (unsigned short)RTA_LENGTH(count);
    memcpy(RTA_DATA(next), bytes, count);
    message->head.nlmsg_len = NLMSG_ALIGN(message->head.nlmsg_len) + RTA_ALIGN(next->rta_len);
}

// Asks the kernel for a change and waits for its answer: 0 or -errno.
static int change(int socket, struct message *message, unsigned short flags) {
    message->head.nlmsg_flags = flags;
    if (send(socket, message, message->head.nlmsg_len, 0) < 0) return -errno;
    struct {
        struct nlmsghdr head;
        struct nlmsgerr error;
        char rest[512];
    } answer;
    ssize_t count = recv(socket, &answer, sizeof answer, 0);
    if (count < 0) return -errno;
    if ((size_t)count < sizeof answer.head + sizeof answer.error || answer.head.nlmsg_type != NLMSG_ERROR) return -EBADMSG;
    return answer.error.error;
}

static size_t length(unsigned char family) { return family == AF_INET ? 4 : 16; }

static int add_address(int socket, int index, unsigned char family, const uint8_t *address, unsigned char prefix) {
    struct message message;
    memset(&message, 0, sizeof message);
    message.head.nlmsg_type = RTM_NEWADDR;
    message.head.nlmsg_len = NLMSG_LENGTH(sizeof(struct ifaddrmsg));
    message.body.address = (struct ifaddrmsg){
        .ifa_family = family, .ifa_prefixlen = prefix, .ifa_flags = IFA_F_PERMANENT | IFA_F_NODAD,
        .ifa_index = (unsigned)index};
    attribute(&message, IFA_LOCAL, address, length(family));
    attribute(&message, IFA_ADDRESS, address, length(family));
    return change(socket, &message, NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE);
}

static int add_route(
    int socket, int index, unsigned char family, unsigned char type, unsigned char table, const uint8_t *to,
    unsigned char prefix, const uint8_t *gateway) {
    struct message message;
    memset(&message, 0, sizeof message);
    message.head.nlmsg_type = RTM_NEWROUTE;
    message.head.nlmsg_len = NLMSG_LENGTH(sizeof(struct rtmsg));
    message.body.route = (struct rtmsg){
        .rtm_family = family, .rtm_dst_len = prefix, .rtm_table = table, .rtm_protocol = RTPROT_STATIC,
        .rtm_scope = type == RTN_LOCAL ? RT_SCOPE_HOST : gateway ? RT_SCOPE_UNIVERSE : RT_SCOPE_LINK, .rtm_type = type};
    if (prefix > 0) attribute(&message, RTA_DST, to, length(family));
    if (gateway) attribute(&message, RTA_GATEWAY, gateway, length(family));
    attribute(&message, RTA_OIF, &index, sizeof index);
    return change(socket, &message, NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE);
}

// A burst of a whole window must find room: what is lost here would be a fault that nobody has asked for. The ioctl is not for
// user namespaces.
static int set_queue(int socket, int index, unsigned packets) {
    struct message message;
    memset(&message, 0, sizeof message);
    message.head.nlmsg_type = RTM_NEWLINK;
    message.head.nlmsg_len = NLMSG_LENGTH(sizeof(struct ifinfomsg));
    message.body.link = (struct ifinfomsg){.ifi_family = AF_UNSPEC, .ifi_index = index};
    attribute(&message, IFLA_TXQLEN, &packets, sizeof packets);
    return change(socket, &message, NLM_F_REQUEST | NLM_F_ACK);
}

static int set_up(int netlink, int socket, const char *name, int mtu, int *index) {
    struct ifreq interface;
    memset(&interface, 0, sizeof interface);
    strcpy(interface.ifr_name, name);
    if (ioctl(socket, SIOCGIFINDEX, &interface) != 0) return -errno;
    *index = interface.ifr_ifindex;
    if (mtu > 0) {
        interface.ifr_mtu = mtu;
        if (ioctl(socket, SIOCSIFMTU, &interface) != 0) return -errno;
        int error = set_queue(netlink, *index, 4096);
        if (error != 0) return error;
    }
    if (ioctl(socket, SIOCGIFFLAGS, &interface) != 0) return -errno;
    interface.ifr_flags |= IFF_UP;
    return ioctl(socket, SIOCSIFFLAGS, &interface) == 0 ? 0 : -errno;
}

static int configure(
    const struct netdiag_cable_request *request, enum netdiag_side side, int netlink, int device, int loopback,
    unsigned char family) {
    int is_ipv6 = family == AF_INET6, error;
    size_t last = length(family) - 1;
    unsigned char whole = is_ipv6 ? 128 : 32;
    uint8_t router[16], command[16], link[16];
    for (uint8_t *each = router;; each = each == router ? command : link) {
        memcpy(each, is_ipv6 ? request->network6 : request->network4, length(family));
        if (each == link) break;
    }
    router[last] |= NETDIAG_CABLE_ROUTER;
    command[last] |= NETDIAG_CABLE_COMMAND;
    link[last] |= NETDIAG_CABLE_LINK;
    if (side == SIDE_COMMAND) {
        error = add_address(netlink, device, family, command, is_ipv6 ? 126 : 30);
        // The rest of the cable's network is beyond the router.
        const uint8_t *network = is_ipv6 ? request->network6 : request->network4;
        if (error == 0)
            error = add_route(netlink, device, family, RTN_UNICAST, RT_TABLE_MAIN, network, is_ipv6 ? 64 : 28, router);
        for (size_t i = 0; i < request->route_count && error == 0; i++) {
            const struct netdiag_cable_route *route = &request->routes[i];
            if ((route->is_ipv6 != 0) != is_ipv6) continue;
            error = add_route(
                netlink, device, family, RTN_UNICAST, RT_TABLE_MAIN, route->prefix, route->length, router);
            // Destinations that the kernel rejects are left out.
            if (error == -EINVAL || error == -EEXIST) error = 0;
        }
        return error;
    }
    // All addresses except those two beyond the device are local to the router. The table that is consulted first has all
    // routes.
    error = add_address(netlink, device, family, router, whole);
    if (error == 0) error = add_route(netlink, device, family, RTN_UNICAST, RT_TABLE_LOCAL, command, whole, NULL);
    if (error == 0) error = add_route(netlink, device, family, RTN_UNICAST, RT_TABLE_LOCAL, link, whole, NULL);
    if (error == 0) error = add_route(netlink, loopback, family, RTN_LOCAL, RT_TABLE_LOCAL, NULL, 0, NULL);
    return error;
}

int netdiag_tun_open(const struct netdiag_cable_request *request, enum netdiag_side side, const char **step) {
    const char *name = side == SIDE_COMMAND ? "netdiag0" : "cable0";
    *step = "open /dev/net/tun";
    int tun = open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (tun < 0) return -errno;
    struct ifreq interface;
    memset(&interface, 0, sizeof interface);
    strcpy(interface.ifr_name, name);
    interface.ifr_flags = IFF_TUN | IFF_NO_PI;
    *step = "make a TUN device";
    if (ioctl(tun, TUNSETIFF, &interface) != 0) return -errno;
    *step = "open a netlink socket";
    int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (any < 0 || netlink < 0) return -errno;
    int loopback = 0, device = 0;
    *step = "set the loopback device up";
    int error = set_up(netlink, any, "lo", 0, &loopback);
    if (error == 0) {
        *step = "set the TUN device up";
        error = set_up(netlink, any, name, request->mtu, &device);
    }
    if (error == 0) {
        *step = "set IPv4 addresses and routes";
        error = configure(request, side, netlink, device, loopback, AF_INET);
    }
    if (error == 0 && request->has_ipv6) {
        *step = "set IPv6 addresses and routes";
        error = configure(request, side, netlink, device, loopback, AF_INET6);
    }
    close(netlink);
    close(any);
    return error == 0 ? tun : error;
}
