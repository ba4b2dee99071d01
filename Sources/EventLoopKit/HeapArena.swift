import Glibc

/// The heap of all threads.
public enum HeapArena {
    /// Uses a single arena for all threads, if called before there are others (mallopt(3), `M_ARENA_MAX`). Few threads
    /// allocate, and rarely at once. With an arena for each, memory that is freed in one cannot be used by the others, and
    /// each grows by a system call for a page or two at a time (mprotect(2)), which takes a tenth of a single check.
    public static func share() { _ = option?(maxArenas, 1) }

    private static let maxArenas: CInt = -8

    /// glibc's own function, whose header is in no module.
    private static let option: (@convention(c) (CInt, CInt) -> CInt)? = dlsym(nil, "mallopt").map {
        unsafeBitCast($0, to: (@convention(c) (CInt, CInt) -> CInt).self)
    }
}
