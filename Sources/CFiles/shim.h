// openat2(2) has no wrapper in glibc, and syscall(2) is variadic.
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// Opens a path that stays within a directory: no "..", symbolic link or magic link leads out of it.
static inline int netdiag_open_beneath(int directory, const char *path, int flags, unsigned int mode) {
    struct open_how how = {
        .flags = (unsigned long long)(unsigned int)(flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY),
        .mode = mode,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}
