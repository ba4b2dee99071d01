/// One document of the daemon, asked for by those who do without where there is none.
struct DaemonDocument {
    let socketPath: String
    let path: String
    /// How long the daemon may take to answer.
    let limit: Duration

    /// - Returns: The document; why there is none: ``Failure/noDaemon(_:)`` where nobody listens, or this user may not ask.
    /// - Throws: What ends the program, such as a signal.
    func bytes() throws(Failure) -> Result<[UInt8], Failure> {
        let socket: UnixSocket
        do throws(Failure) {
            socket = try UnixSocket(path: socketPath)
        } catch {
            return .failure(error)
        }
        var reply = Result<[UInt8], Failure>.failure(.failed("the daemon did not answer"))
        let exchange = Exchange(
            path: socketPath, socket: socket, request: HTTPRequest(path: path), limit: limit,
            reception: .document { (result) throws(Failure) in reply = result })
        try Conversations.hold([exchange])
        return reply
    }
}
