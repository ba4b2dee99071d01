extension Host {
    /// Sets the clock of the host wrong by some seconds, for all programs that are started from then on.
    ///
    /// The hosts of the lab share a kernel and thus a clock. Therefore, the host preloads a library which changes the
    /// results of clock functions. Like after `date -s`, the clock is not synchronised.
    public func setClock(wrongBy seconds: Int) async throws {
        let folder = try await makeFolder(for: "clock")
        try await write("\(folder)/clock.c", Self.wrongClock)
        try await run([
            "cc", "-shared", "-fPIC", "-O1", "-DWRONG_BY=\(seconds)", "-o", "\(folder)/clock.so", "\(folder)/clock.c",
        ])
        try await write("/etc/ld.so.preload", "\(folder)/clock.so\n")
    }

    private static let wrongClock = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <sys/time.h>
        #include <sys/timex.h>
        #include <time.h>

        int clock_gettime(clockid_t clock, struct timespec *now) {
            static int (*real)(clockid_t, struct timespec *);
            if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
            int result = real(clock, now);
            if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += WRONG_BY;
            return result;
        }

        int gettimeofday(struct timeval *restrict now, void *restrict zone) {
            struct timespec time;
            (void)zone;
            int result = clock_gettime(CLOCK_REALTIME, &time);
            if (now) *now = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
            return result;
        }

        time_t time(time_t *now) {
            struct timespec time;
            clock_gettime(CLOCK_REALTIME, &time);
            if (now) *now = time.tv_sec;
            return time.tv_sec;
        }

        int adjtimex(struct timex *state) {
            static int (*real)(struct timex *);
            if (!real) real = (int (*)(struct timex *))dlsym(RTLD_NEXT, "adjtimex");
            if (real(state) < 0) return -1;
            state->status |= STA_UNSYNC;
            return TIME_ERROR;
        }

        """
}
