package import NetworkModel

/// Decides what is sent for a request.
package protocol HTTPResponder: Sendable {
    /// - Parameter elapsed: Since the server started.
    func respond(to request: ServedRequest, after elapsed: Duration) async -> HTTPTransmission
    /// Where the body of a request goes.
    ///
    /// - Parameter request: Without its body.
    func destination(of request: ServedRequest) -> BodyDestination
    /// Whether no decision takes long, so that it can be made on the loop of the connection.
    var isBrief: Bool { get }
}

extension HTTPResponder {
    package var isBrief: Bool { false }
    package func destination(of request: ServedRequest) -> BodyDestination { .responder }
}

/// Who is given the body of a request.
package enum BodyDestination: Sendable, Hashable {
    /// The responder, which has it whole before it decides.
    case responder
    /// An upstream: the answer is decided without it, and it is passed on as it comes.
    case upstream
    /// Both: it is passed on once the responder, which needs its values, has it whole.
    case both
}

/// An answer, and what goes wrong while it is sent.
package struct HTTPTransmission: Sendable {
    package var answer: HTTPAnswer
    /// What goes wrong in the exchange as a whole: nothing, or the first of the faults that end it.
    package var fault: ExchangeFault?
    /// Where the answer comes from; `nil` if it is there.
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
