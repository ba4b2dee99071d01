import NetworkFaults

/// The routes for options.
enum TextRoutes {
    /// The routes of a text: the text at `/`, and the page to edit it at `/edit`.
    static func routes(_ text: EditableTextFile) -> [RoutePlan] {
        [
            RoutePlan(path("/"), methods: ["GET"], [ResponsePlan(.kept(text))]),
            RoutePlan(path("/edit"), methods: ["GET", "PUT"], [ResponsePlan(.editor(text))]),
        ]
    }

    static func path(_ text: String) -> PathPattern {
        guard let pattern = PathPattern(text) else { preconditionFailure("\(text) is a path") }
        return pattern
    }
}

extension RoutePlan {
    /// A route with one response for every path and method.
    static func all(_ body: ResponsePlan.Body) -> RoutePlan {
        RoutePlan(TextRoutes.path("/*"), [ResponsePlan(body)])
    }
}
