@testable import NetdiagService

/// The target, the host and the peer hello of a request.
enum APIRequestEntry: FuzzEntry {
    static let name = "api-request"

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        do {
            let (path, query) = try RequestTarget.split(text)
            try require(path.utf8.first == UInt8(ascii: "/"), "the path \(path.debugDescription)")
            try require(query.values.reduce(0) { $0 + $1.count } <= text.utf8.count, "more values than fit")
        } catch let problem as Problem {
            try requireShowable("\(problem.detail)", "the problem")
        }
        if let authority = Authority(text) {
            try require(
                authority.host.utf8.allSatisfy { 0x21...0x7e ~= $0 }, "the host \(authority.host.debugDescription)")
            // An address may be written shorter than it is shown: [::ffff:1.2.3.4].
            try require(authority.host.utf8.count <= text.utf8.count + 40, "a longer host")
        }
        guard let hello = PeerHello(text) else { return }
        try require(PeerHello(hello.text) == hello, "the hello \(hello) comes back as another")
        try require(hello.text.utf8.allSatisfy { 0x21...0x7e ~= $0 }, "the hello \(hello.text.debugDescription)")
    }
}
