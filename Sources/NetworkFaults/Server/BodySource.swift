import Glibc
import NIOCore
import NetworkModel

/// Reads a body in parts.
struct BodySource {
    private let body: ServedResponse.Body
    private var offset = 0
    private var generator: SeededGenerator

    init(_ body: ServedResponse.Body) {
        self.body = body
        let seed: UInt64 = if case .random(_, let seed) = body { seed } else { 0 }
        generator = SeededGenerator(seed: seed)
    }

    /// Returns at most the next `count` bytes; `nil` if there are no more, as in a file that was truncated.
    mutating func next(_ count: Int) -> ByteBuffer? {
        defer { offset += count }
        switch body {
        case .bytes(let buffer): return buffer.getSlice(at: buffer.readerIndex + offset, length: count)
        case .file(let file, let range):
            return file.read(at: range.lowerBound + offset, count: count)
        case .repeated(let unit, _):
            var part = ByteBuffer()
            part.reserveCapacity(count)
            var place = offset % unit.readableBytes
            while part.readableBytes < count {
                let length = min(unit.readableBytes - place, count - part.readableBytes)
                guard var slice = unit.getSlice(at: unit.readerIndex + place, length: length) else { return nil }
                part.writeBuffer(&slice)
                place = 0
            }
            return part
        case .random:
            var part = ByteBuffer()
            part.reserveCapacity(count + 8)
            while part.readableBytes < count { part.writeInteger(generator.next()) }
            return part.readSlice(length: count)
        case .parts, .stream, .forward: return nil
        }
    }
}
