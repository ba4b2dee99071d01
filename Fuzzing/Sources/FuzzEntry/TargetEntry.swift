@testable import NetworkModel
import TargetKinds

/// Targets, proxies and no_proxy as people type them.
enum TargetEntry: FuzzEntry {
    static let name = "target"
    private static let secret = "pa55word"

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        do {
            let target = try Target(text)
            if case .name(let name) = target.host, case .service = target.kind {
                // A name for people, of whatever Unicode has or will have; it is escaped where it is shown.
                try require(!name.isEmpty, "no name")
            } else {
                try requireShowable(target.host.description, "the host")
                try require(
                    !target.host.description.unicodeScalars.contains { "@/?# ".unicodeScalars.contains($0) },
                    "the host \(target.host)")
            }
            _ = ProxyEnvironment(["no_proxy": text, "https_proxy": text, "http_proxy": text]).spareProxy(for: target)
        } catch let error as TargetError {
            try requireShowable(error.description, "the error")
            try require(error.description.utf8.count < 2_048, "an error of \(error.description.utf8.count) bytes")
        }
        // A password before the last @ is never shown.
        let login = "http://me:\(secret)" + text + "@proxy.example:3128"
        do {
            let proxy = try Proxy(login, origin: "the test", allowsPassword: true)
            try require(!proxy.description.contains(secret), "\(proxy) shows the password")
        } catch let error as SettingsError {
            try require(!error.reason.contains(secret), "the error shows the password: \(error.reason)")
            try requireShowable(error.reason, "the error")
        }
        let masked = Secret(.password(user: "me", password: secret)).masked(text + secret + text)
        try require(!masked.utf8.elementsEqual((text + secret + text).utf8), "the secret is shown: \(masked)")
    }
}
