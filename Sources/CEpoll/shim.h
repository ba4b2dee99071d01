// Linux calls that Swift's Glibc module leaves out.
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>

// glibc declares them only with _GNU_SOURCE, which has to come before the first header of the whole program.
extern int pthread_setname_np(pthread_t thread, const char *name);
extern pid_t gettid(void);
extern long syscall(long number, ...);

// pidfd_open(2), which glibc has only since 2.36.
static inline int netdiag_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0U); }
