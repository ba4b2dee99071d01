/// The sentences of `netdiag break`, in English, and those about programs and files of this machine.
/// Translations refer to them by name, as to those of ``Phrase``.
public enum ToolPhrase: String, CataloguePhrase {
    // Programs and files of this machine.
    case programNotRun = "cannot run {program}: {error}"
    case programNotInstalled = "the program {program} is missing; on Debian: {command}"
    case programNotEnded = "{program} has not ended within {count} s"
    case pipeNotOpened = "cannot open a pipe: {error}"
    case noSuchInterface = "there is no interface {interface}; to see those that there are: {command}"

    // break.
    case loopbackNeedsYes =
        "{interface} is the loopback interface, over which programs of this machine reach each other; --yes breaks it nevertheless"
    case sessionNeedsYes =
        "this SSH session depends on {interface}, and would hang or end; --yes breaks it nevertheless"
    case onlyRootChanges = "only root may change {interface}"
    case linkIsImpaired = "{interface} is impaired for {count} s; press Ctrl-C to end it earlier."
    case linkIsRestored = "{interface} is restored."
    case nothingWasChanged = "{command}: {error}; nothing was changed"
    case linkNotClaimed = "{interface} cannot be reserved: {error}"
    case linkIsBroken =
        "{interface} is broken already, by another netdiag break; end that one, or wait until it has ended"
    case queuesNotShown = "tc cannot show the queues of {interface}: {error}"
    case routesNotShown = "ip cannot show the routes of {interface}: {error}"
    case neighboursNotShown = "ip cannot show the neighbours of {interface}: {error}"
    case netemIsMissing =
        "this kernel has no netem (the module sch_netem), which --latency, --reorder, --duplicate and --corrupt need; netdiag with has them for one command, and --loss, --rate, --mtu and --outage work without it"
    case nothingToBreak =
        "nothing to change is given; write --rate, --loss, --latency, --reorder, --duplicate, --corrupt, --outage, --mtu, --no-route or --down"
    case breaksNoRoute = "--no-route: {interface} has no default route: {command}"
    case routeNotRestorable =
        "--down and --no-route: {interface} has a route that could not be restored: {route}; --loss 100% drops everything instead"
    case queueNotReplaced =
        "{interface} has a queueing discipline that somebody has set, which --rate, --latency, --reorder, --duplicate and --corrupt would replace: {command}"
    case breaksSmallMTU =
        "--mtu: an MTU below 1280 takes the IPv6 addresses away, for which there is no way back; write 1280 or more"
    case breaksLargeMTU = "--mtu: {interface} takes at most {bytes} bytes"
    case outagesAreTooShort = "--outage: write at least 1s for an outage and for the time between two, as in {example}"
}
