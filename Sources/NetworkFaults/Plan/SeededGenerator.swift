/// Random numbers whose sequence repeats with their seed (SplitMix64, after Steele, Lea and Flood, OOPSLA 2014). Nothing
/// that has to be secret is made of them.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// One of several independent sequences of a seed.
    package init(seed: UInt64, stream: UInt64) {
        var mixer = SeededGenerator(seed: seed ^ (stream &* 0xd134_2543_de82_ef95))
        state = mixer.next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// At least 0, less than 1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
