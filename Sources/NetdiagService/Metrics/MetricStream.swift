import NIOCore

/// Metrics in transit to a client, generated piece by piece as the client reads them, since those of many targets take megabytes.
struct MetricStream: AsyncSequence, Sendable {
    /// The size of a piece in bytes, which its last part may exceed. Large pieces reduce the number of switches between
    /// threads.
    private static let pieceBytes = 128 * 1_024

    let families: [MetricFamily]
    let format: MetricText.Format

    struct AsyncIterator: AsyncIteratorProtocol {
        private let families: [MetricFamily]
        private var text: MetricText
        /// The position of the next part.
        private var (family, part) = (0, 0)
        private var isOver = false

        init(_ stream: MetricStream) {
            families = stream.families
            text = MetricText(stream.format)
        }

        mutating func next() async -> ByteBuffer? {
            guard !isOver else { return nil }
            text.reserve(MetricStream.pieceBytes * 9 / 8)
            while family < families.count {
                let current = families[family]
                if part == 0 { text.family(current.name, current.kind, current.help) }
                while part < current.count {
                    guard text.buffer.readableBytes < MetricStream.pieceBytes else { return text.drain() }
                    current.write(part, &text)
                    part += 1
                }
                (family, part) = (family + 1, 0)
            }
            isOver = true
            text.finish()
            let last = text.drain()
            return last.readableBytes > 0 ? last : nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
