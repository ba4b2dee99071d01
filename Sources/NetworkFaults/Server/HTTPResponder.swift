package import NetworkModel

/// Decides what is sent for a request.
package protocol HTTPResponder: Sendable {
    /// - Parameter elapsed: Since the server started.
    func respond(to request: ServedRequest, after elapsed: Duration) async -> HTTPTransmission
    /// Whether the body is for an upstream: then the answer is decided without it, and it is passed on as it comes.
    func forwards(_ request: ServedRequest) -> Bool
}

extension HTTPResponder {
    package func forwards(_ request: ServedRequest) -> Bool { false }
}

/// An answer, and what goes wrong while it is sent.
package struct HTTPTransmission: Sendable {
    package var answer: HTTPAnswer
    /// What goes wrong in the exchange as a whole: nothing, or the first of the faults that end it.
    package var fault: ExchangeFault?
    /// Where the answer comes from; `nil` where it is there.
    var order: ForwardOrder?

    package init(_ answer: HTTPAnswer, fault: ExchangeFault? = nil) {
        self.answer = answer
        self.fault = fault
    }

    /// Applies a fault: delays add up, and of those that end the exchange the first counts.
    package mutating func apply(_ fault: ExchangeFault, _ generator: inout SeededGenerator) {
        switch fault {
        case .delayed(let delay): answer.firstByte = min(answer.firstByte + delay.sample(&generator), Delay.max)
        case .paced(let pace): answer.pace = pace
        case .replaced(let other):
            let (delay, pace) = (answer.firstByte, answer.pace)
            answer = other
            answer.firstByte += delay
            answer.pace = answer.pace ?? pace
        case .silent, .raw, .cut: self.fault = self.fault ?? fault
        }
    }
}
