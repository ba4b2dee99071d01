import Diagnosis
import NetworkModel

@testable import TargetKinds

/// What servers of SSH send before there are keys: the identification, and the packet with their algorithms.
enum SSHEntry: FuzzEntry {
    static let name = "ssh"

    static func run(_ input: [UInt8]) throws {
        let line = Array(input.prefix { $0 != 0x0a })
        var evidence = SSHEvidence(.notSSH, expected: [])
        if SSHIdentification.begins(line), let identification = try? SSHIdentification(line) {
            evidence.outcome = identification.isSupported ? .stalled : .wrongVersion
            (evidence.version, evidence.software) = (identification.version, identification.software)
        }
        if let packet = Self.packet(in: Array(input.dropFirst(line.count + 1))),
            packet.number == SSHMessage.keyExchangeInit,
            let offer = SSHOffer(packet.payload)
        {
            let names = [offer.keyExchange, offer.hostKey, offer.cipher, offer.mac, offer.compression]
            try require(names.allSatisfy { $0.count <= SSHOffer.maxNames }, "more names are kept than allowed")
            try require(
                names.joined().allSatisfy { $0.utf8.count <= 64 && $0.utf8.allSatisfy { (0x21...0x7e).contains($0) } },
                "a name that is none is kept")
            evidence.outcome = .noCommonAlgorithm
            (evidence.offer, evidence.detail) = (offer, offer.lacks(in: offer))
        }
        try require(evidence.summary.utf8.count < 1_024, "a long text is shown")
        let findings = evidence.findings(in: Evidence(target: try Target("ssh://192.0.2.1")))
        try require(!evidence.isProven && !findings.isEmpty, "up without a signature")
        for finding in findings {
            try require(!finding.summary.unicodeScalars.contains(where: SafeText.isUnsafe), "\(finding.summary)")
        }
        try require(try JSON.line(evidence).count < 1 << 17, "a long answer is kept")
    }

    private static func packet(in bytes: [UInt8]) -> SSHPacket? {
        guard bytes.count >= 4, let count = try? SSHPacket.count(Array(bytes.prefix(4))) else { return nil }
        let body = bytes.dropFirst(4).prefix(count)
        guard body.count == count else { return nil }
        return try? SSHPacket(Array(body))
    }
}
