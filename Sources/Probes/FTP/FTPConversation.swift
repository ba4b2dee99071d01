import NetworkModel

/// The dialogue on the control connection, in steps: the verbs of commands (never their arguments, since a password is one of
/// them) and the last reply to each.
struct FTPConversation: Sendable {
    /// Bytes that the replies to one command may have (RFC 959 section 4.2 knows no limit).
    static let maxReplyBytes = 64 * 1_024
    static let maxSteps = 64

    /// The last line of a reply.
    struct Reply: Sendable, Hashable {
        /// 100 to 599.
        var code: Int
        /// With the code, at most 300 Unicode scalars.
        var text: String
    }

    private struct Step: Sendable {
        var name: String
        var reply: String?
        var began: ContinuousClock.Instant
        var ended: ContinuousClock.Instant
    }

    private var record: [Step]
    /// Of the command that was sent last; `nil` before the first.
    private(set) var verb: String?
    /// The last reply to that command.
    private(set) var reply: Reply?
    /// Whether the transfer that the last command asked for was begun (1xx).
    private(set) var isUnderWay = false
    /// Whether the server took the login, or went on without one.
    private(set) var isLoggedIn = false
    /// A line that is no part of a reply, while none had come.
    private(set) var strangeLine: String?
    private(set) var isEndless = false
    /// Whether `PASV` was sent while the reply to the command before was still on its way: so libcurl 7.88 does where the
    /// data connection of `EPSV` fails meanwhile, and it takes that reply for the one to `PASV`.
    private(set) var isOutOfStep = false
    /// Whether `QUIT` was sent, which changes nothing of what came before.
    private(set) var isLeaving = false
    /// Of a file, as `SIZE` and `MDTM` say (RFC 3659 sections 3 and 4).
    private(set) var size: Int?
    private(set) var modified: String?
    /// Which of the steps that reply belongs to, until it has come.
    private var lateStep: Int?
    private var replyBytes = 0
    private var hasGreeted = false

    init() {
        record = [Step(name: "greeting", began: .now, ended: .now)]
    }

    /// Whether the server has said anything.
    var hasBegun: Bool { hasGreeted }

    var steps: [FTPEvidence.Step] {
        record.filter { $0.reply != nil || $0.name != "greeting" || record.count == 1 }.map {
            FTPEvidence.Step(name: $0.name, reply: $0.reply, duration: $0.began.duration(to: $0.ended))
        }
    }

    /// The reply to the last command, or the greeting, for people.
    var lastReply: String? { record.last { $0.reply != nil }?.reply }

    mutating func beginJob() {
        (size, modified) = (nil, nil)
        (isOutOfStep, lateStep) = (false, nil)
    }

    mutating func sent(_ line: UnsafeBufferPointer<UInt8>) {
        let word = line.prefix { $0 > 0x20 }.prefix(16)
        let verb = String(decoding: word, as: UTF8.self).uppercased()
        replyBytes = 0
        // libcurl takes leave with ABOR where it read a part of a file.
        isLeaving = verb == "QUIT" || verb == "ABOR"
        // Behind EPSV, which was answered, whatever the answer was, PASV is the next in turn.
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

    /// Takes a line of the server.
    ///
    /// - Returns: Whether it is to go on.
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
            // What a proxy answers to CONNECT is not the server's; the inner lines of a reply may be anything.
            if !hasGreeted, verb == nil, strangeLine == nil { strangeLine = Self.shownText(line) }
            return true
        }
        // A hyphen: more lines follow.
        if line.count > 3, line[3] == UInt8(ascii: "-") {
            hasGreeted = true
            return true
        }
        handle(Reply(code: code, text: Self.shownText(line)))
        return true
    }

    /// Takes what libcurl tells of its own work: lines that do not fit into its buffer it shortens, and hands nobody.
    mutating func noticed(_ text: UnsafeBufferPointer<UInt8>) {
        if text.starts(with: "Excessive server response line length".utf8) { isEndless = true }
    }

    private mutating func handle(_ reply: Reply) {
        hasGreeted = true
        // 421 is said whatever was asked (RFC 959 section 4.2.2).
        if let step = lateStep, reply.code != 421 {
            (record[step].reply, record[step].ended) = (reply.text, .now)
            if reply.code >= 200 { lateStep = nil }
            return
        }
        if reply.code == 220, isLeaving || record.count == 1 || verb == nil {
            // A further connection, behind one that was left.
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

    /// What a command is a part of.
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
