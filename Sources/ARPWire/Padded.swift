extension [UInt8] {
    /// The bytes, truncated or padded with zero bytes to a length.
    func padded(to length: Int) -> [UInt8] { Array((self + [UInt8](repeating: 0, count: length)).prefix(length)) }
}
