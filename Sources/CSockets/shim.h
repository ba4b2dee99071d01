// Control messages are only accessible with macros (cmsg(3)).
#include <time.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// Several modules include sys/socket.h, and the module that its enumerators belong to depends on the build order. Files that
// import more than one of them use these constants.
enum {
    NETDIAG_STREAM = SOCK_STREAM, NETDIAG_DATAGRAM = SOCK_DGRAM, NETDIAG_RAW = SOCK_RAW,
    NETDIAG_NONBLOCKING = SOCK_NONBLOCK, NETDIAG_CLOSE_ON_EXEC = SOCK_CLOEXEC, NETDIAG_NO_SIGNAL = MSG_NOSIGNAL,
    NETDIAG_END_SENDING = SHUT_WR, NETDIAG_END_BOTH = SHUT_RDWR,
};

// Accepts a connection; the declaration of accept4(2) depends on macros of the compilation.
static inline int netdiag_accept(int listener) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// The process that connected a local socket (unix(7), SO_PEERCRED); 0 if it is not known.
static inline int netdiag_peer_process(int fd) {
    int credentials[3] = {0}; // struct ucred: process, user, group
    socklen_t length = sizeof credentials;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, credentials, &length) == 0 ? credentials[0] : 0;
}

// Enables timestamps of received messages (socket(7)).
static inline int netdiag_note_arrivals(int fd) {
    int yes = 1;
    return setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &yes, sizeof yes);
}

// Receives a message and its control messages without blocking.
static inline ssize_t netdiag_receive_message(int fd, struct iovec *iov, void *control, size_t control_size,
                                              struct msghdr *message) {
    memset(message, 0, sizeof *message);
    message->msg_iov = iov;
    message->msg_iovlen = 1;
    message->msg_control = control;
    message->msg_controllen = control_size;
    return recvmsg(fd, message, MSG_DONTWAIT);
}

// Receives a message, and how many nanoseconds ago it came; 0 where the kernel does not say.
static inline ssize_t netdiag_receive(int fd, void *buffer, size_t size, long long *age) {
    char control[128];
    struct iovec iov = {buffer, size};
    struct msghdr message;
    *age = 0;
    ssize_t count = netdiag_receive_message(fd, &iov, control, sizeof control, &message);
    if (count < 0) return count;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        struct timespec then, now;
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SO_TIMESTAMPNS ||
            part->cmsg_len < CMSG_LEN(sizeof then) || clock_gettime(CLOCK_REALTIME, &now) != 0)
            continue;
        memcpy(&then, CMSG_DATA(part), sizeof then);
        *age = (now.tv_sec - then.tv_sec) * 1000000000LL + now.tv_nsec - then.tv_nsec;
    }
    return count;
}

#include <linux/filter.h>
// Enables reporting of the hop limit of received datagrams (IP_RECVTTL, IPV6_RECVHOPLIMIT).
static inline int netdiag_note_hops(int fd, int is_ipv6) {
    int yes = 1;
    return is_ipv6 ? setsockopt(fd, IPPROTO_IPV6, IPV6_RECVHOPLIMIT, &yes, sizeof yes)
                   : setsockopt(fd, IPPROTO_IP, IP_RECVTTL, &yes, sizeof yes);
}

// Receives a message and its hop limit, which is -1 if the kernel does not report it.
static inline ssize_t netdiag_receive_hops(int fd, void *buffer, size_t size, int *hops) {
    char control[128];
    struct iovec iov = {buffer, size};
    struct msghdr message;
    *hops = -1;
    ssize_t count = netdiag_receive_message(fd, &iov, control, sizeof control, &message);
    if (count < 0) return count;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        int is_hops = (part->cmsg_level == IPPROTO_IP && part->cmsg_type == IP_TTL) ||
                      (part->cmsg_level == IPPROTO_IPV6 && part->cmsg_type == IPV6_HOPLIMIT);
        if (is_hops && part->cmsg_len >= CMSG_LEN(sizeof *hops)) memcpy(hops, CMSG_DATA(part), sizeof *hops);
    }
    return count;
}

