/// The generator SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). A seed leads to
/// the same numbers on every machine and with every version of Swift. The numbers are not suitable for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator whose numbers are determined by the seed.
    public init(seed: UInt64) { state = seed }

    /// Creates one of several independent sequences of a seed.
    public init(seed: UInt64, stream: UInt64) {
        var mixer = SeededGenerator(seed: seed ^ (stream &* 0xd134_2543_de82_ef95))
        state = mixer.next()
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to 1, excluding 1.
    public mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Whether an event with this probability (0 to 1) happens.
    public mutating func happens(_ probability: Double) -> Bool { probability > 0 && fraction() < probability }

    /// A number from 0 to `count`, excluding `count`, which must be at least 1.
    public mutating func below(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }
}
