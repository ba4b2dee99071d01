import NetworkModel

extension Publication {
    /// Writes the state of a published service in one line.
    func write(to page: inout Page) {
        let why = Text(reason ?? "")
        let place =
            Text(" \"") + Text(name ?? "", .name)
            + Text("\" as \(types.joined(separator: ", ")) on port \(port)")
        switch state {
        case .published: page.line(TargetState.up.text(page.glyphs) + " published" + place, hang: 2)
        case .renamed:
            let taken = why.isEmpty ? Text() : Text("  (") + why + ")"
            page.line(TargetState.degraded.text(page.glyphs) + " renamed: published" + place + taken, hang: 2)
        case .waiting, .off:
            let state = Text(state == .off ? " off" : " waiting")
            page.line(TargetState.idle.text(page.glyphs) + state + (why.isEmpty ? Text() : ": " + why), hang: 2)
        }
    }
}
