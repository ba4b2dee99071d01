import Translations

/// Answers of the daemon, which may be of another version than this program.
enum DaemonAnswer {
    /// Decodes an answer.
    ///
    /// - Throws: ``Failure/failed(_:)`` if it cannot be decoded.
    static func decoded<Value>(_ decode: () throws -> Value) throws(Failure) -> Value {
        do {
            return try decode()
        } catch {
            throw notUnderstood(DecodingProblem.text(error))
        }
    }

    /// The failure that an answer cannot be understood.
    static func notUnderstood(_ reason: String) -> Failure {
        .failed(CommandPhrase.answerNotUnderstood.text(["error": reason]))
    }
}
