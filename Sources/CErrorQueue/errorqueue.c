#define _GNU_SOURCE
#include "CErrorQueue.h"

#include <errno.h>
#include <time.h>
#include <linux/errqueue.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

int netdiag_take_socket_error(int fd, struct netdiag_socket_error *out) {
    // Control messages are reached by macros alone (cmsg(3)).
    char data[256];
    union {
        char bytes[512];
        struct cmsghdr aligned;
    } control;
    struct sockaddr_storage name;
    struct iovec iov = {data, sizeof data};
    struct msghdr message = {.msg_name = &name,
                             .msg_namelen = sizeof name,
                             .msg_iov = &iov,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control};
    ssize_t count = recvmsg(fd, &message, MSG_ERRQUEUE | MSG_DONTWAIT);
    if (count < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
    memset(out, 0, sizeof *out);
    out->sent_length = count < (ssize_t)sizeof out->sent ? (int)count : (int)sizeof out->sent;
    memcpy(out->sent, data, (size_t)out->sent_length);
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        int is_error = (part->cmsg_level == IPPROTO_IP && part->cmsg_type == IP_RECVERR) ||
                       (part->cmsg_level == IPPROTO_IPV6 && part->cmsg_type == IPV6_RECVERR);
        size_t length = part->cmsg_len - CMSG_LEN(0);
        if (!is_error || length < sizeof(struct sock_extended_err))
            continue;
        struct sock_extended_err error;
        memcpy(&error, CMSG_DATA(part), sizeof error);
        out->code = (int)error.ee_errno;
        out->origin = error.ee_origin;
        out->type = error.ee_type;
        out->icmp_code = error.ee_code;
        out->info = error.ee_info;
        size_t left = length - sizeof error;
        if (left > sizeof out->offender)
            left = sizeof out->offender;
        if (left >= sizeof(struct sockaddr_in))
            memcpy(out->offender, CMSG_DATA(part) + sizeof error, left);
    }
    return 1;
}
