/// The plan of a fault with a server of its own.
package struct FaultServerPlan: Sendable {
    /// The name for lists; `nil` for that of the fault.
    package var name: String?
    package var host = "127.0.0.1"
    /// The port; 0 if the kernel chooses one.
    package var port = 0
    package var definition: FaultDefinition
    package var arguments: FaultArguments
    /// The connections that it applies to.
    package var when = FaultConditions.always
    /// Whether the fault is off at first.
    package var beginsOff = false
    /// The DNS-SD name under which the server is published, as of a listener; `nil` for none.
    package var published: String?

    package init(_ definition: FaultDefinition, _ arguments: FaultArguments) {
        (self.definition, self.arguments) = (definition, arguments)
    }
}
