/// The effect of an exchange on its session, which precedes the response.
struct SessionExchange {
    /// The values of `{session.x}`.
    let values: [String: String]
    /// The value of Set-Cookie; `nil` for none.
    let cookie: String?

    /// The effect on a listener whose routes have no sessions.
    static let none = SessionExchange()

    private init() { (values, cookie) = ([:], nil) }

    /// Starts, changes or ends the session of a request according to the rule.
    ///
    /// - Parameter count: The number of the request among those of its route.
    /// - Throws: ``SessionRefusal`` if a value is too long. Nothing is changed then.
    init(
        _ rule: SessionRule?, _ table: SessionTable, _ request: ServedRequest, _ path: [String: String], count: Int
    ) throws(SessionRefusal) {
        var current = table.session(of: request)
        // A new session does not inherit the values of the previous one.
        if case .start = rule?.action { current = nil }
        let known = TemplateValues(
            request: request, path: path, session: Self.shown(current?.entry), count: count)
        var changes: [String: String] = [:]
        for value in rule?.values ?? [] {
            let text = value.template.filled(known) { $0 }
            guard text.utf8.count <= SessionRule.maxValueBytes else {
                throw SessionRefusal(name: value.name, bytes: text.utf8.count)
            }
            changes[value.name] = text
        }
        var cookie: String?
        if case .start(let expiry) = rule?.action {
            let started = table.start(for: request, expiry: expiry)
            cookie =
                "\(SessionTable.cookie)=\(started.token); Path=/; HttpOnly; SameSite=Lax; "
                + "Max-Age=\(expiry.components.seconds)"
            current = started
        }
        if !changes.isEmpty, let token = current?.token, let changed = table.set(changes, in: token) {
            current?.entry = changed
        }
        if case .end = rule?.action {
            table.end(request)
            cookie = "\(SessionTable.cookie)=; Path=/; Max-Age=0"
        }
        values = Self.shown(current?.entry)
        self.cookie = cookie
    }

    private static func shown(_ entry: SessionTable.Entry?) -> [String: String] {
        guard let entry else { return [:] }
        var values = entry.values
        values["number"] = "\(entry.number)"
        return values
    }
}
