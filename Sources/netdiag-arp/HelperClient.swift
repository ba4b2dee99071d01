import ARPWire
import Glibc

/// A connection: first its question is waited for, then the link's answer.
struct HelperClient {
    let descriptor: CInt
    private(set) var deadline: Int64
    private(set) var inquiry: ARPInquiry?

    init(descriptor: CInt, deadline: Int64) {
        self.descriptor = descriptor
        self.deadline = deadline
    }

    /// What is to be polled.
    var watched: CInt { inquiry?.descriptor ?? descriptor }

    mutating func begin(_ inquiry: ARPInquiry) {
        self.inquiry = inquiry
        deadline = inquiry.deadline
    }

    /// - Returns: The answer, as soon as it is known.
    mutating func proceed(isReady: Bool, at now: Int64) -> ARPReply? {
        defer { if let inquiry { deadline = inquiry.deadline } }
        return inquiry?.proceed(isReady: isReady, at: now)
    }

    func end() {
        inquiry?.end()
        close(descriptor)
    }
}