#include <linux/if_packet.h>

// Returns the Ethernet broadcast address for ARP (RFC 826) on a link, for sendto(2) and bind(2).
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

// Attaches a filter to a packet socket, and then binds it, after which it receives packets: frames of one EtherType, or with
// ETH_P_ALL also those that are sent; on one interface, or with 0 on all (packet(7)). Returns 0, or -1 with errno.
static inline int netdiag_attach(
    int fd, struct sock_filter *code, unsigned short count, unsigned short protocol, unsigned int interface) {
    struct sock_fprog program = {count, code};
    if (setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) != 0) return -1;
    struct sockaddr_ll address;
    memset(&address, 0, sizeof address);
    address.sll_family = AF_PACKET;
    address.sll_protocol = htons(protocol);
    address.sll_ifindex = (int)interface;
    return bind(fd, (const struct sockaddr *)&address, sizeof address);
}

// Restricts a packet socket to packets from one source address, on any interface (packet(7)). The filter is attached before
// bind(2), after which packets are received. An early socket gets them before hooks of traffic control and of the packet filter
// for incoming packets of an interface (netdev), and once more for each interface on top of it. Returns 0, or -1 with errno.
static inline int netdiag_watch_source(int fd, int family, const unsigned char *source, int is_early) {
    struct sock_filter code[12];
    unsigned short count = 0, words = family == AF_INET ? 1 : 4, first = family == AF_INET ? 12 : 8;
    unsigned short protocol = family == AF_INET ? 0x0800 : 0x86dd;
    if (is_early) {
        struct sock_filter load = BPF_STMT(BPF_LD | BPF_H | BPF_ABS, (unsigned int)(SKF_AD_OFF + SKF_AD_PROTOCOL));
        struct sock_filter compare = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, protocol, 0, (unsigned char)(2 * words + 1));
        code[count++] = load;
        code[count++] = compare;
    }
    for (unsigned short word = 0; word < words; word++) {
        const unsigned char *part = source + 4 * word;
        unsigned int value = (unsigned int)part[0] << 24 | part[1] << 16 | part[2] << 8 | part[3];
        struct sock_filter load = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned int)(first + 4 * word));
        // If unequal, jumps over the remaining comparisons and the acceptance to the rejection.
        struct sock_filter compare =
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, (unsigned char)(2 * (words - word - 1) + 1));
        code[count++] = load;
        code[count++] = compare;
    }
    struct sock_filter accept = BPF_STMT(BPF_RET | BPF_K, 2048), refuse = BPF_STMT(BPF_RET | BPF_K, 0);
    code[count++] = accept;
    code[count++] = refuse;
    int yes = 1;
    // Without it, the state of checksums stays unknown.
    setsockopt(fd, SOL_PACKET, PACKET_AUXDATA, &yes, sizeof yes);
    return netdiag_attach(fd, code, count, is_early ? 0x0003 : protocol, 0); // ETH_P_ALL
}

// Restricts a packet socket to ICMP over IPv4, on any interface (packet(7)). Returns 0, or -1 with errno.
static inline int netdiag_watch_icmp(int fd) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 9), // the protocol (RFC 791 section 3.1)
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, IPPROTO_ICMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 2048),
        BPF_STMT(BPF_RET | BPF_K, 0),
    };
    return netdiag_attach(fd, code, sizeof code / sizeof code[0], 0x0800, 0);
}

