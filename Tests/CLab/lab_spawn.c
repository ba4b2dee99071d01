#define _GNU_SOURCE
#include "CLab.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAMESPACES = CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWPID };

// What the two children tell the caller through a pipe; the exec that succeeds closes it.
struct report {
    pid_t pid; // set by the first report of all goes well
    int error;
    const char *step; // a literal: the children are copies, so it points to the same text here
};

static _Noreturn void give_up(int pipe, const char *step) {
    struct report report = {0, errno, step};
    if (write(pipe, &report, sizeof report) < 0) _exit(126);
    _exit(127);
}

static _Noreturn void become(const struct lab_spawn_request *request, int pipe) {
    sigset_t none;
    sigemptyset(&none);
    for (int signal_number = 1; signal_number < NSIG; signal_number++) signal(signal_number, SIG_DFL);
    // The first process of a host inherits its orphans; ignoring SIGCHLD survives exec and lets the kernel reap them.
    if (request->host_pidfd < 0) signal(SIGCHLD, SIG_IGN);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid();
    if (dup2(request->input, 0) < 0 || dup2(request->output, 1) < 0 || dup2(request->diagnostics, 2) < 0)
        give_up(pipe, "dup2");
    if (syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) != 0) give_up(pipe, "close_range");
    if (chdir(request->directory) != 0) give_up(pipe, "chdir");
    execvpe(request->arguments[0], (char *const *)request->arguments, (char *const *)request->environment);
    give_up(pipe, "exec");
}

// Only the children of a process that entered a PID namespace are in it. So the first child enters, and its own child,
// made a sibling by CLONE_PARENT so that the caller can wait for it, is the program.
static _Noreturn void enter(const struct lab_spawn_request *request, int pipe) {
    if (request->host_pidfd < 0) {
        if (unshare(NAMESPACES) != 0) give_up(pipe, "unshare");
    } else {
        if (setns(request->host_pidfd, NAMESPACES) != 0) give_up(pipe, "setns");
        if (fchdir(request->root_fd) != 0 || chroot(".") != 0) give_up(pipe, "chroot");
    }
    long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
    if (pid < 0) give_up(pipe, "clone");
    if (pid == 0) become(request, pipe);
    struct report report = {(pid_t)pid, 0, NULL};
    if (write(pipe, &report, sizeof report) < 0) _exit(126);
    _exit(0);
}

pid_t lab_spawn(const struct lab_spawn_request *request, const char **step) {
    int pipe[2];
    *step = "pipe";
    if (pipe2(pipe, O_CLOEXEC) != 0) return -errno;
    *step = "fork";
    // No signal handler of the caller may run in the children.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t first = fork();
    if (first == 0) enter(request, pipe[1]);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(pipe[1]);
    if (first < 0) {
        close(pipe[0]);
        return -error;
    }
    struct report report;
    pid_t pid = 0;
    ssize_t got;
    error = 0;
    // Reports are smaller than PIPE_BUF, hence whole.
    while ((got = read(pipe[0], &report, sizeof report)) != 0) {
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) break;
        if (report.pid > 0) pid = report.pid;
        if (report.error != 0) error = report.error, *step = report.step;
    }
    close(pipe[0]);
    while (waitpid(first, NULL, 0) < 0 && errno == EINTR) {}
    if (error != 0) {
        if (pid > 0) while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
        return -error;
    }
    return pid > 0 ? pid : -ECHILD;
}

int lab_pidfd_open(pid_t pid) {
    int fd = (int)syscall(SYS_pidfd_open, pid, 0U);
    return fd < 0 ? -errno : fd;
}

struct socket_request {
    int host_pidfd, domain, type, protocol, result;
};

static void *open_socket(void *argument) {
    struct socket_request *request = argument;
    if (setns(request->host_pidfd, CLONE_NEWNET) != 0) {
        request->result = -errno;
        return NULL;
    }
    int fd = socket(request->domain, request->type | SOCK_CLOEXEC, request->protocol);
    request->result = fd < 0 ? -errno : fd;
    return NULL;
}

// The network namespace is a thread's own: one that ends right after takes the change with it.
int lab_socket(int host_pidfd, int domain, int type, int protocol) {
    struct socket_request request = {host_pidfd, domain, type, protocol, -EAGAIN};
    pthread_t thread;
    int error = pthread_create(&thread, NULL, open_socket, &request);
    if (error != 0) return -error;
    pthread_join(thread, NULL);
    return request.result;
}

int lab_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : -errno; }

int lab_memory_file(const char *bytes, size_t count) {
    int fd = memfd_create("lab", MFD_CLOEXEC);
    if (fd < 0) return -errno;
    for (size_t done = 0; done < count;) {
        ssize_t written = write(fd, bytes + done, count - done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            int error = errno;
            close(fd);
            return -error;
        }
        done += (size_t)written;
    }
    lseek(fd, 0, SEEK_SET);
    return fd;
}
