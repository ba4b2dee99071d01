#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

// Sockets of services that answer from this machine's network, whoever asks.
static const char *const covered[] = {
    "/run/systemd/resolve", "/run/nscd", "/run/avahi-daemon", "/run/netdiag", "/run/unscd",
};

static int write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) return -errno;
    size_t count = strlen(text);
    while (count > 0) {
        ssize_t written = write(file, text, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            int error = errno;
            close(file);
            return -error;
        }
        text += written;
        count -= (size_t)written;
    }
    return close(file) == 0 ? 0 : -errno;
}

// Shows a text at a path, where there is a file. What the path led to before is in `real`.
static int show(const char *folder, const char *path, const char *real, const char *text) {
    char source[64];
    strcpy(source, folder);
    strcat(source, strrchr(path, '/'));
    int error = write_file(source, text);
    if (error != 0) return error;
    // A symbolic link may lead below a place that is covered by now. What exists is not opened: a FIFO would block.
    int made = open(real, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (made >= 0) close(made);
    return mount(source, real, NULL, MS_BIND, NULL) == 0 ? 0 : -errno;
}

int netdiag_cover_files(const struct netdiag_cable_request *request, const char **step) {
    static const char *const paths[] = {"/etc/resolv.conf", "/etc/hosts"};
    const char *const texts[] = {request->resolv_conf, request->hosts};
    // realpath(3) takes memory from the heap only where it is given none.
    static char real[2][PATH_MAX];
    *step = "make mounts private";
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return -errno;
    for (int i = 0; i < 2; i++)
        if (!realpath(paths[i], real[i])) real[i][0] = 0;
    *step = "cover the sockets of services";
    for (size_t i = 0; i < sizeof covered / sizeof *covered; i++) {
        struct stat found;
        if (stat(covered[i], &found) != 0 || !S_ISDIR(found.st_mode)) continue;
        if (mount("tmpfs", covered[i], "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0755,size=64k") != 0) return -errno;
    }
    // The files lie in a file system that no path leads to in the end.
    const char *folder = "/tmp";
    *step = "make a place for resolv.conf";
    if (mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0755,size=1m") != 0) return -errno;
    int error = 0;
    for (int i = 0; i < 2 && error == 0; i++) {
        *step = i == 0 ? "show /etc/resolv.conf" : "show /etc/hosts";
        if (real[i][0] == 0) continue;
        error = show(folder, paths[i], real[i], texts[i]);
    }
    if (umount2(folder, MNT_DETACH) != 0 && error == 0) return -errno;
    if (error != 0) return error;
    // Where /proc is not wholly visible, as in containers, the kernel refuses: PIDs are then seen as outside.
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    return 0;
}