// Restricts a packet socket to frames that arrive on one interface from a hardware address of six bytes (packet(7)). Those that
// this machine sends are left out, and those that are addressed to it: namespaces of this machine may share its hardware address
// (ipvlan). Returns 0, or -1 with errno.
static inline int netdiag_watch_hardware(int fd, unsigned int interface, const unsigned char *hardware) {
    unsigned int first = (unsigned int)hardware[0] << 24 | hardware[1] << 16 | hardware[2] << 8 | hardware[3];
    unsigned int last = (unsigned int)hardware[4] << 8 | hardware[5];
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned int)(SKF_LL_OFF + 6)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, first, 0, 6),
        BPF_STMT(BPF_LD | BPF_H | BPF_ABS, (unsigned int)(SKF_LL_OFF + 10)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, last, 0, 4),
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, (unsigned int)(SKF_AD_OFF + SKF_AD_PKTTYPE)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PACKET_HOST, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, PACKET_OUTGOING, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, 256),
        BPF_STMT(BPF_RET | BPF_K, 0),
    };
    return netdiag_attach(fd, code, sizeof code / sizeof code[0], 0x0003, interface); // ETH_P_ALL
}

// Restricts a packet socket to IPv4 packets without options that this machine sends on any interface, of one protocol, and with a
// value of four bytes at an offset from the beginning of their IP header (packet(7)). Returns 0, or -1 with errno.
static inline int netdiag_watch_sent(int fd, unsigned char protocol, unsigned int offset, unsigned int value) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, (unsigned int)(SKF_AD_OFF + SKF_AD_PKTTYPE)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PACKET_OUTGOING, 0, 7),
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x45, 0, 5),
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 9),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, protocol, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 256),
        BPF_STMT(BPF_RET | BPF_K, 0),
    };
    return netdiag_attach(fd, code, sizeof code / sizeof code[0], 0x0003, 0); // ETH_P_ALL
}

// Receives a packet without its link-layer header, and the index of the interface that sent it.
static inline ssize_t netdiag_receive_sent(int fd, void *buffer, size_t size, unsigned int *interface) {
    struct sockaddr_ll place;
    socklen_t length = sizeof place;
    memset(&place, 0, sizeof place);
    ssize_t count = recvfrom(fd, buffer, size, MSG_DONTWAIT, (struct sockaddr *)&place, &length);
    *interface = (unsigned int)place.sll_ifindex;
    return count;
}

// Receives a packet without its link-layer header, and the EtherType of its frame.
static inline ssize_t netdiag_receive_frame(int fd, void *buffer, size_t size, unsigned short *protocol) {
    struct sockaddr_ll sender;
    socklen_t length = sizeof sender;
    memset(&sender, 0, sizeof sender);
    ssize_t count = recvfrom(fd, buffer, size, MSG_DONTWAIT, (struct sockaddr *)&sender, &length);
    *protocol = ntohs(sender.sll_protocol);
    return count;
}

// Receives a packet without its link-layer header, the index of its interface, and whether its checksum is known to be right.
static inline ssize_t netdiag_receive_packet(
    int fd, void *buffer, size_t size, unsigned int *interface, unsigned int *is_checked) {
    struct sockaddr_ll sender;
    memset(&sender, 0, sizeof sender);
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(struct tpacket_auxdata))];
    } control;
    struct iovec piece = {buffer, size};
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_name = &sender;
    message.msg_namelen = sizeof sender;
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    ssize_t count = recvmsg(fd, &message, MSG_DONTWAIT);
    // Switches flood frames for unknown hosts, which are not addressed to this machine. It forwards others for its guests.
    int is_of_others = sender.sll_pkttype == PACKET_OTHERHOST || sender.sll_pkttype == PACKET_OUTGOING;
    *interface = is_of_others ? 0 : (unsigned int)sender.sll_ifindex;
    *is_checked = 0;
    for (struct cmsghdr *part = count < 0 ? NULL : CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_PACKET || part->cmsg_type != PACKET_AUXDATA) continue;
        struct tpacket_auxdata data;
        memcpy(&data, CMSG_DATA(part), sizeof data);
        // The checksum was verified by the hardware, or left out between interfaces of one machine.
        *is_checked = (data.tp_status & (TP_STATUS_CSUM_VALID | TP_STATUS_CSUMNOTREADY)) != 0;
    }
    return count;
}

