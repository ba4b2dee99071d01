/// The destination of a forwarded request, and the data to record.
struct ForwardOrder: Sendable {
    let upstream: Upstream
    /// The listener's pseudonym in the field Via.
    let pseudonym: String
    /// The entry for the log, without the data that the upstream provides.
    let entry: RequestLog.Entry
    let log: RequestLog
    let recorder: HARRecorder?

    func record(status: UInt, bodyBytes: Int = 0, failure: String? = nil) {
        var entry = entry
        (entry.status, entry.bodyBytes, entry.failure) = (status, bodyBytes, failure)
        log.record(entry)
    }
}
