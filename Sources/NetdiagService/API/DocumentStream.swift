import NIOCore

/// A JSON array in transit to a client, generated piece by piece as the client reads it. A slow client takes up one piece of
/// memory, however long the whole is.
///
/// What an element is at the time that its turn comes is what is sent.
struct DocumentStream: AsyncSequence, Sendable {
    /// Elements are put together to pieces of so many bytes, or one element where that is longer.
    static let pieceBytes = 32 * 1_024

    let count: Int
    /// The element at a place, as JSON without a newline; `nil` if there is none any more.
    let element: @Sendable (Int) -> ByteBuffer?

    struct AsyncIterator: AsyncIteratorProtocol {
        let stream: DocumentStream
        private var next = 0
        private var isFirst = true
        private var isOver = false

        init(_ stream: DocumentStream) {
            self.stream = stream
        }

        mutating func next() async -> ByteBuffer? {
            guard !isOver else { return nil }
            var piece = ByteBuffer()
            if next == 0 { piece.writeString("[") }
            while next < stream.count, piece.readableBytes < DocumentStream.pieceBytes {
                defer { next += 1 }
                guard let element = stream.element(next) else { continue }
                if !isFirst { piece.writeString(",") }
                isFirst = false
                piece.writeImmutableBuffer(element)
            }
            if next >= stream.count {
                isOver = true
                piece.writeString("]\n")
            }
            return piece
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
