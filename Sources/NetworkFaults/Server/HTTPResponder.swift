package import NetworkModel

/// Decides about the response to a request.
package protocol HTTPResponder: Sendable {
    /// Returns the response to a request.
    ///
    /// - Parameter elapsed: The time since the server started.
    func respond(to request: ServedRequest, after elapsed: Duration) async -> HTTPTransmission
    /// Records a request that the server refused before its body was complete.
    ///
    /// - Parameter received: The number of bytes of its body that were received.
    func recordRefusal(_ refusal: ServedResponse, of request: ServedRequest, received: Int, after elapsed: Duration)
    /// Returns the destination of the body of a request.
    ///
    /// - Parameter request: The request without its body.
    func destination(of request: ServedRequest) -> BodyDestination
    /// Whether all decisions are quick, so that they can be made on the loop of the connection.
    var isBrief: Bool { get }
}

extension HTTPResponder {
    package var isBrief: Bool { false }
    package func destination(of request: ServedRequest) -> BodyDestination { .responder }
    package func recordRefusal(
        _ refusal: ServedResponse, of request: ServedRequest, received: Int, after elapsed: Duration
    ) {}
}

/// The destination of the body of a request.
package enum BodyDestination: Sendable, Hashable {
    /// The responder, which gets the whole body before it decides.
    case responder
    /// An upstream. The decision is made without the body, which is forwarded as a stream.
    case upstream
    /// Both: the responder needs values of the whole body, which is forwarded afterwards.
    case both
}

/// A response, and the fault of its transmission.
package struct HTTPTransmission: Sendable {
    package var response: ServedResponse
    /// The fault of the exchange as a whole: the first of those that end it; `nil` for none.
    package var fault: ExchangeFault?
    /// The order to forward the request; `nil` if the response is available.
    var order: ForwardOrder?

    package init(_ response: ServedResponse, fault: ExchangeFault? = nil) {
        self.response = response
        self.fault = fault
    }

    /// Applies a fault. Delays are added, and only the first fault that ends the exchange counts.
    package mutating func apply(_ fault: ExchangeFault, _ generator: inout SeededGenerator) {
        switch fault {
        case .delayed(let delay): response.firstByte = min(response.firstByte + delay.sample(&generator), Delay.max)
        case .paced(let pace): response.pace = pace
        case .replaced(let other):
            let (delay, pace) = (response.firstByte, response.pace)
            response = other
            response.firstByte += delay
            response.pace = response.pace ?? pace
        case .silent, .raw, .cut: self.fault = self.fault ?? fault
        }
    }
}
