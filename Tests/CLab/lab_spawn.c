#define _GNU_SOURCE
#include "CLab.h"
#include "lab_boot.h"

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

// The children share the memory of the caller, which waits until the program runs (CLONE_VM and CLONE_VFORK, as in posix_spawn(3)):
// copying the page tables of a large test process twice for each program took a third of the processor time of the lab. Therefore,
// this is the only shared memory that the children may change.
struct launch {
    const struct lab_spawn_request *request;
    char *second_stack;
    pid_t pid;
    int error;
    const char *step;
};

enum { STACK_SIZE = 256 * 1024 };

static int give_up(struct launch *launch, const char *step) {
    launch->error = errno;
    launch->step = step;
    return 127;
}

static int become(void *argument) {
    struct launch *launch = argument;
    const struct lab_spawn_request *request = launch->request;
    sigset_t none;
    sigemptyset(&none);
    for (int signal_number = 1; signal_number < NSIG; signal_number++) signal(signal_number, SIG_DFL);
    // The first process of a host inherits its orphans. Ignored signals stay ignored after exec, and the kernel then reaps them.
    if (request->host_pidfd < 0) signal(SIGCHLD, SIG_IGN);
    setsid();
    if (dup2(request->input, 0) < 0 || dup2(request->output, 1) < 0 || dup2(request->diagnostics, 2) < 0)
        return give_up(launch, "dup2");
    if (syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) != 0) return give_up(launch, "close_range");
    if (request->host_pidfd < 0) {
        const char *step = lab_boot(request->host_name);
        if (step) return give_up(launch, step);
    }
    if (chdir(request->directory) != 0) return give_up(launch, "chdir");
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(request->arguments[0], (char *const *)request->arguments, (char *const *)request->environment);
    return give_up(launch, "exec");
}

// Only the children of a process that entered a PID namespace are in it. Therefore, the first child enters the namespace, and its own
// child is the program, which CLONE_PARENT makes a sibling, so that the caller can wait for it.
static int enter(void *argument) {
    struct launch *launch = argument;
    const struct lab_spawn_request *request = launch->request;
    if (request->host_pidfd < 0) {
        if (unshare(NAMESPACES) != 0) return give_up(launch, "unshare");
    } else {
        if (setns(request->host_pidfd, NAMESPACES) != 0) return give_up(launch, "setns");
        if (fchdir(request->root_fd) != 0 || chroot(".") != 0) return give_up(launch, "chroot");
    }
    pid_t pid = clone(become, launch->second_stack, CLONE_VM | CLONE_VFORK | CLONE_PARENT | SIGCHLD, launch);
    if (pid < 0) return give_up(launch, "clone");
    launch->pid = pid;
    return 0;
}

pid_t lab_spawn(const struct lab_spawn_request *request, const char **step) {
    // Stacks grow downwards: the first child has the lower half, its own child the upper one.
    char *stacks = mmap(NULL, 2 * STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    *step = "mmap";
    if (stacks == MAP_FAILED) return -errno;
    struct launch launch = {request, stacks + 2 * STACK_SIZE, 0, 0, NULL};
    // No signal handler of the caller may run in the children.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t first = clone(enter, stacks + STACK_SIZE, CLONE_VM | CLONE_VFORK | SIGCHLD, &launch);
    if (first < 0) give_up(&launch, "clone");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (first > 0) while (waitpid(first, NULL, 0) < 0 && errno == EINTR) {}
    munmap(stacks, 2 * STACK_SIZE);
    if (launch.error != 0) {
        if (launch.pid > 0) while (waitpid(launch.pid, NULL, 0) < 0 && errno == EINTR) {}
        *step = launch.step;
        return -launch.error;
    }
    return launch.pid > 0 ? launch.pid : -ECHILD;
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

// The network namespace belongs to the thread. A temporary thread is used, so that the change does not affect others.
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
