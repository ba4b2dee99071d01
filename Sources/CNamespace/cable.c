#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What the supervisor and init say before the command runs.
struct greeting {
    int error;        // 0, and a descriptor comes along; or an errno
    const char *step; // a literal: the children are copies, so it points to the same text in the caller
};

struct listen_request {
    int is_ipv6;
    uint16_t port;
};

int netdiag_send_with_fd(int socket, const void *bytes, size_t count, int fd) {
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control;
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (fd >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(head), &fd, sizeof fd);
    }
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : 0;
}

ssize_t netdiag_receive_with_fd(int socket, void *bytes, size_t count, int *fd, int flags) {
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control;
    struct iovec part = {bytes, count};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    *fd = -1;
    ssize_t got;
    do got = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got < 0) return -errno;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS && head->cmsg_len == CMSG_LEN(sizeof *fd))
        memcpy(fd, CMSG_DATA(head), sizeof *fd);
    return got;
}

static _Noreturn void give_up(int socket, int error, const char *step) {
    struct greeting greeting = {error, step};
    netdiag_send_with_fd(socket, &greeting, sizeof greeting, -1);
    _exit(1);
}

static void greet(int socket, int fd) {
    struct greeting greeting = {0, NULL};
    if (netdiag_send_with_fd(socket, &greeting, sizeof greeting, fd) != 0) _exit(1);
    close(fd);
}

static int write_text(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return -errno;
    ssize_t written = write(file, text, strlen(text));
    int error = written < 0 ? errno : 0;
    close(file);
    return -error;
}

// A network of its own; where that is not allowed, in a user namespace in which the user stays who it is.
static int leave_network(const char **step) {
    *step = "make a network namespace";
    if (unshare(CLONE_NEWNET) == 0) return 0;
    if (errno != EPERM) return -errno;
    unsigned user = geteuid(), group = getegid();
    *step = "make a user namespace";
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return -errno;
    char map[48];
    *step = "map the user";
    int error = write_text("/proc/self/setgroups", "deny");
    if (error == -ENOENT) error = 0;
    snprintf(map, sizeof map, "%u %u 1", user, user);
    if (error == 0) error = write_text("/proc/self/uid_map", map);
    snprintf(map, sizeof map, "%u %u 1", group, group);
    if (error == 0) error = write_text("/proc/self/gid_map", map);
    return error;
}

// Echo requests without a privilege, for whoever the command runs as.
static void allow_ping(void) {
    char range[48];
    if (write_text("/proc/sys/net/ipv4/ping_group_range", "0 2147483647") == 0) return;
    snprintf(range, sizeof range, "%u %u", (unsigned)getegid(), (unsigned)getegid());
    write_text("/proc/sys/net/ipv4/ping_group_range", range);
}

static _Noreturn void become(const struct netdiag_cable_request *request, const sigset_t *mask, int failure) {
    sigprocmask(SIG_SETMASK, mask, NULL);
    prctl(PR_SET_PDEATHSIG, 0);
    execvpe(request->arguments[0], (char *const *)request->arguments, (char *const *)request->environment);
    int error = errno;
    ssize_t written = write(failure, &error, sizeof error);
    _exit(written < 0 ? 126 : 127);
}

static void tell(int socket, int kind, int value) {
    struct netdiag_cable_event event = {kind, value};
    netdiag_send_with_fd(socket, &event, sizeof event, -1);
}

