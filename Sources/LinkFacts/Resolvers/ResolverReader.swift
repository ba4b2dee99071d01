import EventLoopKit
import Glibc
import NetworkModel
import SystemAddresses

/// Combines resolv.conf(5) and systemd-resolved.
///
/// If systemd-resolved runs (its own list of servers exists), its servers are read over D-Bus: the property `DNSEx` of
/// org.freedesktop.resolve1(5) is its only documented interface that states which server belongs to which link. The files
/// below `/run/systemd/resolve/netif` and `/run/systemd/netif` state that they are private, and systemd only has varlink for
/// this in later versions. If the bus does not respond, the documented file `/run/systemd/resolve/resolv.conf` is used, which
/// has all servers without their links. ``ResolverWatch`` and ``ResolvedSignals`` notice changes.
struct ResolverReader: Sendable {
    var resolvConf: String
    /// The directory of systemd-resolved's files.
    var resolvedDirectory = "/run/systemd/resolve"
    var bus = SystemBus.socketPath

    /// The maximum number of bytes of a file that are examined.
    static let maxBytes = 65_536

    /// The file in which systemd-resolved lists the servers that it uses itself.
    var upstreamList: String { resolvedDirectory + "/resolv.conf" }

    /// Whether systemd-resolved runs, or has run since this machine was started.
    var isResolvedKnown: Bool { access(upstreamList, F_OK) == 0 }

    /// Reads the configuration.
    ///
    /// - Parameter deadline: The deadline for systemd-resolved's response. A file needs no deadline.
    /// - Throws: `CancellationError`; ``LinkFactsError`` if this machine lacks the resources to open a file.
    func read(on loop: EventLoop, deadline: ContinuousClock.Instant) async throws -> ResolverConfiguration {
        let content = Self.contents(of: resolvConf)
        if case .failure(let error) = content, ResourceErrors.codes.contains(error.code) {
            throw LinkFactsError.call("open \(resolvConf)", code: error.code)
        }
        var configuration = Self.parsed(content, of: resolvConf, source: .resolvConf)
        guard isResolvedKnown else { return configuration }
        let upstream: [Resolver]
        do {
            let servers = try await ResolvedServers.query(bus: bus, on: loop, deadline: deadline)
            upstream = try await ResolvedServers.detailed(servers, bus: bus, on: loop, deadline: deadline)
            configuration.domains = try? await ResolvedServers.domains(bus: bus, on: loop, deadline: deadline)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            upstream = read(upstreamList, source: .systemdResolved).servers
        }
        for server in upstream {
            // If resolv.conf bypasses the stub and refers to the servers directly, only their links are new.
            if let place = configuration.servers.firstIndex(where: {
                $0.address.bytes == server.address.bytes && $0.port == server.port
            }) {
                configuration.servers[place].interface = configuration.servers[place].interface ?? server.interface
                configuration.servers[place].serverName = server.serverName
            } else {
                configuration.servers.append(server)
            }
        }
        return configuration
    }

    /// Reads a file. If it cannot be read, that is a problem of the configuration, not an error.
    func read(_ path: String, source: Resolver.Source) -> ResolverConfiguration {
        Self.parsed(Self.contents(of: path), of: path, source: source)
    }

    private static func parsed(
        _ content: Result<[UInt8], ReadError>, of path: String, source: Resolver.Source
    ) -> ResolverConfiguration {
        switch content {
        case .success(let bytes):
            let isWhole = bytes.count <= maxBytes
            var read = ResolvConf(
                String(decoding: bytes.prefix(maxBytes), as: UTF8.self), file: path, source: source
            ).configuration
            if !isWhole { read.problems.append(.init(.truncated, at: .init(file: path))) }
            return read
        case .failure(let error) where error.code == ENOENT:
            // The link is often left over from a service that was removed.
            let link = target(of: path).map { ResolverProblem.Kind.danglingLink(SafeText.escaped($0)) }
            return ResolverConfiguration(problems: [.init(link ?? .missingFile, at: .init(file: path))])
        case .failure(let error):
            let words = String(cString: strerror(error.code))
            return ResolverConfiguration(problems: [.init(.other(words), at: .init(file: path))])
        }
    }

    /// The text of a symbolic link; `nil` if the file is not one.
    private static func target(of path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count - 1)
        guard length > 0 else { return nil }
        return String(decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private struct ReadError: Error {
        let code: CInt
    }

    private static func contents(of path: String) -> Result<[UInt8], ReadError> {
        // Without O_NONBLOCK, a FIFO in place of the file would block the loop forever.
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard fd >= 0 else { return .failure(ReadError(code: errno)) }
        defer { close(fd) }
        var bytes = [UInt8](repeating: 0, count: maxBytes + 1)
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { Glibc.read(fd, $0.baseAddress! + length, $0.count - length) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .failure(ReadError(code: errno)) }
            guard count > 0 else { break }
            length += count
        }
        return .success(Array(bytes.prefix(length)))
    }
}
