import Lab
import Testing

import enum Lab.ExitStatus
import NetworkModel

@Suite("Interfaces with unusual names, in the lab", .lab, .tags(.lab))
struct OddNameTests {
    /// The kernel allows every byte but `/`, `:`, `%` and white space.
    private static let names = [
        "a\u{1b}[2J", "b\u{202e}gnp", "<b>x<b>", "$(id)", "'q\"", "..f", "g@if3", "\u{7}",
    ]

    @Test("are shown without control characters, and leave documents readable")
    func shown() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            for (index, name) in Self.names.enumerated() {
                try await host.run(["ip", "link", "add", name, "type", "veth", "peer", "name", "p\(index)"])
                for end in [name, "p\(index)"] { try await host.run(["ip", "link", "set", end, "up"]) }
            }
            let daemon = try await host.startDaemon("publish: off\nuplink: off")
            try await daemon.status("the link-local addresses") { status in
                Self.names.allSatisfy { name in
                    status.links.contains { $0.name == name && $0.addresses.contains { $0.address.isLinkLocal } }
                }
            }
            for socket in [RunningDaemon.socket, "/nonexistent"] {
                for command in ["links", "status"] {
                    let text = try await host.netdiag(command, "--socket", socket)
                    let json = try await host.netdiag(command, "--json", "--socket", socket)
                    // Exit code 3 would mean that the document could not be read.
                    #expect(text.status != .exited(3) && json.status == text.status, "\(text)")
                    for output in [text.output, text.diagnostics, json.output] {
                        let isClean = output.unicodeScalars.allSatisfy {
                            ($0.value >= 0x20 || $0 == "\n") && $0.value != 0x7f && $0 != "\u{202e}"
                        }
                        #expect(isClean, "\(command) \(output.debugDescription)")
                    }
                }
            }
            let page = try await daemon.get("/links")
            #expect(page.contains("&lt;b&gt;x&lt;b&gt;") && !page.contains("<b>x") && !page.contains("\u{1b}"))
            #expect(try await daemon.stop() == .exited(0))
        }
    }
}
