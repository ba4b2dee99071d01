import NetworkModel

/// The icon of a state, 32 by 32, with its own colour and shape.
struct StateIcon: Sendable {
    let mark: TargetState

    var svg: HTML {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="\(colour)"/>\
        <path d="\(shape)" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>
        """
    }

    var colour: String {
        switch mark {
        case .up: "#1a7f37"
        case .degraded: "#bf8700"
        case .down: "#cf222e"
        case .unknown: "#8250df"
        case .maintenance: "#0969da"
        case .idle: "#6e7781"
        }
    }

    private var shape: String {
        switch mark {
        case .up: "M9 17l5 5 9-11"
        case .degraded: "M16 8v10M16 24v.1"
        case .down: "M10 10l12 12M22 10l-12 12"
        case .unknown: "M12 12a4 4 0 1 1 5 4q-1 1-1 3M16 24v.1"
        case .maintenance: "M12 10v12M20 10v12"
        case .idle: "M16 16v.1"
        }
    }
}
