import NetworkModel

/// The dialogue on the control connection, in steps: the verbs of commands (never their arguments, since a password is one of
/// them), and the last reply to each.
struct FTPControlSession: Sendable {
    /// The maximum number of bytes in the replies to one command (RFC 959 section 4.2 has no limit).
    static let maxReplyBytes = 64 * 1_024
    static let maxSteps = 64

    /// The last line of a reply.
    struct Reply: Sendable, Hashable {
        /// The code, 100 to 599.
        var code: Int
        /// The text with the code, at most 300 Unicode scalars.
        var text: String
    }

    private struct Step: Sendable {
        var name: String
        var reply: String?
        var began: ContinuousClock.Instant
        var ended: ContinuousClock.Instant
    }

    private var record: [Step]
    /// The verb of the last command; `nil` before the first one.
    private(set) var verb: String?
    /// The last reply to that command.
    private(set) var reply: Reply?
    /// Whether the transfer of the last command began (1xx).
    private(set) var isUnderWay = false
    /// Whether the server accepted the login, or continued without one.
    private(set) var isLoggedIn = false
    /// A line that is not part of a reply, received before the first reply.
    private(set) var strangeLine: String?
    private(set) var isEndless = false
    /// Whether `PASV` was sent before the reply to the previous command arrived. libcurl 7.88 does so if the data connection
    /// of `EPSV` fails meanwhile, and takes that reply for the one to `PASV`.
    private(set) var isOutOfStep = false
    /// Whether `QUIT` was sent, which does not change earlier results.
    private(set) var isLeaving = false
    /// The size of a file, as reported by `SIZE` and `MDTM` (RFC 3659 sections 3 and 4).
    private(set) var size: Int?
    private(set) var modified: String?
    /// The step that the late reply belongs to, until it has arrived.
    private var lateStep: Int?
    private var replyBytes = 0
    private var hasGreeted = false

    init() {
        record = [Step(name: "greeting", began: .now, ended: .now)]
    }

    /// Whether the server has sent anything.
    var hasBegun: Bool { hasGreeted }

    var steps: [FTPEvidence.Step] {
        record.filter { $0.reply != nil || $0.name != "greeting" || record.count == 1 }.map {
            FTPEvidence.Step(name: $0.name, reply: $0.reply, duration: $0.began.duration(to: $0.ended))
        }
    }

    mutating func beginJob() {
        (size, modified) = (nil, nil)
        (isOutOfStep, lateStep) = (false, nil)
    }

    mutating func sent(_ line: UnsafeBufferPointer<UInt8>) {
        let word = line.prefix { $0 > 0x20 }.prefix(16)
        let verb = String(decoding: word, as: UTF8.self).uppercased()
        replyBytes = 0
        // libcurl ends with ABOR if it has read part of a file.
        isLeaving = verb == "QUIT" || verb == "ABOR"
        // After EPSV and its reply, whatever that was, PASV is the next regular command.
        if verb == "PASV", let before = self.verb, before != "EPSV", reply.map({ $0.code < 200 }) ?? true {
            (isOutOfStep, lateStep) = (true, record.count - 1)
        }
        if !isLeaving { (self.verb, reply, isUnderWay) = (verb, nil, false) }
        let name = Self.step(of: verb)
        guard record.last?.name != name, record.count < Self.maxSteps else {
            record[record.count - 1].ended = .now
            return
        }
        record.append(Step(name: name, began: .now, ended: .now))
    }

    /// Processes a line of the server.
    ///
    /// - Returns: Whether to continue.
    mutating func received(_ line: UnsafeRawBufferPointer) -> Bool {
        replyBytes += line.count
        guard replyBytes <= Self.maxReplyBytes else {
            isEndless = true
            return false
        }
        let digits = line.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ 0x30...0x39 ~= $0 }), let code = Int(Self.text(digits)),
            (100...599).contains(code)
        else {
            // The response of a proxy to CONNECT is not the server's. The inner lines of a reply may contain anything.
            if !hasGreeted, verb == nil, strangeLine == nil { strangeLine = Self.shownText(line) }
            return true
        }
        // A hyphen means that more lines follow.
        if line.count > 3, line[3] == UInt8(ascii: "-") {
            hasGreeted = true
            return true
        }
        handle(Reply(code: code, text: Self.shownText(line)))
        return true
    }

    /// Processes libcurl's messages about its own work. It shortens lines that do not fit into its buffer, and passes them to
    /// no callback.
    mutating func processMessage(_ text: UnsafeBufferPointer<UInt8>) {
        if text.starts(with: "Excessive server response line length".utf8) { isEndless = true }
    }

    private mutating func handle(_ reply: Reply) {
        hasGreeted = true
        // 421 can be the reply to any command (RFC 959 section 4.2.2).
        if let step = lateStep, reply.code != 421 {
            (record[step].reply, record[step].ended) = (reply.text, .now)
            if reply.code >= 200 { lateStep = nil }
            return
        }
        if reply.code == 220, isLeaving || record.count == 1 || verb == nil {
            // This is a further connection, after one that was abandoned.
            if record.count > 1 { record.append(Step(name: "greeting", began: .now, ended: .now)) }
            isLeaving = false
        }
        record[record.count - 1].reply = reply.text
        record[record.count - 1].ended = .now
        guard !isLeaving else { return }
        self.reply = reply
        if reply.code < 200 { isUnderWay = true }
        switch verb {
        case "SIZE" where reply.code == 213: size = Int(reply.text.dropFirst(4).prefix { $0.isNumber })
        case "MDTM" where reply.code == 213: modified = String(reply.text.unicodeScalars.dropFirst(4).prefix(32))
        case "USER" where reply.code / 100 == 2, "PASS" where reply.code / 100 == 2, "ACCT" where reply.code / 100 == 2:
            isLoggedIn = true
        default: break
        }
    }

    /// The step that a command belongs to.
    private static func step(of verb: String) -> String {
        switch verb {
        case "CONNECT": "proxy"
        case "AUTH", "PBSZ", "PROT", "CCC": "tls"
        case "USER", "PASS", "ACCT": "login"
        case "PWD", "CWD", "SYST": "directory"
        case "EPSV", "PASV": "passive"
        case "EPRT", "PORT": "active"
        case "MLSD", "LIST", "NLST": "list"
        case "RETR": "retrieve"
        case "STOR", "APPE": "store"
        case "RNFR", "RNTO": "rename"
        case "DELE": "delete"
        case "MKD": "make-directory"
        case "QUIT", "ABOR": "quit"
        case "SIZE", "MDTM": "facts"
        case "TYPE", "REST", "OPTS", "MODE", "STRU": "prepare"
        default: "other"
        }
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

    private static func shownText(_ line: UnsafeRawBufferPointer) -> String {
        String(text(line.prefix(1_200).prefix { $0 != 13 && $0 != 10 }).unicodeScalars.prefix(300))
    }
}
