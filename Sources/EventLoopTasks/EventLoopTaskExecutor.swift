package import NIOCore

/// Runs tasks on an event loop of SwiftNIO: what they do with its channels then takes no switch of threads.
///
/// What takes long must not be done there, since all connections of the loop wait for it.
package final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    package init(_ loop: any EventLoop) { self.loop = loop }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The closure holds the executor until the job has run.
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
