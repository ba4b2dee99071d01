import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches a line of text, as a client of one's own might.
public struct QuoteClient: Sendable {
    /// Why there is none.
    public enum Failure: Error, Equatable {
        /// The server's answer is no success.
        case status(Int)
        /// There is no answer that could be used: no connection, no TLS, no time, no HTTP.
        case unreachable
    }

    private let timeout: TimeInterval

    /// - Parameter timeout: In seconds, for the whole answer.
    public init(timeout: TimeInterval = 10) { self.timeout = timeout }

    public func quote(at url: String) async throws(Failure) -> String {
        guard let url = URL(string: url) else { throw .unreachable }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let (body, response): (Data, URLResponse)
        do {
            (body, response) = try await session.data(from: url)
        } catch {
            throw .unreachable
        }
        guard let http = response as? HTTPURLResponse, (200..<300).contains(http.statusCode) else {
            throw .status((response as? HTTPURLResponse)?.statusCode ?? 0)
        }
        return String(decoding: body, as: UTF8.self)
    }
}
