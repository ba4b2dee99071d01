/// An input that is taken apart: the first bytes choose, the rest is the text.
struct Input {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// 0 behind the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// One of the elements.
    mutating func choice<Element>(_ elements: [Element]) -> Element { elements[Int(byte()) % elements.count] }

    var text: String { String(decoding: rest, as: UTF8.self) }

    /// The rest in pieces of a size that the next byte says, 1 to 256.
    mutating func pieces() -> [ArraySlice<UInt8>] {
        let size = Int(byte()) + 1
        return stride(from: rest.startIndex, to: rest.endIndex, by: size).map {
            rest[$0..<min($0 + size, rest.endIndex)]
        }
    }
}
