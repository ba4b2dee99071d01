/// The health of a service as reported by the server (`HealthCheckResponse.ServingStatus` of grpc.health.v1).
public enum GRPCHealth: String, Sendable, Hashable, Codable, CaseIterable {
    /// `UNKNOWN`: the health is not determined yet.
    case unknown
    /// `SERVING`: the service accepts calls.
    case serving
    /// `NOT_SERVING`: the service does not accept calls.
    case notServing = "not-serving"
    /// `SERVICE_UNKNOWN`, which only `Watch` returns.
    case serviceUnknown = "service-unknown"
    /// An undefined number.
    case other

    init(_ number: UInt64) {
        self =
            switch number {
            case 0: .unknown
            case 1: .serving
            case 2: .notServing
            case 3: .serviceUnknown
            default: .other
            }
    }

    /// The name in the protocol.
    var words: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .serving: "SERVING"
        case .notServing: "NOT_SERVING"
        case .serviceUnknown: "SERVICE_UNKNOWN"
        case .other: "a status that is not known here"
        }
    }
}

/// The two messages of a health check, in their frames (grpc/doc/PROTOCOL-HTTP2.md, Length-Prefixed-Message).
///
/// They contain only a string and a number, so a Protocol Buffers library and its code generator would be larger than
/// this code. Messages are parsed in memory, which bounds them.
enum GRPCHealthMessage {
    /// What is wrong with a response.
    struct Malformed: Error {
        let detail: String

        init(_ detail: String) { self.detail = detail }
    }

    private static let headBytes = 5
    /// The maximum length of a varint in bytes.
    private static let maxVarintBytes = 10

    /// Encodes `HealthCheckRequest`: the service is field 1; an empty text is not written.
    static func request(_ service: String) -> [UInt8] {
        let name = Array(service.utf8)
        var message: [UInt8] = []
        if !name.isEmpty {
            message.append(1 << 3 | 2)
            var count = name.count
            while count > 0x7f {
                message.append(UInt8(truncatingIfNeeded: count) | 0x80)
                count >>= 7
            }
            message.append(UInt8(count))
            message += name
        }
        let length = UInt32(message.count)
        return [0] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - $0 * 8)) } + message
    }

    /// Parses `HealthCheckResponse`: the status is field 1, and 0 if it is missing; other fields are skipped.
    static func health(in body: [UInt8]) throws(Malformed) -> GRPCHealth {
        guard body.count >= headBytes else { throw Malformed("it ends within the head of its message") }
        guard body[0] == 0 else { throw Malformed("its message is compressed, for which it was not asked") }
        let length = body[1..<headBytes].reduce(0) { $0 << 8 | Int($1) }
        guard length == body.count - headBytes else {
            throw Malformed("its message has \(body.count - headBytes) bytes, and says \(length)")
        }
        var rest = body[headBytes...]
        var status: UInt64 = 0
        while !rest.isEmpty {
            let tag = try varint(&rest)
            switch tag & 7 {
            case 0:
                let value = try varint(&rest)
                // If there are several, the last one counts.
                if tag >> 3 == 1 { status = value }
            case 1: try skip(8, &rest)
            case 2: try skip(try varint(&rest), &rest)
            case 5: try skip(4, &rest)
            default: throw Malformed("its message has a field of type \(tag & 7)")
            }
        }
        return GRPCHealth(status)
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) throws(Malformed) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<maxVarintBytes {
            guard let byte = rest.popFirst() else { throw Malformed("its message ends in the middle") }
            value |= UInt64(byte & 0x7f) << UInt64(index * 7)
            if byte < 0x80 { return value }
        }
        throw Malformed("its message has a number without an end")
    }

    private static func skip(_ count: UInt64, _ rest: inout ArraySlice<UInt8>) throws(Malformed) {
        guard count <= rest.count else { throw Malformed("its message ends in the middle") }
        rest = rest.dropFirst(Int(count))
    }
}
