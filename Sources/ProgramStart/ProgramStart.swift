import CStaticData
import Dispatch
import Glibc
import LocaleText

/// What every program does before anything else.
public enum ProgramStart {
    /// Prepares the process: standard streams, signals, and room for descriptors. If there is too little room, the program ends
    /// with a line on standard error and status 3.
    ///
    /// It is called before any asynchronous code runs: the threads of libdispatch stop the program if they get no descriptors.
    ///
    /// - Parameters:
    ///   - program: The name of the program, for the line.
    ///   - descriptors: The number of open files without which the program cannot work.
    public static func prepare(_ program: String, descriptors: Int) {
        reserveStandardStreams()
        // A write beyond the limit of file sizes (`RLIMIT_FSIZE`) then fails with EFBIG, which is reported like a full disk. It is
        // a handler, since programs that are started would inherit an ignored signal.
        signal(SIGXFSZ) { _ in }
        if let problem = lackOfDescriptors(descriptors) {
            LocaleStandardError.write("\(program): \(problem)\n")
            _exit(3)
        }
        reserveDescriptorsOfThreads()
    }

    /// The number of descriptors below which a program may run out of them before libdispatch has opened its own.
    private static let enoughDescriptors = 64

    /// Has libdispatch open its descriptors while there are some. It opens them with its first thread and with its first timer, and
    /// stops the program (SIGILL) if it gets none, which would be after the program has opened its own.
    private static func reserveDescriptorsOfThreads() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            limit.rlim_cur < rlim_t(enoughDescriptors)
        else { return }
        let isReady = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { isReady.signal() }
        isReady.wait()
    }

    /// Maps the pages of static variables, for a program that uses most of them and ends soon.
    ///
    /// The variables are caches of the Swift runtime: they are read first, and written if they are empty. The first access maps a
    /// page of zeros, and the second one replaces it, for which the kernel interrupts every processor that runs a thread of the
    /// program (docs/decisions/0103).
    public static func populateStaticData() { netdiag_static_data_populate() }

    /// Ensures that descriptors 0, 1 and 2 are in use, so that no socket and no file becomes the standard output of a program
    /// that was started without one. Writing to them fails as it should.
    private static func reserveStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Raises the soft limit of open files if it is too low, or if inherited files take up most of it.
    ///
    /// - Returns: The reason why the program cannot work; `nil` if it can.
    private static func lackOfDescriptors(_ needed: Int) -> String? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        if limit.rlim_cur < rlim_t(needed) {
            limit.rlim_cur = min(limit.rlim_max, rlim_t(needed))
            guard limit.rlim_cur == rlim_t(needed), setrlimit(resource, &limit) == 0 else {
                return
                    "at most \(limit.rlim_max) files may be open, and \(needed) are needed; raise the limit: ulimit -n 1024"
            }
        }
        // The standard streams are among the needed ones.
        let room = needed - 3
        var free = freeDescriptors(upTo: room)
        guard free < room else { return nil }
        limit.rlim_cur = min(limit.rlim_max, limit.rlim_cur + rlim_t(room - free))
        if setrlimit(resource, &limit) == 0 { free = freeDescriptors(upTo: room) }
        guard free < room else { return nil }
        return
            "only \(free) more files may be open, and \(room) are needed: other files were inherited; close them, or raise the limit: ulimit -n 1024"
    }

    /// The number of further files that may be open, at most this many.
    private static func freeDescriptors(upTo count: Int) -> Int {
        let opened = (0..<count).map { _ in fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0) }.prefix { $0 >= 0 }
        for descriptor in opened { close(descriptor) }
        return opened.count
    }

    /// Raises the soft limit of open files for a server. The usual 1,024 are for programs that use select(2).
    ///
    /// - Parameter needed: The number of files that the server may have open; no more is allowed than the hard limit.
    /// - Returns: The limit from now on.
    public static func raiseDescriptorLimit(to needed: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        guard limit.rlim_cur < rlim_t(needed) else { return Int(clamping: limit.rlim_cur) }
        let old = limit.rlim_cur
        limit.rlim_cur = min(limit.rlim_max, rlim_t(needed))
        return Int(clamping: setrlimit(resource, &limit) == 0 ? limit.rlim_cur : old)
    }
}
