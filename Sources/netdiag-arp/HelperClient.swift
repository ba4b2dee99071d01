import ARPWire
import Glibc

/// A connection, which waits for its question and then for the reply from the link.
struct HelperClient {
    let descriptor: CInt
    private(set) var deadline: Int64
    private(set) var inquiry: ARPInquiry?

    init(descriptor: CInt, deadline: Int64) {
        self.descriptor = descriptor
        self.deadline = deadline
    }

    /// The descriptor to poll.
    var watched: CInt { inquiry?.descriptor ?? descriptor }

    mutating func begin(_ inquiry: ARPInquiry) {
        self.inquiry = inquiry
        deadline = inquiry.deadline
    }

    /// - Returns: The reply as soon as it is known.
    mutating func proceed(isReady: Bool, at now: Int64) -> ARPReply? {
        defer { if let inquiry { deadline = inquiry.deadline } }
        return inquiry?.proceed(isReady: isReady, at: now)
    }

    func end() {
        inquiry?.end()
        close(descriptor)
    }
}
