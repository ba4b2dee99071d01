import NetworkModel
import Translations

extension Publication {
    /// Writes the state of a published service in one line.
    func write(to page: inout Page) {
        let place: [String: Text] = [
            "name": Text(name ?? "", .name), "types": Text(types.joined(separator: Phrase.itemSeparator)),
            "port": Text("\(port)"),
        ]
        switch state {
        case .published:
            page.line(TargetState.up.text(page.glyphs) + " " + Text(CommandPhrase.publishedAs, place), hang: 2)
        case .renamed:
            let taken = localReason.map { "  \(Phrase.remark.text(["remark": $0]))" } ?? ""
            let sentence = Text(CommandPhrase.renamedAs, place) + Text(taken)
            page.line(TargetState.degraded.text(page.glyphs) + " " + sentence, hang: 2)
        case .waiting, .off:
            let word = state == .off ? Phrase.stateOff.text : Phrase.stateWaiting.text
            let why = localReason.map { Phrase.detailSeparator + $0 } ?? ""
            page.line(TargetState.idle.text(page.glyphs) + Text(" \(word)\(why)"), hang: 2)
        }
    }
}
