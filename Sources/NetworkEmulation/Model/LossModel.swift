import NetworkModel

/// The Gilbert model, which loses packets in bursts: a link is either good and loses nothing, or bad and loses
/// everything.
struct LossModel: Sendable {
    private let becomesBad: Double
    private let becomesGood: Double
    private var isBad = false

    init(_ loss: LinkSettings.Loss) {
        let burst = max(1, loss.burst)
        if loss.probability >= 1 {
            (becomesBad, becomesGood) = (1, 0)
        } else if burst == 1 {
            // Losses are independent of each other.
            (becomesBad, becomesGood) = (loss.probability, 1 - loss.probability)
        } else {
            becomesGood = 1 / burst
            becomesBad = min(1, loss.probability * becomesGood / (1 - loss.probability))
        }
    }

    /// Whether the next packet is lost.
    mutating func losesNext(_ generator: inout SeededGenerator) -> Bool {
        guard becomesBad > 0 else { return false }
        isBad = isBad ? !generator.happens(becomesGood) : generator.happens(becomesBad)
        return isBad
    }
}
