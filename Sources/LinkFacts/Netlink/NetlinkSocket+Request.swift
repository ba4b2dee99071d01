import CNetlink
import Glibc
import NetworkModel

extension NetlinkSocket {
    /// Sends a request and passes every message of the response to the body.
    ///
    /// The kernel processes the request within `send(2)`, and the next part of a dump within `recvfrom(2)`, so that the
    /// response is always available: this only waits for the kernel's own lock, and a snapshot is read without processing a
    /// change in between. (If a kernel ever omitted a response, `SO_RCVTIMEO` would end the wait after a second.)
    ///
    /// - Returns: Whether the dump was consistent; false if something changed during it (`NLM_F_DUMP_INTR`).
    func perform(_ request: NetlinkRequest, _ body: (NetlinkMessage) -> Void) throws(LinkFactsError) -> Bool {
        lastSequence &+= 1
        let isDump = request.flags & NLM_F_DUMP == NLM_F_DUMP
        try send(request.bytes(sequence: lastSequence))
        var isConsistent = true
        while true {
            guard case .datagram(let datagram) = try receive() else {
                throw .noResponse(request.purpose)
            }
            for message in NetlinkMessages(datagram) where message.sequence == lastSequence {
                if message.has(NLM_F_DUMP_INTR) { isConsistent = false }
                switch message.type {
                case Int(NLMSG_NOOP): continue
                case Int(NLMSG_OVERRUN): throw .malformed(request.purpose)
                case Int(NLMSG_ERROR):
                    if let error = Self.error(message, of: request) { throw error }
                    return isConsistent
                case Int(NLMSG_DONE):
                    // An aborted dump has its error here.
                    if let code = message.payload.integer(at: 0, as: CInt.self), code < 0 {
                        throw .refused(request.purpose, code: -code, message: nil)
                    }
                    return isConsistent
                default:
                    body(message)
                    if !isDump { return isConsistent }
                }
            }
        }
    }

    /// Parses `struct nlmsgerr`, with the kernel's own text if there is one; the result is `nil` for an acknowledgement.
    static func error(_ message: NetlinkMessage, of request: NetlinkRequest) -> LinkFactsError? {
        guard let code = message.payload.integer(at: 0, as: CInt.self), code > CInt.min else {
            return .malformed(request.purpose)
        }
        guard code != 0 else { return nil }
        var text: String?
        if message.has(NLM_F_ACK_TLVS), message.has(NLM_F_CAPPED) {
            text =
                NetlinkAttributes(message.payload.from(4 + NetlinkMessage.headerLength))
                .first { $0.type == Int(NLMSGERR_ATTR_MSG.rawValue) }?.value.cString
        }
        return .refused(request.purpose, code: abs(code), message: text)
    }

    /// The maximum number of attempts at a consistent dump.
    static let maxDumps = 8

    /// Collects a dump, and repeats it if something changed during it.
    ///
    /// After eight inconsistent attempts the last one is used: on a machine with constant changes, there is nothing better.
    func dump<Record>(
        _ request: NetlinkRequest, _ parse: (NetlinkMessage) -> Record?
    ) throws(LinkFactsError) -> [Record] {
        var records: [Record] = []
        for _ in 0..<Self.maxDumps {
            records.removeAll(keepingCapacity: true)
            let isConsistent = try perform(request) { message in
                if let record = parse(message) { records.append(record) }
            }
            if isConsistent { break }
        }
        return records
    }
}
