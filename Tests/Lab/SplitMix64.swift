/// The generator SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). It returns
/// the same numbers for the same seed on every machine, and with every version of Swift.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator from a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `count` - 1; `count` must be at least 1.
    public mutating func below(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }

    /// True with the probability of `count` in `total`.
    public mutating func happens(_ count: Int, outOf total: Int) -> Bool { below(total) < count }

    /// A random element of a collection, which must not be empty.
    public mutating func element<Elements: RandomAccessCollection>(of elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }
}
