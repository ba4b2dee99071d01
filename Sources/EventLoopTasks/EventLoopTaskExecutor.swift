package import NIOCore

/// Runs tasks on a SwiftNIO event loop, so that they can use its channels without switching threads.
///
/// Tasks must not block, since all connections of the event loop would wait for them.
package final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    package init(_ loop: any EventLoop) { self.loop = loop }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The closure retains the executor until the job has run.
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