// Joins a group on an interface (RFC 3678 section 5.1). Groups that other sockets of this machine have joined are not received.
static inline int netdiag_join_group(
    int fd, int level, unsigned int interface, const struct sockaddr *group, socklen_t length) {
    struct group_req request;
    int no = 0;
    memset(&request, 0, sizeof request);
    request.gr_interface = interface;
    if (length > sizeof request.gr_group) return -1;
    memcpy(&request.gr_group, group, length);
    // IP_MULTICAST_ALL and IPV6_MULTICAST_ALL of linux/in.h and linux/in6.h.
    setsockopt(fd, level, level == IPPROTO_IP ? 49 : 29, &no, sizeof no);
    return setsockopt(fd, level, MCAST_JOIN_GROUP, &request, sizeof request);
}

// Sets the outgoing interface of packets to a group, and their hop limit, which multicast DNS requires to be 255 (RFC 6762
// section 11).
static inline int netdiag_multicast_by(int fd, int level, unsigned int interface) {
    int hops = 255, index = (int)interface, yes = 1;
    struct ip_mreqn request;
    memset(&request, 0, sizeof request);
    request.imr_ifindex = index;
    if (level == IPPROTO_IP) {
        setsockopt(fd, level, IP_TTL, &hops, sizeof hops);
        setsockopt(fd, level, IP_MULTICAST_TTL, &hops, sizeof hops);
        setsockopt(fd, level, IP_MULTICAST_LOOP, &yes, sizeof yes);
        return setsockopt(fd, level, IP_MULTICAST_IF, &request, sizeof request);
    }
    setsockopt(fd, level, IPV6_UNICAST_HOPS, &hops, sizeof hops);
    setsockopt(fd, level, IPV6_MULTICAST_HOPS, &hops, sizeof hops);
    setsockopt(fd, level, IPV6_MULTICAST_LOOP, &yes, sizeof yes);
    return setsockopt(fd, level, IPV6_MULTICAST_IF, &index, sizeof index);
}

// Sends a datagram from an address of this machine, instead of the one that the route to its receiver prefers (ip(7), ipv6(7)).
// The address has the family of the socket. The kernel requires the interface of a link-local one; all other datagrams leave by
// the interface of the route.
static inline ssize_t netdiag_send_from(
    int fd, const void *bytes, size_t size, const struct sockaddr *receiver, socklen_t receiver_size,
    const struct sockaddr *source, unsigned int interface) {
    // struct in6_pktinfo (RFC 3542 section 6.1), whose declaration depends on macros of the compilation.
    struct { struct in6_addr address; unsigned int interface; } ipv6;
    struct in_pktinfo ipv4;
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof ipv6)];
    } control;
    struct iovec piece = {(void *)bytes, size};
    struct msghdr message;
    memset(&control, 0, sizeof control);
    memset(&message, 0, sizeof message);
    message.msg_name = (void *)receiver;
    message.msg_namelen = receiver_size;
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    struct cmsghdr *part = &control.header;
    if (source->sa_family == AF_INET) {
        memset(&ipv4, 0, sizeof ipv4);
        ipv4.ipi_spec_dst = ((const struct sockaddr_in *)source)->sin_addr;
        part->cmsg_level = IPPROTO_IP;
        part->cmsg_type = IP_PKTINFO;
        part->cmsg_len = CMSG_LEN(sizeof ipv4);
        memcpy(CMSG_DATA(part), &ipv4, sizeof ipv4);
        message.msg_controllen = CMSG_SPACE(sizeof ipv4);
    } else {
        ipv6.address = ((const struct sockaddr_in6 *)source)->sin6_addr;
        ipv6.interface = IN6_IS_ADDR_LINKLOCAL(&ipv6.address) ? interface : 0;
        part->cmsg_level = IPPROTO_IPV6;
        part->cmsg_type = IPV6_PKTINFO;
        part->cmsg_len = CMSG_LEN(sizeof ipv6);
        memcpy(CMSG_DATA(part), &ipv6, sizeof ipv6);
        message.msg_controllen = CMSG_SPACE(sizeof ipv6);
    }
    return sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}
