import NetworkModel
import Synchronization
import Translations

/// The parts of the overview as HTML, rendered once for all pages that are open in one language.
///
/// If a hundred pages are open, each of them gets a message about the same change, and rendering it was most of the cost.
final class OverviewRendering: Sendable {
    /// A message with parts of the page.
    private struct Patch: Encodable {
        let schema = "netdiag.page-patch/1"
        /// The HTML of elements, by their ids.
        let parts: [String: String]
        let title: String
        let icon: String
        /// The text for screen readers; `nil` if it has not changed.
        let say: String?
    }

    private struct Contents: Hashable {
        let parts: [String: String]
        let say: String?
    }

    private struct Written {
        var rows: [String: String] = [:]
        /// The last message, which nearly all pages get.
        var last: (contents: Contents, json: [UInt8])?
    }

    let page: OverviewPage
    let verdict: String
    /// The parts above the targets, and the headings of the groups.
    let head: [(id: String, text: String)]
    let headings: [(id: String, text: String)]
    private let written = Mutex(Written())

    init(_ page: OverviewPage) {
        self.page = page
        verdict = page.verdict
        head = page.head.map { ($0.id, $0.html.text) }
        headings = page.groups.map { ($0.id, OverviewPage.headline($0).text) }
    }

    func row(_ member: TargetGroup.Member) -> String {
        let key = member.status.key
        if let row = written.withLock({ $0.rows[key] }) { return row }
        let row = page.row(member).text
        written.withLock { $0.rows[key] = row }
        return row
    }

    /// The message with these parts; `nil` if it cannot be encoded.
    func message(_ parts: [String: String], say: String?) -> [UInt8]? {
        let contents = Contents(parts: parts, say: say)
        if let json = written.withLock({ $0.last?.contents == contents ? $0.last?.json : nil }) { return json }
        let patch = Patch(
            parts: parts, title: "\(page.mark.symbol) \(page.title)", icon: PageAsset.icon(page.mark).path, say: say)
        guard let json = try? JSON.line(patch) else { return nil }
        written.withLock { $0.last = (contents, json) }
        return json
    }
}

/// The last rendering of the overview in each language.
actor OverviewRenderings {
    /// What a rendering shows.
    private struct Key: Hashable {
        let document: UInt64
        let generation: UInt64
        let results: UInt64
        let page: Int
    }

    private let store: StatusStore
    private let uptimes: UptimeCache
    private var last: [Language: (key: Key, at: ContinuousClock.Instant, rendering: OverviewRendering)] = [:]
    private let lifetime: Duration

    /// - Parameter lifetime: How long a rendering is used at most. Uptimes and the days until a certificate expires change
    ///   without a new result.
    init(store: StatusStore, uptimes: UptimeCache, lifetime: Duration = .seconds(1)) {
        self.store = store
        self.uptimes = uptimes
        self.lifetime = lifetime
    }

    /// - Parameter number: The number of the page of targets.
    func rendering(ofPage number: Int) async -> OverviewRendering {
        if let known = known(number) { return known }
        let uptimes = await uptimes.uptimes
        // Another page may have caused it meanwhile.
        if let known = known(number) { return known }
        let key = key(number)
        let rendering = OverviewRendering(OverviewPage(store, uptimes: uptimes, page: number))
        last[.current] = (key, .now, rendering)
        return rendering
    }

    private func key(_ number: Int) -> Key {
        Key(
            document: store.documentNumber, generation: store.recent.generation, results: store.recent.sequence,
            page: number)
    }

    private func known(_ number: Int) -> OverviewRendering? {
        guard let known = last[.current], known.key == key(number), known.at.duration(to: .now) < lifetime else {
            return nil
        }
        return known.rendering
    }
}
