// What libFuzzer calls (llvm.org/docs/LibFuzzer.html). Its main() is part of the runtime that is linked in.
#include <stddef.h>
#include <stdint.h>

// FuzzBridge.
int netdiag_fuzz_begin(void);
int netdiag_fuzz(const uint8_t *bytes, size_t count);

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    return netdiag_fuzz_begin();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) { return netdiag_fuzz(bytes, count); }
