import Translations

/// One document of the daemon, for callers that can continue without it.
struct DaemonDocument {
    let socketPath: String
    let path: String
    /// The time limit for the daemon's response.
    let limit: Duration

    /// - Returns: The document, or the reason why there is none: ``Failure/noDaemon(_:)`` if no daemon listens, or if this user
    ///   is not permitted to query it.
    /// - Throws: Failures that end the program, such as a signal.
    func bytes() throws(Failure) -> Result<[UInt8], Failure> {
        let socket: UnixSocket
        do throws(Failure) {
            socket = try UnixSocket(path: socketPath)
        } catch {
            return .failure(error)
        }
        var reply = Result<[UInt8], Failure>.failure(.failed(CommandPhrase.noDaemonReply.text))
        let exchange = Exchange(
            path: socketPath, socket: socket, request: HTTPRequest(path: path), limit: limit,
            reception: .document { (result) throws(Failure) in reply = result })
        try DescriptorTasks.run([exchange])
        return reply
    }
}
