#define _GNU_SOURCE
#include "CLab.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int lab_open(int root_fd, const char *path, int flags, mode_t mode) {
    struct open_how how = {
        .flags = (unsigned)(flags | O_CLOEXEC), .mode = flags & O_CREAT ? mode : 0, .resolve = RESOLVE_IN_ROOT};
    int fd = (int)syscall(SYS_openat2, root_fd, path, &how, sizeof how);
    return fd < 0 ? -errno : fd;
}

bool lab_exists(int root_fd, const char *path) {
    int fd = lab_open(root_fd, path, O_PATH, 0);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

int lab_make_folder(int root_fd, const char *path, mode_t mode) {
    char parent[PATH_MAX];
    const char *name = strrchr(path, '/');
    if (!name || strlen(path) >= sizeof parent) return -EINVAL;
    memcpy(parent, path, (size_t)(name - path));
    parent[name - path] = 0;
    int folder = lab_open(root_fd, parent[0] ? parent : "/", O_PATH | O_DIRECTORY, 0);
    if (folder < 0) return folder;
    int error = mkdirat(folder, name + 1, mode) == 0 ? 0 : -errno;
    // The umask may have removed bits of the mode.
    if (error == 0 && fchmodat(folder, name + 1, mode, 0) != 0) error = -errno;
    close(folder);
    return error;
}

int lab_make_folders(int root_fd, const char *path) {
    char part[PATH_MAX];
    if (strlen(path) >= sizeof part) return -EINVAL;
    strcpy(part, path);
    for (char *slash = part + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        int error = lab_exists(root_fd, part) ? 0 : lab_make_folder(root_fd, part, 0755);
        if (error != 0 && error != -EEXIST) return error;
        *slash = '/';
    }
    return 0;
}
