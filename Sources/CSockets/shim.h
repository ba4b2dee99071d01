// Control messages are reached by macros alone (cmsg(3)), and the error queue (ip(7), IP_RECVERR) by control messages.
#include <errno.h>
#include <time.h>
#include <linux/errqueue.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// Several modules include sys/socket.h, and which of them its enumerators belong to depends on the order in which they are
// built: files that import more than one find them here.
enum {
    NETDIAG_STREAM = SOCK_STREAM, NETDIAG_DATAGRAM = SOCK_DGRAM, NETDIAG_RAW = SOCK_RAW,
    NETDIAG_NONBLOCKING = SOCK_NONBLOCK, NETDIAG_CLOSE_ON_EXEC = SOCK_CLOEXEC, NETDIAG_NO_SIGNAL = MSG_NOSIGNAL,
};

struct netdiag_socket_error {
    int code;                         // errno
    unsigned char origin, type, icmp_code;
    unsigned int info;                // the path MTU where the packet was too big
    unsigned char sent[8];            // how the packet began that it is about, behind its IP header
    int sent_length;
    struct sockaddr_storage offender; // ss_family 0 where the kernel knows none
};

// Takes one error from the queue of a socket: 1 taken, 0 none there, -1 with errno.
static inline int netdiag_take_socket_error(int fd, struct netdiag_socket_error *out) {
    char data[256], control[512];
    struct sockaddr_storage name;
    struct iovec iov = {data, sizeof data};
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_name = &name;
    message.msg_namelen = sizeof name;
    message.msg_iov = &iov;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    ssize_t count = recvmsg(fd, &message, MSG_ERRQUEUE | MSG_DONTWAIT);
    if (count < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
    memset(out, 0, sizeof *out);
    out->sent_length = count < (ssize_t)sizeof out->sent ? (int)count : (int)sizeof out->sent;
    memcpy(out->sent, data, (size_t)out->sent_length);
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        int is_error = (part->cmsg_level == IPPROTO_IP && part->cmsg_type == 11 /* IP_RECVERR */) ||
                       (part->cmsg_level == IPPROTO_IPV6 && part->cmsg_type == 25 /* IPV6_RECVERR */);
        size_t length = part->cmsg_len - CMSG_LEN(0);
        if (!is_error || length < sizeof(struct sock_extended_err)) continue;
        struct sock_extended_err error;
        memcpy(&error, CMSG_DATA(part), sizeof error);
        out->code = (int)error.ee_errno;
        out->origin = error.ee_origin;
        out->type = error.ee_type;
        out->icmp_code = error.ee_code;
        out->info = error.ee_info;
        size_t left = length - sizeof error;
        if (left > sizeof out->offender) left = sizeof out->offender;
        if (left >= sizeof(struct sockaddr_in))
            memcpy(&out->offender, CMSG_DATA(part) + sizeof error, left);
    }
    return 1;
}

#include <linux/if_packet.h>

// An Ethernet broadcast address for ARP (RFC 826) on a link; the length is what sendto and bind take.
static inline struct sockaddr_ll netdiag_arp_broadcast(unsigned int interface) {
    struct sockaddr_ll address;
    memset(&address, 0, sizeof address);
    address.sll_family = AF_PACKET;
    address.sll_protocol = htons(0x0806);
    address.sll_ifindex = (int)interface;
    address.sll_halen = 6;
    memset(address.sll_addr, 0xff, 6);
    return address;
}
