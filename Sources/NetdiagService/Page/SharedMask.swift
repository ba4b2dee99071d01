import NetdiagConfiguration
import NetworkModel

/// Takes out of files to pass on what a bundle has masked too: secrets of the configuration, queries and tokens of URLs
/// (docs/decisions/0069-what-a-shared-file-shows.md).
///
/// It is a value of the task that makes a file, and applied where text becomes HTML or a drawing: what somebody adds to a page is
/// masked without having to be thought of.
struct SharedMask: Sendable {
    /// That of the file that is being made; `nil` while a page of the daemon is.
    @TaskLocal static var current: SharedMask?

    private let secrets: SecretSearch

    /// - Parameter configuration: With its secrets. The names of its targets and groups are none, though somebody may use the
    ///   same word as a value.
    init(_ configuration: Configuration) {
        let names = configuration.targets.flatMap { [$0.name, $0.group].compactMap(\.self) }
        var secrets = configuration.secrets
        if let token = configuration.access.token { secrets.insert(token) }
        self.secrets = SecretSearch(secrets, except: MaskedConfiguration.words.union(names))
    }

    func masked(_ text: String) -> String { secrets.masked(MaskedURLs.masked(text)) }

    /// A text as the file that is being made may have it.
    static func applied(to text: String) -> String { current?.masked(text) ?? text }

    /// Makes a file to pass on, with what was configured last.
    static func sharing<Value>(
        _ store: StatusStore, _ make: () async throws -> Value
    ) async rethrows -> Value {
        try await $current.withValue(store.sharing.mask) { try await make() }
    }
}
