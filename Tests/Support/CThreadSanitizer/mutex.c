// Annotates Swift's Mutex for ThreadSanitizer. The sanitizer detects the atomic operations of the inlined fast path. Under contention,
// Mutex calls libswiftSynchronization, which is built without the sanitizer, so that each use of a contended Mutex would be reported
// as a race. In a build with ThreadSanitizer, these functions take precedence over the library's, call them, and annotate them. In all
// other builds, this file is empty.
#include "CThreadSanitizer.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

typedef __attribute__((swiftcall)) void (*LockSlow)(uint32_t, __attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) void (*UnlockSlow)(__attribute__((swift_context)) void *);

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> (). The handle is the lock's only word, whose address the fast path uses as
// well.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
__attribute__((swiftcall)) void netdiag_lock_slow(
    uint32_t thread, __attribute__((swift_context)) void *handle) __asm__(LOCK_SLOW);
__attribute__((swiftcall)) void netdiag_lock_slow(uint32_t thread, __attribute__((swift_context)) void *handle) {
    ((LockSlow)next(LOCK_SLOW))(thread, handle);
    __tsan_acquire(handle);
}

// Synchronization._MutexHandle._unlockSlow() -> ()
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
__attribute__((swiftcall)) void netdiag_unlock_slow(
    __attribute__((swift_context)) void *handle) __asm__(UNLOCK_SLOW);
__attribute__((swiftcall)) void netdiag_unlock_slow(__attribute__((swift_context)) void *handle) {
    __tsan_release(handle);
    ((UnlockSlow)next(UNLOCK_SLOW))(handle);
}
#endif
#endif
