// What Swift cannot do by itself: run code between fork and exec, and enter the namespaces of another process.
#ifndef CLAB_H
#define CLAB_H

#include <stdbool.h>
#include <sys/types.h>

struct lab_spawn_request {
    int host_pidfd;                // first process of the host to enter, or -1: make a new host
    int root_fd;                   // its root directory; ignored where host_pidfd is -1
    const char *host_name;         // of a new host
    int input, output, diagnostics; // become 0, 1 and 2 of the program
    const char *directory;
    const char *const *arguments;  // NULL-terminated, the program first (found along PATH)
    const char *const *environment;
};

// Starts a program as a child of the caller inside the host's network, mount, UTS, IPC and PID namespaces, in a
// session of its own. Nothing but 0, 1 and 2 is inherited. Returns its PID as the caller sees it, or -errno, with the
// name of the step that failed in *step.
pid_t lab_spawn(const struct lab_spawn_request *request, const char **step);

// open(2) below a host's root directory, which no symbolic link leads out of: the descriptor, or -errno.
int lab_open(int root_fd, const char *path, int flags, mode_t mode);

// Whether there is something at the path.
bool lab_exists(int root_fd, const char *path);

// mkdir(2) there, with exactly this mode: 0, or -errno.
int lab_make_folder(int root_fd, const char *path, mode_t mode);

// Makes the folders that a path leads through, where they are missing: 0, or -errno.
int lab_make_folders(int root_fd, const char *path);

// pidfd_open(2): -errno where that fails.
int lab_pidfd_open(pid_t pid);

// A socket of the host's network, for the calling process: the descriptor, or -errno.
int lab_socket(int host_pidfd, int domain, int type, int protocol);

// pipe2(2) with O_CLOEXEC: 0, or -errno.
int lab_pipe(int ends[2]);

// An unnamed file that holds these bytes, to be read from its start: the descriptor, or -errno.
int lab_memory_file(const char *bytes, size_t count);

#endif
