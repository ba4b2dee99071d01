import Foundation
import NetworkModel
import Testing

@testable import LinkFacts

@Suite("Lease files")
struct LeaseTests {
    private static let now = Timestamp(millisecondsSince1970: 1_795_255_200_000)  // 2026-11-21T10:00:00Z
    private static let link = Link(
        index: 7, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500)

    private static func dhclient(_ expiry: String, interface: String = "eth0") -> String {
        """
        # a comment
        lease {
          interface "\(interface)";
          fixed-address 192.0.2.7;
          option subnet-mask 255.255.255.0;
          option dhcp-server-identifier 192.0.2.1;
          renew 6 2026/11/21 08:00:00;
          expire \(expiry);
        }

        """
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var what: String
        var path: String
        var text: String
        var isOver: Bool
        var testDescription: String { what }
    }

    static let cases = [
        Case(
            what: "over", path: "var/lib/dhcp/dhclient.eth0.leases", text: dhclient("6 2026/11/21 09:59:59"),
            isOver: true),
        Case(
            what: "not over yet", path: "var/lib/dhcp/dhclient.leases", text: dhclient("6 2026/11/21 10:00:01"),
            isOver: false),
        Case(what: "never over", path: "var/lib/dhcp/dhclient.leases", text: dhclient("never"), isOver: false),
        Case(
            what: "by epoch", path: "var/lib/dhclient/dhclient.leases", text: dhclient("epoch 1795255199"), isOver: true
        ),
        Case(
            what: "another interface", path: "var/lib/dhcp/dhclient.leases",
            text: dhclient("6 2026/11/21 09:00:00", interface: "eth1"), isOver: false),
        Case(
            what: "renewed", path: "var/lib/dhcp/dhclient.leases",
            text: dhclient("6 2026/11/21 09:00:00") + dhclient("6 2026/11/21 12:00:00"), isOver: false),
        Case(
            what: "cut off in the middle", path: "var/lib/dhcp/dhclient.leases",
            text: dhclient("6 2026/11/21 09:00:00") + "lease {\n  interface \"eth0\";\n  fixed-addr", isOver: true),
        Case(
            what: "no date", path: "var/lib/dhcp/dhclient.leases", text: dhclient("6 2026/99/21 09:00"), isOver: false),
        Case(
            what: "networkd, written an hour ago for less", path: "run/systemd/netif/leases/7",
            text: "# private\nADDRESS=192.0.2.7\nSERVER_ADDRESS=192.0.2.1\nLIFETIME=3500\n", isOver: true),
        Case(
            what: "networkd, for more", path: "run/systemd/netif/leases/7",
            text: "ADDRESS=192.0.2.7\nSERVER_ADDRESS=192.0.2.1\nLIFETIME=7200\n", isOver: false),
        Case(
            what: "networkd, with a line separator in a text of the server", path: "run/systemd/netif/leases/7",
            text: "ADDRESS=192.0.2.7\nSERVER_ADDRESS=192.0.2.1\nLIFETIME=3500\nROOT_PATH=/\u{2028}LIFETIME=7200\n",
            isOver: true),
        Case(
            what: "NetworkManager", path: "var/lib/NetworkManager/internal-0a-eth0.lease",
            text: "ADDRESS=192.0.2.7\nSERVER_ADDRESS=192.0.2.1\nLIFETIME=60\n", isOver: true),
        Case(
            what: "NetworkManager, which does not say how long", path: "var/lib/NetworkManager/internal-0a-eth0.lease",
            text: "ADDRESS=192.0.2.7\n", isOver: false),
        Case(what: "garbage", path: "var/lib/dhcp/dhclient.leases", text: "}}}{{{lease {;;;}", isOver: false),
    ]

    @Test("the latest lease of an interface counts, and only if it has expired", arguments: cases)
    func table(_ expected: Case) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/" + expected.path
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try expected.text.write(toFile: path, atomically: false, encoding: .utf8)
        let hourAgo = Date(timeIntervalSince1970: Double(Self.now.millisecondsSince1970) / 1_000 - 3_600)
        try FileManager.default.setAttributes([.modificationDate: hourAgo], ofItemAtPath: path)
        var snapshot = NetworkSnapshot(links: [Self.link])
        LeaseFiles(root: directory.path).complete(&snapshot, now: Self.now)
        #expect(
            snapshot.expiredLeases?.map { "\($0.interface) \($0.address)" }
                == (expected.isOver ? ["eth0 192.0.2.7"] : nil))
        if expected.isOver { #expect(snapshot.expiredLeases?.first?.server == IPAddress("192.0.2.1")) }

        // The leases of an interface with an address are not read.
        var addressed = Self.link
        addressed.addresses = [
            .init(address: try #require(IPAddress("192.0.2.9")), prefixLength: 24, scope: .global)
        ]
        var other = NetworkSnapshot(links: [addressed])
        LeaseFiles(root: directory.path).complete(&other, now: Self.now)
        #expect(other.expiredLeases == nil)
    }

    @Test("the server's answer is read from dhcpcd's file")
    func reply() throws {
        var bytes = [UInt8](repeating: 0, count: 236)
        bytes.replaceSubrange(16..<20, with: [192, 0, 2, 7])
        bytes += [99, 130, 83, 99, 53, 1, 5, 0, 51, 4, 0, 0, 0, 60, 54, 4, 192, 0, 2, 1, 255]
        let lease = try #require(LeaseText.reply(bytes, written: Self.now))
        #expect(lease.address == IPAddress("192.0.2.7") && lease.server == IPAddress("192.0.2.1"))
        #expect(lease.ends?.millisecondsSince1970 == Self.now.millisecondsSince1970 + 60_000)
        for end in bytes.indices { _ = LeaseText.reply(Array(bytes[..<end]), written: Self.now) }
        bytes.replaceSubrange(246..<250, with: [255, 255, 255, 255])
        #expect(LeaseText.reply(bytes, written: Self.now).map { $0.ends == nil } == true)
    }

    @Test("of thousands of interfaces without an address, only the files of the first ones are read")
    func many() throws {
        let directory = try TemporaryDirectory()
        let folder = directory.path + "/run/systemd/netif/leases"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var snapshot = NetworkSnapshot()
        for index in 1...200 as ClosedRange<UInt32> {
            try "ADDRESS=192.0.2.7\nLIFETIME=0\n".write(
                toFile: "\(folder)/\(index)", atomically: false, encoding: .utf8)
            snapshot.links.append(
                Link(
                    index: index, name: "t\(index)", isAdminUp: true, hasCarrier: true, operationalState: .up,
                    mtu: 1_500))
        }
        LeaseFiles(root: directory.path).complete(
            &snapshot, now: Timestamp(millisecondsSince1970: Timestamp().millisecondsSince1970 + 60_000))
        #expect(snapshot.expiredLeases?.map(\.interface) == (1...LeaseFiles.maxLinks).map { "t\($0)" })
    }

    @Test("a FIFO or a symbolic link in place of a file is not read")
    func noFile() throws {
        let directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: directory.path + "/var/lib/dhcp", withIntermediateDirectories: true)
        try directory.makeFIFO("var/lib/dhcp/dhclient.leases")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/var/lib/dhcp/dhclient.eth0.leases", withDestinationPath: "/dev/zero")
        #expect(LeaseFiles(root: directory.path).expired(on: Self.link, now: Self.now) == nil)
    }
}
