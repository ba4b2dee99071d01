import FoundationEssentials
import Glibc
import LinkFacts
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import Probes
import ServiceDiscovery
import Translations

/// Collects the facts for a support request.
struct BundleContents {
    /// The maximum number of files that a configuration includes.
    private static let maxFiles = 100

    let socketPath: String
    let configurationPath: String
    let hidesAddresses: Bool

    /// The entries in the order of the list. The first one describes the others.
    func entries() throws(Failure) -> [BundleEntry] {
        // Programs and people elsewhere read the files.
        try Language.$current.withValue(.english) {
            Result { () throws(Failure) in try entriesInEnglish() }
        }.get()
    }

    private func entriesInEnglish() throws(Failure) -> [BundleEntry] {
        var entries: [BundleEntry] = []
        var secrets: Set<String> = []
        var names: Set<String> = [MachineName.current]
        // These are read once, so that the files of a bundle are consistent.
        let read = DoctorConfiguration(path: configurationPath)
        let reply = try DoctorDaemon(socketPath: socketPath).fetchStatus()
        if let configuration = read.read {
            if let token = configuration.access.token { secrets.insert(token) }
            names.formUnion(configuration.services.compactMap(\.registration.name))
            if let name = configuration.publish.name { names.insert(name) }
        }
        let document = try status(reply, read.read)
        names.formUnion([document.host] + document.services.map(\.name))
        for name in [document.publication.name].compactMap(\.self) { names.insert(name) }
        entries.append(
            BundleEntry(name: "status.json", words: "status of this machine", text: try Self.text(document)))
        for (path, name, words) in Self.lists {
            if let text = try fetch(path) { entries.append(BundleEntry(name: name, words: words, text: text)) }
        }
        let doctor = DoctorExamination(socketPath: socketPath, configurationPath: configurationPath)
        let local = try LocalDiagnostics()
        let links = try LocalDiagnostics.outcome { try await local.engine.links.snapshot() }
        entries += [
            BundleEntry(
                name: "doctor.json", words: "what this installation lacks",
                text: try Self.text(DoctorDocument(try doctor.findings(read, status: reply)))),
            BundleEntry(
                name: "links.json", words: "interfaces, addresses, routes, neighbours, resolvers",
                text: try Self.text(VersionedDocument(links, .links))),
            BundleEntry(
                name: "versions.txt", words: "versions of netdiag, the kernel and the system", text: Self.versions),
        ]
        entries += configuration(&secrets)
        for name in ["resolv.conf", "nsswitch.conf"] {
            let text = String(decoding: SystemFile.read("/etc/\(name)"), as: UTF8.self)
            if !text.isEmpty { entries.append(BundleEntry(name: name, words: "/etc/\(name)", text: text)) }
        }
        var mask = BundleMask(for: entries, secrets: secrets, names: names, hidesAddresses: hidesAddresses)
        for index in entries.indices { entries[index].text = mask.masked(entries[index]) }
        return [BundleEntry(name: "README.txt", words: "what is in here", text: readme(entries))] + entries
    }

    private static let lists = [
        ("/v1/reports", "reports.json", "the last report of each target"),
        ("/v1/incidents", "incidents.json", "what went wrong, open and closed"),
        ("/v1/peers", "peers.json", "what other daemons on the link see"),
    ]

    private func readme(_ entries: [BundleEntry]) -> String {
        let list = entries.map { "\($0.name): \($0.words)\n" }.joined()
        let masks =
            hidesAddresses
            ? "Addresses and names have others in their place, the same throughout.\n"
            : "It contains addresses and names; netdiag report --mask-addresses replaces them.\n"
        return """
            What netdiag \(Netdiag.version) knows of a machine and its network, written by: netdiag report
            \(LocalTime.text(Timestamp()))

            \(list)
            Secrets of the configuration are masked, and so is everything in it that is not known to be none. What was
            masked is masked in the other files too, where it has \(SecretSearch.shortest) bytes or more and is not one of netdiag's own words.
            Of the URLs of receivers the path is masked, and of targets what looks like a token in it; all of it where a
            target has secret_path: on.
            \(masks)
            """
    }

    // MARK: - Facts

    /// The status from the daemon or, if none responds, from this process.
    private func status(
        _ reply: DoctorDaemon.Reply, _ configuration: Configuration?
    ) throws(Failure) -> StatusDocument {
        if case .status(let document) = reply { return document }
        let local = try LocalDiagnostics()
        // Errors of the configuration are in doctor.json.
        return try LocalDiagnostics.outcome { try await local.status(configuration ?? Configuration()) }
    }

    /// - Returns: `nil` if no daemon responds, or if it refuses this user.
    private func fetch(_ path: String) throws(Failure) -> String? {
        let reply = try DaemonDocument(socketPath: socketPath, path: path, limit: .seconds(10)).bytes()
        return (try? reply.get()).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func text(_ value: some Encodable) throws(Failure) -> String {
        do {
            return String(decoding: try JSON.line(value), as: UTF8.self) + "\n"
        } catch {
            throw .failed("a document cannot be written as JSON: \(error)")
        }
    }

    private static var versions: String {
        var name = utsname()
        uname(&name)
        func text(_ field: some Any) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        let release = String(decoding: SystemFile.read("/etc/os-release"), as: UTF8.self)
            .split(whereSeparator: \.isNewline).filter { $0.hasPrefix("PRETTY_NAME=") || $0.hasPrefix("VERSION_ID=") }
        return
            ([
                "netdiag \(Netdiag.version)",
                "\(text(name.sysname)) \(text(name.release)) \(text(name.version)) \(text(name.machine))",
            ] + release.map(String.init)).map { $0 + "\n" }.joined()
    }

    // MARK: - The configuration

    private func configuration(_ secrets: inout Set<String>) -> [BundleEntry] {
        var entries: [BundleEntry] = []
        let files = Configuration.files(from: configurationPath, limit: Self.maxFiles)
        for (number, file) in files.enumerated() {
            let masked = MaskedConfiguration(file.bytes)
            secrets.formUnion(masked.secrets.union(masked.labels))
            entries.append(
                BundleEntry(
                    name: number == 0 ? "netdiag.yaml" : "netdiag-\(number).yaml",
                    words: "the configuration, \(SafeText.escapedPath(file.path)), masked",
                    text: masked.text ?? "# It cannot be understood; see doctor.json for the line.\n"))
        }
        return entries
    }
}
