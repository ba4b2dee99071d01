// Functions that are not possible in Swift: running code between fork and exec, and entering the namespaces of another process.
#ifndef CLAB_H
#define CLAB_H

#include <stdbool.h>
#include <sys/types.h>

struct lab_spawn_request {
    int host_pidfd;                // the first process of the host to enter; -1 to create a new host
    int root_fd;                   // its root directory; ignored if host_pidfd is -1
    const char *host_name;         // the name of a new host
    int input, output, diagnostics; // descriptors 0, 1 and 2 of the program
    const char *directory;
    const char *const *arguments;  // NULL-terminated, beginning with the program, which is searched in PATH
    const char *const *environment;
};

// Starts a program as a child of the caller inside the host's network, mount, UTS, IPC and PID namespaces, in a
// session of its own. Only descriptors 0, 1 and 2 are inherited. Returns its PID in the caller's namespace, or -errno, with
// the name of the failed step in *step.
pid_t lab_spawn(const struct lab_spawn_request *request, const char **step);

// open(2) below a host's root directory; symbolic links cannot lead out of it. Returns the descriptor, or -errno.
int lab_open(int root_fd, const char *path, int flags, mode_t mode);

// Whether the path exists.
bool lab_exists(int root_fd, const char *path);

// mkdir(2) below the root directory, with exactly this mode. Returns 0, or -errno.
int lab_make_folder(int root_fd, const char *path, mode_t mode);

// Creates the missing parent directories of a path. Returns 0, or -errno.
int lab_make_folders(int root_fd, const char *path);

// pidfd_open(2). Returns the descriptor, or -errno.
int lab_pidfd_open(pid_t pid);

// Creates a socket in the host's network for the calling process. Returns the descriptor, or -errno.
int lab_socket(int host_pidfd, int domain, int type, int protocol);

// pipe2(2) with O_CLOEXEC. Returns 0, or -errno.
int lab_pipe(int ends[2]);

// Creates an unnamed file with these bytes, positioned at its start. Returns the descriptor, or -errno.
int lab_memory_file(const char *bytes, size_t count);

#endif