// The first process of the command's PID namespace: with it, all others end.
static _Noreturn void run_init(const struct netdiag_cable_request *request, const sigset_t *mask, int socket) {
    const char *step;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (unshare(CLONE_NEWNET | CLONE_NEWNS) != 0) give_up(socket, errno, "make namespaces for the command");
    int tun = netdiag_tun_open(request, SIDE_COMMAND, &step);
    if (tun < 0) give_up(socket, -tun, step);
    allow_ping();
    int error = netdiag_cover_files(request, &step);
    if (error != 0) give_up(socket, -error, step);
    greet(socket, tun);

    int failure[2];
    if (pipe2(failure, O_CLOEXEC) != 0) _exit(1);
    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    int children = signalfd(-1, &child_ended, SFD_CLOEXEC | SFD_NONBLOCK);
    if (children < 0) _exit(1);
    pid_t command = fork();
    if (command == 0) become(request, mask, failure[1]);
    if (command < 0) _exit(1);
    close(failure[1]);
    int code;
    if (read(failure[0], &code, sizeof code) == sizeof code) {
        tell(socket, NETDIAG_CABLE_NOT_STARTED, code);
        _exit(0);
    }
    close(failure[0]);
    tell(socket, NETDIAG_CABLE_STARTED, 0);

    struct pollfd waits[2] = {{socket, POLLIN, 0}, {children, POLLIN, 0}};
    for (;;) {
        if (poll(waits, 2, -1) < 0 && errno != EINTR) _exit(1);
        if (waits[0].revents) {
            int signal_number;
            ssize_t got = recv(socket, &signal_number, sizeof signal_number, MSG_DONTWAIT);
            if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) _exit(0);
            if (got == sizeof signal_number) kill(command, signal_number);
        }
        if (!waits[1].revents) continue;
        struct signalfd_siginfo ignored;
        while (read(children, &ignored, sizeof ignored) > 0) {}
        int status;
        for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
            if (ended != command) continue;
            if (WIFSIGNALED(status)) tell(socket, NETDIAG_CABLE_KILLED, WTERMSIG(status));
            else tell(socket, NETDIAG_CABLE_EXITED, WEXITSTATUS(status));
            _exit(0);
        }
    }
}

static int open_listener(const struct listen_request *port_request) {
    int family = port_request->is_ipv6 ? AF_INET6 : AF_INET, yes = 1;
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    struct sockaddr_in any4 = {.sin_family = AF_INET, .sin_port = htons(port_request->port)};
    struct sockaddr_in6 any6 = {.sin6_family = AF_INET6, .sin6_port = htons(port_request->port)};
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    int error = 0;
    if (port_request->is_ipv6) {
        // IPV6_TRANSPARENT of linux/in6.h
        if (setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes) != 0 ||
            setsockopt(fd, IPPROTO_IPV6, 75, &yes, sizeof yes) != 0 ||
            bind(fd, (struct sockaddr *)&any6, sizeof any6) != 0)
            error = errno;
    } else if (setsockopt(fd, IPPROTO_IP, IP_TRANSPARENT, &yes, sizeof yes) != 0 ||
               bind(fd, (struct sockaddr *)&any4, sizeof any4) != 0) {
        error = errno;
    }
    if (error == 0 && listen(fd, 1024) != 0) error = errno;
    if (error == 0) return fd;
    close(fd);
    return -error;
}

// Runs in the network and user namespace of the router, and opens sockets there for the caller.
static _Noreturn void run_supervisor(const struct netdiag_cable_request *request, const sigset_t *mask, pid_t caller, int ends[2]) {
    const char *step;
    int error = leave_network(&step);
    if (error != 0) give_up(ends[0], -error, step);
    // Changes of credentials reset this, so that it is set after them.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != caller) _exit(1);
    int tun = netdiag_tun_open(request, SIDE_ROUTER, &step);
    if (tun < 0) give_up(ends[0], -tun, step);
    // ICMP errors for closed ports are sent without a rate limit.
    write_text("/proc/sys/net/ipv4/icmp_ratelimit", "0");
    write_text("/proc/sys/net/ipv6/icmp/ratelimit", "0");
    greet(ends[0], tun);
    if (unshare(CLONE_NEWPID) != 0) give_up(ends[1], errno, "make a PID namespace");
    pid_t init = fork();
    if (init == 0) {
        close(ends[0]);
        run_init(request, mask, ends[1]);
    }
    if (init < 0) give_up(ends[1], errno, "fork");
    close(ends[1]);
    int ended = (int)syscall(SYS_pidfd_open, init, 0U);
    if (ended < 0) _exit(1);
    struct pollfd waits[2] = {{ends[0], POLLIN, 0}, {ended, POLLIN, 0}};
    for (;;) {
        if (poll(waits, 2, -1) < 0 && errno != EINTR) _exit(1);
        if (waits[1].revents) _exit(0);
        if (!waits[0].revents) continue;
        struct listen_request port_request;
        ssize_t got = recv(ends[0], &port_request, sizeof port_request, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got != sizeof port_request) {
            kill(init, SIGKILL);
            waitpid(init, NULL, 0);
            _exit(0);
        }
        int listener = open_listener(&port_request), code = listener < 0 ? -listener : 0;
        netdiag_send_with_fd(ends[0], &code, sizeof code, listener);
        if (listener >= 0) close(listener);
    }
}

