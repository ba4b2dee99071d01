import Glibc

/// The heap of all threads.
public enum HeapArena {
    /// One arena for all threads, before there are any others (mallopt(3), `M_ARENA_MAX`). Few threads allocate, and hardly
    /// at once; with an arena for each, what is freed in one is of no use to the others, and each grows by a system call a page
    /// or two at a time (mprotect(2)), a tenth of what a single check takes.
    public static func share() { _ = option?(maxArenas, 1) }

    private static let maxArenas: CInt = -8

    /// glibc's own; its header is in no module.
    private static let option: (@convention(c) (CInt, CInt) -> CInt)? = dlsym(nil, "mallopt").map {
        unsafeBitCast($0, to: (@convention(c) (CInt, CInt) -> CInt).self)
    }
}
