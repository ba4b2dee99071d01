import Lab
import Testing

import struct NetworkModel.Resolver
import struct NetworkModel.StatusDocument

@Suite("A daemon whose systemd-resolved changes", .lab, .tags(.lab))
struct ResolvedChangeTests {
    private static let name = "dns.lab.example"

    @Test("its end, its start, and what it reports are noticed before the next interval")
    func signals() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.addCore()
            var link = work.resolvedLink
            let resolved = try await work.client.startResolved([link])
            // Programs do without systemd-resolved, so that no fault leads to an observation.
            try await work.client.useDNS([link.server])
            let daemon = try await work.client.startDaemon("publish: off\ninterval: 1h\n")
            try await daemon.status("all well") { $0.status == .connectionUp && $0.resolver?.interface != nil }
            // Only its list of servers is left, which has no interfaces.
            try await resolved.stop()
            try await daemon.status("no systemd-resolved") { $0.resolver?.interface == nil }
            try await work.client.startResolvedAgain()
            try await daemon.status("systemd-resolved again") { $0.resolver?.interface != nil }
            // Its list of servers does not have their names.
            link.serverName = Self.name
            try await work.client.configureResolved(link)
            try await daemon.status("the name of the server") { $0.resolver?.serverName == Self.name }
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("DNS over TLS of a link, which systemd-resolved does not report, is noticed by the next observation")
    func unreported() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.addCore()
            let link = work.resolvedLink
            try await work.client.startResolved([link])
            let daemon = try await work.client.startDaemon("publish: off\ninterval: 2s\n")
            try await daemon.status("no DNS over TLS") { $0.status == .connectionUp && $0.upstream?.tls == nil }
            try await work.client.useTLS("yes", on: link.interface)
            try await daemon.status("DNS over TLS alone") { $0.upstream?.tls == .strict }
            try await work.client.useTLS("opportunistic", on: link.interface)
            try await daemon.status("opportunistic DNS over TLS") { $0.upstream?.tls == .opportunistic }
            #expect(try await daemon.stop() == .exited(0))
        }
    }
}

extension OfficeAtWork {
    /// The office's DNS server, on the client's only link.
    fileprivate var resolvedLink: ResolvedLink {
        ResolvedLink(office.clientCable.a.interface, server: office.namesCable.a.ipv4)
    }
}

extension StatusDocument {
    /// The only DNS server.
    fileprivate var resolver: Resolver? { resolvers.first?.resolver }

    /// The DNS server behind the stub.
    fileprivate var upstream: Resolver? { resolvers.last?.resolver }
}
