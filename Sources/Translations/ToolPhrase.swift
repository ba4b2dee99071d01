/// The sentences of `netdiag break`, `with`, `serve` and `ftp`, in English, and those about programs and files of this machine.
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

    // with: the command.
    case noCommandGiven = "no command given; write it after --, as in: {command}"
    case commandHasNoName = "the command has no name"
    case writeDashesFirst = "write -- before the command: {command}"
    case loopbackOfCommand =
        "{host} is the command's own loopback and is not affected; to reach servers on this machine's loopback, use {name}"

    // with: its network.
    case stepFailed = "cannot {step}: {error}"
    case withoutNamespaces = "{problem}; this machine allows users no namespaces of their own: run it as root"
    case withoutTunnels = "{problem}; this machine, or the container that this runs in, has no TUN devices"
    case tunnelsForRoot = "{problem}; only root may open it here: allow it with {command}, or run it as root"
    case stepNetworkNamespace = "make a network namespace"
    case stepUserNamespace = "make a user namespace"
    case stepMapUser = "map the user"
    case stepSocketPair = "open a pair of sockets"
    case stepPrivateMounts = "make mounts private"
    case stepCoverSockets = "cover the sockets of services"
    case stepResolverPlace = "make a place for resolv.conf"
    case stepShowResolver = "show /etc/resolv.conf"
    case stepShowHosts = "show /etc/hosts"
    case stepOpenTunnel = "open /dev/net/tun"
    case stepMakeTunnel = "make a TUN device"
    case stepNetlink = "open a netlink socket"
    case stepLoopbackUp = "set the loopback device up"
    case stepTunnelUp = "set the TUN device up"
    case stepFourth = "set IPv4 addresses and routes"
    case stepSixth = "set IPv6 addresses and routes"
    case stepStart = "start the command"

    // with: the summary at the end.
    case networkOfCommand = "the network of this command, seed {seed}:"
    case wereSent = "sent"
    case wereReceived = "received"
    case countPackets = "{count} packet | {count} packets"
    case countBytes = "{count} byte | {count} bytes"
    case countLost = "{count} lost"
    case countLostInOutages = "{count} lost in outages"
    case countBeyondQueue = "{count} beyond the queue"
    case countTooBig = "{count} too big"
    case countCorrupted = "{count} corrupted"
    case countDuplicated = "{count} duplicated"
    case countReordered = "{count} reordered"
    case countDelayed = "{count} delayed by {time} on average"
    case countConnections = "{count} connection | {count} connections"
    case countRefusedConnections = "{count} more than can be open at once"
    case countQueries = "{count} DNS query | {count} DNS queries"
    case countAltered = "{count} of them altered"
    case portalWasAccepted = "the portal's terms were accepted"
    case portalNotAccepted = "the portal's terms were not accepted"
    case countForbiddenPings =
        "{count} ping that this user may not send ({setting}) | {count} pings that this user may not send ({setting})"
    case countNotCarried = "{count} packet not carried | {count} packets not carried"

    // serve: starting it, and its notes.
    case serveNotInstalled =
        "netdiag-serve is not installed: it is neither next to this program nor in libexec; make install installs it"
    case seedRepeats = "the seed of random decisions is {seed}; --seed {seed} repeats them"
    case isNotControlled = "other commands cannot control this run: {reason}"
    case cannotBeAnnounced = "it cannot be announced: {reason}"
    case notAnnouncedYet = "it is not announced yet: {reason}"
    case isAnnouncedAs = "it is announced as {name}: {reason}"
    case othersCannotReach = "other hosts cannot reach {place}; --listen :: lets them in"
    case announcedBeyond =
        "it is announced with this host's IPv6 addresses as well, where nothing listens; --listen :: is both"
    case nothingIsServed = "nothing is served; name a directory, a file of routes, --text, --openapi, --echo or --fault"
    case onePortForOne = "--port is for one server; {count} faults need a port each"
    case needsOwnServer = "{fault} needs a server of its own; start it without a source"
    case socketDirectoryNotMade = "{path} cannot be made: {error}"
    case socketDirectoryOpen = "{path} is not a directory that only this user can access; remove it, or set {variable}"

    // serve: what is served.
    case fileIsValid = "{file}: valid, {content}"
    case countRoutes = "{count} route | {count} routes"
    case zoneOfRecords = "a zone of {count} record | a zone of {count} records"
    case scriptOfSteps = "a script of {count} step | a script of {count} steps"
    case recordingOfRequests = "a recording of {count} request | a recording of {count} requests"
    case connectionsForwarded = "connections forwarded to {url}"
    case requestsForwarded = "requests forwarded to {url}"
    case serverWithFault = "a server with {fault}"

    // serve: the commands that control it.
    case noneIsServing = "no netdiag serve is running for this user"
    case noneIsCalled = "no run is called {name}; none is running for this user"
    case noneIsCalledBut = "no run is called {name}; running: {names}"
    case severalAreServing = "several are running; name one of: {names}"
    case isNoRunName = "{name} is not a valid name of a run"
    case runNameIsTaken = "a run is called {name} already; choose another --name"
    case noRunAnswers = "no run answers at {socket}"
    case runNotChanged = "it cannot be changed; is its port taken?"
    case runOfOtherVersion = "the run answers {status}; is it of another version?"
    case runHasEnded = "the run has ended"
    case runEndedBefore = "the run has ended before it had answered"
    case runIsIdle = "idle"
    case runIsRunning = "running"
    case runIsPaused = "paused"
    case runIsDraining = "draining"
    case runByProcess = "process {pid}"
    case countRequests = "{count} request | {count} requests"
    case noSessions = "no sessions"
    case endsWithin = "ends in {count} s"
    case noFaults = "no faults"
    case faultIsOn = "on"
    case faultIsOff = "off"
    case stateIsFixed = "{state} (cannot be switched off)"
    case whenConditions = "when {conditions}"
    case noResponseSent = "no response"
    case bytesReceived = "{count} B received"
    case requestsExpected = "{request}: {found}, {expected} expected"
    case atLeastOneRequest = "at least 1 request"

    // ftp.
    case entriesAreShown = "{shown} entries of {count} are shown"
    case entriesAreCut = "{shown} entries of more than {count} are shown"
    case transferredOf = "{done} of {total}"
    case timeIsLeft = "{time} left"
    case passwordFor = "Password for {user}"
    case passwordNeedsTerminal = "there is no terminal to ask for a password on; use --netrc or --netrc-file"
    case passwordNotRead = "no password could be read: {error}"
    case netrcNeedsHome = "--netrc needs {variable}; name the file with --netrc-file"

    // Failures that are rare, of several commands.
    case outputNotWritten = "cannot write to standard output: {error}"
    case nothingObservable = "nothing can be observed from this process: {error}"
    case daemonAnswers = "the daemon answered {status}"
    case streamNotValid = "the daemon's response is not valid: {error}"
    case checkCameToNoEnd = "the check came to no end"
    case networkNotSeen = "the network could not be looked at"
    case isNotUTF8 = "it is not UTF-8"
    case isNotJSON = "it is not JSON"
    case memberIsMissing = "{name} is missing"
    case documentNotEncoded = "the answer cannot be written as JSON: {error}"
    case noTargetNamedSo = "{problem}; no target of the daemon has this name either"
    case noTargetNamedSoBut = "{problem}; no target of the daemon has this name either, did you mean {meant}?"
    case isNoCause = "{id} is not a known cause; see them all with: {command}"
    case isNoCauseBut = "{id} is not a known cause; did you mean {meant}?"
    case isNoDomain = "\"{name}\" is not a domain, as in local or example.org"
    case isNoHost = "\"{name}\" is neither a name nor an address"
    case isNoHostBut = "\"{name}\" is neither a name nor an address: {reason}"
    case isMoreThanHost = "\"{name}\" is neither a name nor an address; leave scheme, port and path away"

    // What this machine keeps.
    case configurationNotThere = "there is no {file}; name the daemon's configuration with --config"
    case secretNotThere = "the Secret Service has no entry for {host}; make one: {command}"
    case secretsNotAsked = "the Secret Service cannot be asked: {reason}"
    case secretToolFailed = "secret-tool failed"

    // Reports that were saved, and bundles.
    case standardInput = "standard input"
    case reportNotJudged = "{file}: report {number} cannot be judged: {error}"
    case isNoReport = "{place}: this is not a valid report ({error}); make one with: {command}"
    case containsNoReport = "{file} contains no report; create one with: {command}"
    case schemaNotKnown = "{place}: the schema is {schema}; {known} is understood"
    case fileIsTooLarge = "{file} has more than {count} MiB; split it"
    case bundleIsTooLarge = "the bundle has more than {count} MiB"
    case bundleNotMade = "the bundle cannot be put together: {error}"
    case bundleNotCompressed = "gzip has failed; the bundle was not written"
    case bundleNotForTerminal = "an archive is not for a terminal: {command}, or name a file with --bundle"

    // Arguments.
    case portNotInRange = "the port \"{port}\" is not a number from 0 to 65535"
    case textKeyTwice = "the TXT key \"{key}\" is given twice"
    case socketPathLength = "the path of a socket has 1 to {max} bytes, \"{path}\" has {count}"
    case fromTakesTargets = "--from takes its targets from the reports; leave out the target and --yes"
    case goesOneWay = "diagnose goes one way; ask for several with: {command}"
    case doesNotApply = "{option} does not apply to {target}; remove it"
    case noNotificationShown = "the desktop shows no notification: {reason}"
    case foldersNotWatched = "cannot watch folders: {error}"
}
