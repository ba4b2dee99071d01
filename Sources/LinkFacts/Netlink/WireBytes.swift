/// The bytes of a message in the host's byte order, as in netlink; every access is checked.
extension ArraySlice<UInt8> {
    /// The fixed-width integer at an offset from the slice's start; `nil` if it would extend beyond the end.
    func integer<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Value.Type = Value.self) -> Value?
    {
        guard offset >= 0, count >= MemoryLayout<Value>.size, offset <= count - MemoryLayout<Value>.size else {
            return nil
        }
        return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }

    /// The rest from an offset from the slice's start; empty if that is beyond the end.
    func from(_ offset: Int) -> ArraySlice<UInt8> { dropFirst(Swift.max(offset, 0)) }

    /// The bytes up to the first NUL as text.
    var cString: String { String(decoding: prefix { $0 != 0 }, as: UTF8.self) }
}

extension [UInt8] {
    /// Appends an integer in the host's byte order.
    mutating func append<Value: FixedWidthInteger & BitwiseCopyable>(integer value: Value) {
        Swift.withUnsafeBytes(of: value) { append(contentsOf: $0) }
    }

    /// Appends zeros up to a multiple of four bytes, netlink's alignment.
    mutating func align() {
        while count % 4 != 0 { append(0) }
    }
}
