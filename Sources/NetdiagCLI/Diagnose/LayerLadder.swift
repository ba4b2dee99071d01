import Glibc
import NetworkModel
import Synchronization
import Translations

/// The layers of a check while it runs: drawn anew in place on a terminal that can, else a line for each as it is known.
final class LayerLadder: Sendable {
    private struct State {
        /// Lines that are to be drawn over.
        var height = 0
        var told: [Layer: ConnectionStatus] = [:]
    }

    private let state = Mutex(State())
    private let terminal = Terminal(descriptor: STDOUT_FILENO)
    private let canRedraw: Bool

    init() {
        canRedraw = terminal.isInteractive && !["", "dumb"].contains(Environment.value("TERM") ?? "")
    }

    /// Shows what has come to be known.
    func show(_ report: Report) {
        state.withLock { state in
            if canRedraw { redraw(report, isOver: false, &state) } else { appendRows(report, &state) }
        }
    }

    /// Shows how it ended.
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
        news.layers = report.layers.filter { $0.status != .noErr && state.told[$0.layer] != $0.status }
        guard !news.layers.isEmpty else { return }
        for layer in news.layers { state.told[layer.layer] = layer.status }
        var page = Page(for: terminal)
        for row in news.ladder(page.glyphs).rows {
            // Rows that come one by one are aligned by the longest name of a layer.
            let longest = Layer.shared.map { DisplayWidth.of($0.localName) }.max() ?? 0
            let gap = String(repeating: " ", count: max(longest + 2 - row[1].width, 1))
            page.line(row[0] + "  " + row[1] + Text(gap) + row[2], hang: 12)
        }
        try? StandardStream.write(page.bytes)
    }
}
