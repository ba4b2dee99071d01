import Glibc
import NetworkModel
import Synchronization
import Translations

/// Shows the layers of a running check: redrawn in place if the terminal supports it, and otherwise a line for each layer when
/// it is known.
final class LayerProgressView: Sendable {
    private struct State {
        /// The number of lines to overwrite.
        var height = 0
        var told: [Layer: Row] = [:]
    }

    /// What a row said. The interfaces and addresses on the way to the resolvers may not be those on the way to the target,
    /// so that these rows are written again if they change.
    struct Row: Equatable {
        let status: ConnectionStatus
        let summary: String?

        init(_ report: LayerReport) {
            status = report.status
            // An address is usable or not depending on the destination.
            summary =
                switch report.evidence?.value {
                case let evidence as AddressEvidence:
                    (evidence.usable + evidence.unusable).map(\.address.address.description).sorted().joined(
                        separator: ", ")
                case let evidence as LinkEvidence: evidence.summary
                default: nil
                }
        }
    }

    private let state = Mutex(State())
    private let terminal = Terminal(descriptor: STDOUT_FILENO)
    private let canRedraw: Bool

    init() {
        canRedraw = terminal.isInteractive && !["", "dumb"].contains(Environment.value("TERM") ?? "")
    }

    /// Shows the layers that have become known.
    func show(_ report: Report) {
        state.withLock { state in
            if canRedraw { redraw(report, isOver: false, &state) } else { appendRows(report, &state) }
        }
    }

    /// Shows the final layers.
    func end(with report: Report) {
        state.withLock { state in
            if canRedraw { redraw(report, isOver: true, &state) } else { appendRows(report, &state) }
        }
    }

    private func redraw(_ report: Report, isOver: Bool, _ state: inout State) {
        var page = Page(for: terminal)
        page.table(isOver ? report.ladder(page.glyphs) : report.ladder(page.glyphs, unseen: page.glyphs.ellipsis))
        let back = state.height > 0 ? "\u{1b}[\(state.height)A\u{1b}[J" : ""
        state.height = page.bytes.count { $0 == UInt8(ascii: "\n") }
        try? StandardStream.write(Array(back.utf8) + page.bytes)
    }

    private func appendRows(_ report: Report, _ state: inout State) {
        var news = report
        news.layers = report.layers.filter { $0.status != .noErr && state.told[$0.layer] != Row($0) }
        guard !news.layers.isEmpty else { return }
        for layer in news.layers { state.told[layer.layer] = Row(layer) }
        var page = Page(for: terminal)
        for row in news.ladder(page.glyphs).rows {
            // Rows that are written one at a time are aligned to the longest layer name.
            let longest = Layer.shared.map { DisplayWidth.of($0.localName) }.max() ?? 0
            let gap = String(repeating: " ", count: max(longest + 2 - row[1].width, 1))
            page.line(row[0] + "  " + row[1] + Text(gap) + row[2], hang: 12)
        }
        try? StandardStream.write(page.bytes)
    }
}
