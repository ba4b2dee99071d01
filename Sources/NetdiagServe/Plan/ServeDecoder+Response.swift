import Glibc
import NIOCore
import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Decodes responses of serve.yaml.
extension ServeDecoder {
    static let responseKeys = [
        "status", "headers", "text", "json", "file", "directory", "writable", "bytes", "random", "events", "chunks",
        "interval",
        "rounds", "redirect", "echo", "upload", "first_byte", "pace", "to",
    ]

    private static let bodyKeys = [
        "text", "json", "file", "directory", "bytes", "random", "events", "chunks", "redirect", "echo",
        "upload", "to",
    ]

    mutating func response(_ group: Group, _ path: PathPattern) -> ResponsePlan {
        var plan = ResponsePlan()
        let bodies = Self.bodyKeys.compactMap { group[$0] }.sorted { $0.line < $1.line }
        if bodies.count > 1 {
            settings.refuse(bodies[1], "and \(bodies[0].name) cannot be combined; a response has one body")
        }
        if let body = bodies.first, let key = Self.bodyKeys.first(where: { group[$0]?.name == body.name }) {
            plan = self.body(key, body, group, path)
        }
        for (key, owners) in [
            ("interval", ["events", "chunks"]), ("rounds", ["events"]), ("writable", ["directory"]),
        ] where owners.allSatisfy({ group[$0] == nil }) {
            if let setting = group[key] {
                settings.refuse(setting, "needs \(owners.map { $0 + ":" }.joined(separator: " or "))")
            }
        }
        if let setting = group["status"], let status = settings.integer(setting, in: 200...599) {
            plan.status = UInt(status)
            // RFC 9110 sections 15.3.5 and 15.4.5.
            if [204, 304].contains(status), let body = bodies.first, body.name != group["redirect"]?.name {
                settings.refuse(
                    body, "and status: \(status) cannot be combined; a response with this status has no body")
            }
        }
        transfer(group, path, &plan)
        return plan
    }

    /// Reads the header fields, and the timing of the response.
    mutating func transfer(_ group: Group, _ path: PathPattern, _ plan: inout ResponsePlan) {
        if let headers = group["headers"] { plan.headers += fields(headers, path) }
        if let setting = group["first_byte"], let text = settings.text(setting, "a delay, as in 200ms or 100ms..300ms")
        {
            plan.firstByte = value(setting) { () throws(SettingsError) in try Delay(text) }
        }
        if let setting = group["pace"], let text = settings.text(setting, "a pace, as in 10kB/s") {
            plan.pace = value(setting) { () throws(SettingsError) in try SendRate(text) }
        }
    }

    private mutating func body(
        _ key: String, _ setting: Setting, _ group: Group, _ path: PathPattern
    ) -> ResponsePlan {
        switch key {
        case "text": return ResponsePlan(template(setting, path).map { .text($0) } ?? .empty)
        case "json":
            guard let template = template(setting, path) else { return ResponsePlan() }
            // It may be invalid on purpose, to test clients.
            if let problem = template.problemAsJSON {
                addNote(setting, "is not valid JSON, and is sent as it is: \(problem)")
            }
            return ResponsePlan(.json(template))
        case "to": return forwarding(setting)
        case "redirect":
            guard let text = settings.text(setting, "a place, as in /new") else { return ResponsePlan() }
            // A location from the request would be an open redirect.
            guard ResponseTemplate(text).constant != nil else {
                settings.refuse(setting, "has a placeholder; redirects can lead only to configured destinations")
                return ResponsePlan()
            }
            guard Self.isReference(text) else {
                settings.refuse(
                    setting,
                    "\(SafeText.shown(text)) is not a valid URL or path; write one like /new or https://www.example.org/"
                )
                return ResponsePlan()
            }
            return .redirect(to: text)
        case "file":
            guard let text = settings.text(setting, "a file") else { return ResponsePlan() }
            if access(resolved(text), R_OK) != 0 {
                addNote(
                    setting,
                    "\(SafeText.shown(resolved(text))) cannot be read (\(String(cString: strerror(errno)))); until it can, the answer is 500"
                )
            }
            return ResponsePlan(.file(path: resolved(text)))
        case "directory":
            guard let text = settings.text(setting, "a directory") else { return ResponsePlan() }
            guard path.segments.last == .rest else {
                settings.refuse(setting, "is for a route that ends with /*")
                return ResponsePlan()
            }
            do {
                let root = try DirectoryRoot(resolved(text))
                let isWritable = group["writable"].flatMap { settings.boolean($0) } ?? false
                return ResponsePlan(.directory(root, isWritable: isWritable))
            } catch {
                settings.refuse(setting, "cannot be served: \(error)")
                return ResponsePlan()
            }
        case "upload": return ResponsePlan(upload(setting).map { .upload($0) } ?? .empty)
        case "bytes":
            guard let inner = settings.group(setting, known: ["text", "count"]) else { return ResponsePlan() }
            let text = inner["text"].flatMap { settings.text($0, "a string to repeat") } ?? "x"
            if let empty = inner["text"], text.isEmpty { settings.refuse(empty, "is empty; write what is repeated") }
            guard let count = size(inner["count"], beside: setting), !text.isEmpty else { return ResponsePlan() }
            return ResponsePlan(.repeated(ByteBuffer(string: text), count: count))
        case "random":
            return ResponsePlan(size(setting, beside: setting).map { .random(count: $0) } ?? .empty)
        case "events", "chunks":
            if case .sequence(let texts) = setting.node.content, texts.isEmpty {
                settings.refuse(setting, "is empty; write at least one text")
            }
            let templates = items(setting, "texts", max: 10_000).compactMap { template($0, path) }
            let interval =
                group["interval"].flatMap { duration($0, in: .zero ... .seconds(600)) } ?? .zero
            guard key == "events" else { return ResponsePlan(.chunks(templates, interval: interval)) }
            let rounds = group["rounds"].flatMap { settings.integer($0, in: 1...1_000_000, unit: "rounds") } ?? 1
            return ResponsePlan(.events(templates, interval: interval, rounds: rounds))
        default:
            return ResponsePlan(settings.boolean(setting) == true ? .echo : .empty)
        }
    }