static int greeted(int socket, int *fd, const char **step) {
    struct greeting greeting;
    ssize_t got = netdiag_receive_with_fd(socket, &greeting, sizeof greeting, fd, 0);
    if (got != sizeof greeting) {
        *step = "start";
        return got < 0 ? (int)got : -ECHILD;
    }
    if (greeting.error == 0) return *fd >= 0 ? 0 : -EBADF;
    *step = greeting.step;
    return -greeting.error;
}

int netdiag_cable_start(const struct netdiag_cable_request *request, struct netdiag_cable *cable, const char **step) {
    int supervisor[2], init[2];
    *step = "open a pair of sockets";
    *cable = (struct netdiag_cable){-1, -1, -1, -1, -1};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, supervisor) != 0) return -errno;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, init) != 0) {
        int error = errno;
        close(supervisor[0]);
        close(supervisor[1]);
        return -error;
    }
    // No signal handler of the caller may run in the children, and neither may end by a signal from the terminal.
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t caller = getpid();
    *step = "fork";
    pid_t pid = fork();
    if (pid == 0) {
        close(supervisor[0]);
        close(init[0]);
        int ends[2] = {supervisor[1], init[1]};
        run_supervisor(request, &before, caller, ends);
    }
    int error = pid < 0 ? -errno : 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(supervisor[1]);
    close(init[1]);
    if (error == 0) error = greeted(supervisor[0], &cable->router_tun, step);
    if (error == 0) error = greeted(init[0], &cable->command_tun, step);
    if (error == 0) {
        cable->supervisor = pid;
        cable->supervisor_end = supervisor[0];
        cable->init_end = init[0];
        return 0;
    }
    close(supervisor[0]);
    close(init[0]);
    if (cable->router_tun >= 0) close(cable->router_tun);
    if (pid > 0) while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    return error;
}

int netdiag_cable_event(int init_end, struct netdiag_cable_event *event) {
    ssize_t got;
    do got = recv(init_end, event, sizeof *event, MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got < 0 && errno == EAGAIN) return 0;
    if (got != sizeof *event) *event = (struct netdiag_cable_event){NETDIAG_CABLE_GONE, 0};
    return 1;
}

void netdiag_cable_signal(int init_end, int signal_number) {
    netdiag_send_with_fd(init_end, &signal_number, sizeof signal_number, -1);
}

int netdiag_cable_listen(int supervisor_end, int is_ipv6, uint16_t port) {
    struct listen_request port_request;
    memset(&port_request, 0, sizeof port_request);
    port_request.is_ipv6 = is_ipv6;
    port_request.port = port;
    int error = netdiag_send_with_fd(supervisor_end, &port_request, sizeof port_request, -1);
    if (error != 0) return error;
    int code, fd;
    ssize_t got = netdiag_receive_with_fd(supervisor_end, &code, sizeof code, &fd, 0);
    if (got != sizeof code) return got < 0 ? (int)got : -EPIPE;
    return code != 0 ? -code : fd;
}
