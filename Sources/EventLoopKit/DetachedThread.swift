import Glibc

/// Threads of this library's own, which nobody joins.
enum DetachedThread {
    private final class Start {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread. Signals are not delivered to it: they belong to the threads for which the program meant them.
    ///
    /// - Throws: ``EventLoopError`` if the machine or this user has no more threads.
    static func start(_ body: @escaping @Sendable () -> Void) throws(EventLoopError) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        var thread = pthread_t()
        let context = Unmanaged.passRetained(Start(body)).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
        guard code == 0 else {
            Unmanaged<Start>.fromOpaque(context).release()
            throw EventLoopError("pthread_create", code)
        }
        pthread_detach(thread)
    }
}
