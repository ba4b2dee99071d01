// Linux calls that Swift's Glibc module leaves out.
#include <pthread.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>

// glibc declares them only with _GNU_SOURCE, which has to come before the first header of the whole program.
extern int pthread_setname_np(pthread_t thread, const char *name);
extern pid_t gettid(void);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern long syscall(long number, ...);

// pidfd_open(2), which glibc has only since 2.36.
static inline int netdiag_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0U); }

// Has a program that is started inherit no descriptor from a number on, except for one (-1 for none). The actions are a
// posix_spawn_file_actions_t, whose module in Swift depends on the other imports.
static inline void netdiag_spawn_close_from(void *actions, int first, int kept) {
    posix_spawn_file_actions_t *all = (posix_spawn_file_actions_t *)actions;
    for (int descriptor = first; descriptor < kept; descriptor++) posix_spawn_file_actions_addclose(all, descriptor);
    posix_spawn_file_actions_addclosefrom_np(all, kept >= first ? kept + 1 : first);
}
