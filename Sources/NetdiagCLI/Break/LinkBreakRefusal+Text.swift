import NetworkEmulation
import Translations

extension LinkBreak.Refusal {
    /// The description in the language of the reader.
    var text: String {
        switch self {
        case .nothingToDo: ToolPhrase.nothingToBreak.text
        case .noDefaultRoute(let link):
            ToolPhrase.breaksNoRoute.text(["interface": link, "command": "ip route show dev \(link)"])
        case .fixedRoute(let link, let route): ToolPhrase.routeNotRestorable.text(["interface": link, "route": route])
        case .hasOwnQueue(let link):
            ToolPhrase.queueNotReplaced.text(["interface": link, "command": "tc qdisc show dev \(link)"])
        case .mtuTooSmall: ToolPhrase.breaksSmallMTU.text
        case .mtuTooLarge(let link, let max):
            ToolPhrase.breaksLargeMTU.text(["interface": link, "bytes": "\(max)"])
        case .outageTooShort: ToolPhrase.outagesAreTooShort.text(["example": "10s/60s"])
        }
    }
}
