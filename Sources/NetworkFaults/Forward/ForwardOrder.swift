/// Where a request is forwarded to, and what is recorded of it.
struct ForwardOrder: Sendable {
    let upstream: Upstream
    /// What the listener calls itself in Via.
    let pseudonym: String
    /// Without what only the upstream knows.
    let entry: RequestLog.Entry
    let log: RequestLog
    let recorder: HARRecorder?

    func record(status: UInt, bodyBytes: Int = 0, failure: String? = nil) {
        var entry = entry
        (entry.status, entry.bodyBytes, entry.failure) = (status, bodyBytes, failure)
        log.record(entry)
    }
}
