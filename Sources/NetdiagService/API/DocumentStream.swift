import NIOCore

/// A JSON array in transit to a client, generated piece by piece as the client reads it. A slow client only needs the
/// memory of one piece, however long the array is.
///
/// Each element is encoded when it is sent.
struct DocumentStream: AsyncSequence, Sendable {
    /// The size of a piece in bytes; a single element may exceed it.
    static let pieceBytes = 32 * 1_024

    let count: Int
    /// The element at an index, as JSON without a newline; `nil` if it no longer exists.
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
