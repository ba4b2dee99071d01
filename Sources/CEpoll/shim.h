// Linux calls that Swift's Glibc module leaves out.
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

// glibc declares them only with _GNU_SOURCE, which has to come before the first header of the whole program.
extern int pthread_setname_np(pthread_t thread, const char *name);
extern pid_t gettid(void);
