import NIOCore

/// Runs tasks on an event loop: what they do with its channels then takes no switch of threads.
///
/// What takes long must not be done there, since all connections of the loop wait for it.
final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The closure holds the executor until the job has run.
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
