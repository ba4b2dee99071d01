// A library for LD_PRELOAD that records the functions of a program in the order of their first calls.
//
// It sets a breakpoint at the start of each function in $ORDER_FUNCTIONS (offsets in the program, 32 bits each, ascending). The
// first call removes the breakpoint and writes the offset to $ORDER_CALLS.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { breakpoint = 0xcc };

static uint8_t *base;
static const uint32_t *functions;
static size_t count;
// The bytes that the breakpoints replace.
static uint8_t *first_bytes;
static int calls;

static void fail(const char *what) {
    perror(what);
    _exit(1);
}

static void take_out(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    uint32_t place = (uint32_t)((uint8_t *)registers[REG_RIP] - 1 - base);
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (functions[middle] < place) low = middle + 1; else high = middle;
    }
    if (low == count || functions[low] != place) abort();
    // Several threads may get here for the same function; all of them write the same byte.
    base[place] = first_bytes[low];
    registers[REG_RIP] -= 1;
    if (write(calls, &place, sizeof place) != sizeof place) abort();
}

// A breakpoint in a thread that blocks the signal would terminate the program.
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
    static int (*next)(int, const sigset_t *, sigset_t *);
    if (!next) next = (int (*)(int, const sigset_t *, sigset_t *))dlsym(RTLD_NEXT, "pthread_sigmask");
    sigset_t without;
    if (set) {
        without = *set;
        sigdelset(&without, SIGTRAP);
        set = &without;
    }
    return next(how, set, old);
}

// The first object is the program.
static int open_text(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size, (void)data;
    base = (uint8_t *)object->dlpi_addr;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
        uintptr_t begin = (uintptr_t)(base + part->p_vaddr) & ~(uintptr_t)4095;
        uintptr_t end = (uintptr_t)(base + part->p_vaddr + part->p_memsz);
        if (mprotect((void *)begin, end - begin, PROT_READ | PROT_WRITE | PROT_EXEC)) fail("mprotect");
    }
    return 1;
}

__attribute__((constructor)) static void begin(void) {
    // Child processes are not recorded.
    unsetenv("LD_PRELOAD");
    const char *list = getenv("ORDER_FUNCTIONS"), *output = getenv("ORDER_CALLS");
    int file = list ? open(list, O_RDONLY | O_CLOEXEC) : -1;
    off_t size = file < 0 ? 0 : lseek(file, 0, SEEK_END);
    if (size <= 0 || !output) fail("ORDER_FUNCTIONS, ORDER_CALLS");
    functions = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0);
    if (functions == MAP_FAILED) fail("mmap");
    close(file);
    count = (size_t)size / sizeof *functions;
    first_bytes = malloc(count);
    calls = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (!first_bytes || calls < 0) fail(output);
    struct sigaction action = {.sa_sigaction = take_out, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGTRAP, &action, NULL);
    dl_iterate_phdr(open_text, NULL);
    for (size_t i = 0; i < count; i++) {
        first_bytes[i] = base[functions[i]];
        base[functions[i]] = breakpoint;
    }
}
