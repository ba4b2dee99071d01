import NIOCore
import NetworkModel
import Translations

/// The updates of an open page: parts of the overview as HTML, rendered when the browser reads them, or a request to
/// reload.
///
/// Nothing is queued for a slow browser, which receives the current state when it reads.
actor PageFeed {
    nonisolated let flag = CoalescingSignal()
    private let view: PageView
    /// The language of the page.
    private let language: Language
    private let store: StatusStore
    private let renderings: OverviewRenderings
    private var version: PageVersion
    private var isFirst = true
    private var sent: [String: String] = [:]
    private var ranks: [String: Int] = [:]
    private var verdict: String?
    private var toldAt: ContinuousClock.Instant?

    /// The minimum time between two messages, so that simultaneous changes are sent together.
    private static let pause = Duration.milliseconds(200)
    /// The minimum time between two messages that reload the page.
    private static let longPause = Duration.seconds(1)

    init(
        _ view: PageView, in language: Language, since version: PageVersion, store: StatusStore,
        renderings: OverviewRenderings
    ) {
        self.view = view
        self.language = language
        self.version = version
        self.store = store
        self.renderings = renderings
    }

    /// The next message; `nil` at the end.
    func next() async -> ByteBuffer? {
        while true {
            switch await flag.wait() {
            case .over: return nil
            case .heartbeat: return ByteBuffer(string: ":\n\n")
            case .news:
                await rest()
                if let message = await Language.$current.withValue(language, operation: { await message() }) {
                    toldAt = .now
                    return message
                }
            }
        }
    }

    private func rest() async {
        guard let toldAt else { return }
        let pause = if case .overview = view { Self.pause } else { Self.longPause }
        try? await Task.sleep(until: toldAt + pause)
    }

    private func message() async -> ByteBuffer? {
        let now = PageVersion(store)
        let before = version
        version = now
        let wasFirst = isFirst
        isFirst = false
        let beginning = wasFirst ? "retry: 2000\n" : ""
        guard before.run == now.run, before.generation == now.generation else { return Self.reload(beginning, now) }
        switch view {
        case .overview(let page):
            let rendering = await renderings.rendering(ofPage: page)
            guard let parts = parts(of: rendering, since: before.result, isFirst: wasFirst) else {
                return Self.reload(beginning, now)
            }
            let say = verdict != rendering.verdict && !wasFirst ? rendering.verdict : nil
            verdict = rendering.verdict
            guard wasFirst || !parts.isEmpty, let json = rendering.message(parts, say: say) else { return nil }
            return Self.message(beginning, "patch", now, json)
        case .target(let key):
            let isNews = store.recent.changes(since: before.result).keys.contains(key)
            return isNews ? Self.reload(beginning, now) : wasFirst ? Self.quiet(beginning, now) : nil
        case .incidents, .links, .services, .peers:
            let isNews = store.events.lastNumber(of: view.kinds) > before.event
            return isNews ? Self.reload(beginning, now) : wasFirst ? Self.quiet(beginning, now) : nil
        }
    }

    /// The parts that the page does not have yet.
    ///
    /// - Returns: `nil` if the page must be reloaded.
    private func parts(of rendering: OverviewRendering, since result: UInt64, isFirst: Bool) -> [String: String]? {
        let page = rendering.page
        let changed = store.recent.changes(since: result).keys
        let isWhole = OverviewPage.pages(of: page.document.targets.count) == 1
        var parts: [String: String] = [:]
        for (id, text) in rendering.head + (isWhole ? rendering.headings : [])
        where sent.updateValue(text, forKey: id) != text {
            parts[id] = text
        }
        for group in page.groups {
            for member in group.targets {
                let key = member.status.key
                let hasMoved =
                    ranks.updateValue(member.rank, forKey: key).map { $0 != member.rank } ?? (member.mark != .up)
                // With several pages, other pages may now begin with other targets.
                if hasMoved, !isWhole, !isFirst { return nil }
                guard changed.contains(key) || hasMoved else { continue }
                parts[TargetRow.id(key)] = rendering.row(member)
            }
        }
        return parts
    }

    private static func reload(_ beginning: String, _ version: PageVersion) -> ByteBuffer {
        message(beginning, "reload", version, Array("{\"schema\":\"netdiag.page-reload/1\"}".utf8))
    }

    /// A message with only the id.
    private static func quiet(_ beginning: String, _ version: PageVersion) -> ByteBuffer {
        ByteBuffer(string: "\(beginning)id: \(version.text)\n\n")
    }

    private static func message(_ beginning: String, _ kind: String, _ version: PageVersion, _ json: [UInt8])
        -> ByteBuffer
    {
        var buffer = ByteBuffer(string: "\(beginning)id: \(version.text)\nevent: \(kind)\ndata: ")
        buffer.writeBytes(json)
        // JSON on one line needs only one `data:` line; the empty line ends the event.
        buffer.writeString("\n\n")
        return buffer
    }
}