    /// Whether a text has only characters of a URL reference (RFC 3986 section 2).
    private static func isReference(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
            }
    }

    private mutating func upload(_ setting: Setting) -> UploadPlan? {
        guard let group = settings.group(setting, known: ["max", "types"]) else { return nil }
        var plan = UploadPlan()
        if let max = group["max"], let count = size(max, beside: max) {
            if count <= plan.maxBytes {
                plan.maxBytes = count
            } else {
                settings.refuse(max, "is above 8 MiB, which a body has at most")
            }
        }
        for type in group["types"].map({ items($0, "types, as in - image/png", max: 100) }) ?? [] {
            guard let text = settings.text(type, "a type, as in image/png") else { continue }
            guard UploadPlan.isKnown(text) else {
                settings.refuse(
                    type,
                    "\(SafeText.shown(text)) cannot be recognised by its first bytes; known are \(UploadPlan.knownTypes.joined(separator: ", "))"
                )
                continue
            }
            plan.types.append(text)
        }
        return plan
    }

    /// Adds a note about a setting that may be a mistake.
    private mutating func addNote(_ setting: Setting, _ text: String) {
        guard notes.count < Self.maxNotes else { return }
        let name = text.hasPrefix("\"") ? setting.name + ":" : setting.name
        notes.append("\(SafeText.escapedPath(settings.problems.file)):\(setting.line): \(name) \(text)")
    }

    /// The path relative to the directory of the configuration file.
    func resolved(_ path: String) -> String { path.hasPrefix("/") ? path : directory + path }

    private mutating func size(_ setting: Setting?, beside other: Setting) -> Int? {
        guard let setting else {
            settings.refuse(other, "needs a count; write count: 10kB")
            return nil
        }
        guard let text = settings.text(setting, "a size, as in 10kB") else { return nil }
        return value(setting) { () throws(SettingsError) in try SendRate.size(text) }
    }

    /// A text with placeholders. Their variables must exist in the path.
    mutating func template(_ setting: Setting, _ path: PathPattern) -> ResponseTemplate? {
        guard let text = settings.text(setting, "a string") else { return nil }
        let template = ResponseTemplate(text)
        let names = path.segments.compactMap { if case .variable(let name) = $0 { name } else { nil } }
        if let unknown = template.pathNames.first(where: { !names.contains($0) }) {
            settings.refuse(
                setting, "has {path.\(SafeText.escaped(unknown))}, and \(path) has no {\(SafeText.escaped(unknown))}")
        }
        for name in template.sessionNames { sessionUses.append((setting, name)) }
        for (text, meant) in template.misspelt(variables: names) {
            addNote(setting, "has \(text), which is sent as it is; did you mean \(meant)?")
        }
        return template
    }

    /// Header fields of a response, each validated (RFC 9110 section 5).
    mutating func fields(_ setting: Setting, _ path: PathPattern) -> [(name: String, value: ResponseTemplate)] {
        guard case .mapping(let entries) = setting.node.content, entries.count <= 100 else {
            settings.refuse(setting, "is \(setting.node.kind); write name: value, at most 100")
            return []
        }
        let reserved = ["content-length", "transfer-encoding", "connection"]
        return entries.compactMap { entry in
            let named = Setting(name: "\(setting.name).\(SafeText.escaped(entry.key))", node: entry.value)
            let isToken =
                !entry.key.isEmpty
                && entry.key.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
            guard isToken, !reserved.contains(entry.key.lowercased()) else {
                settings.refuse(
                    named, "cannot be sent; framing is the server's, and names are letters, digits and hyphens")
                return nil
            }
            guard let template = template(named, path) else { return nil }
            let isGood = template.parts.allSatisfy { part in
                if case .text(let text) = part {
                    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
                } else {
                    true
                }
            }
            guard isGood else {
                settings.refuse(named, "has a control character; a field is one line")
                return nil
            }
            return (entry.key, template)
        }
    }
}
