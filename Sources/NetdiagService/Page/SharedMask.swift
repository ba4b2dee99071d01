import NetdiagConfiguration
import NetworkModel

/// Removes from shared files what bundles mask too: secrets of the configuration, and queries and tokens in URLs
/// (docs/decisions/0069-masking-in-saved-pages.md).
///
/// It is a task-local value while a file is generated, and is applied where text becomes HTML or a drawing. Therefore
/// later additions to a page are masked automatically.
struct SharedMask: Sendable {
    /// The mask of the file that is being generated; `nil` for pages of the daemon.
    @TaskLocal static var current: SharedMask?

    private let secrets: SecretSearch

    /// - Parameter configuration: The configuration with its secrets. The names of its targets and groups are not
    ///   masked, even if a secret has the same text.
    init(_ configuration: Configuration) {
        let names = configuration.targets.flatMap { [$0.name, $0.group].compactMap(\.self) }
        var secrets = configuration.secrets
        if let token = configuration.access.token { secrets.insert(token) }
        self.secrets = SecretSearch(secrets, except: MaskedConfiguration.words.union(names))
    }

    func masked(_ text: String) -> String { secrets.masked(MaskedURLs.masked(text)) }

    /// Masks a text if a file is being generated.
    static func applied(to text: String) -> String { current?.masked(text) ?? text }

    /// Generates a shared file, with the mask of the current configuration.
    static func sharing<Value>(
        _ store: StatusStore, _ make: () async throws -> Value
    ) async rethrows -> Value {
        try await $current.withValue(store.sharing.mask) { try await make() }
    }
}
