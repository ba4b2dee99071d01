import Diagnosis

/// The fixed phrases of the output for users, in English. Translations refer to them by name.
///
/// `{…}` is a placeholder. If there are singular and plural forms, the singular is before ` | `, and the number is `{count}`.
public enum Phrase: String, CataloguePhrase {
    // Statuses in a word or two.
    case works
    case worksWithWarnings = "works, with warnings"
    case noFaultFound = "no fault found, but not everything was observed"
    case doesNotWork = "does not work"
    case cannotBeTold = "unclear whether it works"
    case couldNotBeChecked = "could not be checked"
    case notCheckedYet = "not checked yet"
    case notChecked = "not checked"
    case notJudged = "not judged: {seen}"
    case up
    case down
    case degraded
    case uncertain
    case maintenance
    case noStatusYet = "no status yet"
    case withAWarning = "with a warning"
    case countUp = "{count} up"
    case countDown = "{count} down"
    case countDegraded = "{count} degraded"
    case countUnknown = "{count} unclear"
    case countMaintenance = "{count} in maintenance"
    case countNoStatus = "{count} no status yet"
    case countNotChecked = "{count} not checked yet"
    case countWithAWarning = "{count} with a warning"
    case allUp = "all {count} up"

    // Findings.
    case error
    case warning
    case info
    case onThisMachine = "the fault is on this machine"
    case inThisNetwork = "the fault is in this network"
    case beyondTheRouter = "the fault is beyond the router"
    case onTheOtherSide = "the fault is on the other side"
    case dependsOnObservation = "the side depends on what was observed"
    case wordAndDetail = "{word}: {detail}"
    case twoClauses = "{clause}; {next}"
    case twoParts = "{part}, {next}"
    case twoItems = "{item}, {next}"
    case withRemark = "{text} ({remark})"
    case remark = "({remark})"
    case inQuotes = "“{text}”"
    case likely = "(likely, not certain)"
    case whatToDo = "What to do"
    case aReportSays = "A report says"
    case howItIsRecognised = "How it is recognised"

    // The scope of a fault according to peers.
    case onlyHereNetwork =
        "only here: the network works for {count} other machine on this link | only here: the network works for {count} other machines on this link"
    case onlyHereReach =
        "only here: {count} other machine on this link reaches it | only here: {count} other machines on this link reach it"
    case onlyHereResolver =
        "only here: it works for {count} other machine on this link | only here: it works for {count} other machines on this link"
    case onlyHereUplink =
        "only here: {count} other machine on this link reaches the Internet | only here: {count} other machines on this link reach the Internet"
    case findOwnRejection =
        "Look for a rule that rejects only this machine: in its firewall (nft list ruleset), in the router, and in the server's access list"
    case wholeLinkNetwork =
        "the whole link: {count} of {count} other has no working network either | the whole link: {count} of {count} others have no working network either"
    case wholeLinkReach =
        "the whole link: {count} of {count} other cannot reach it either | the whole link: {count} of {count} others cannot reach it either"
    case wholeLinkResolver =
        "the whole link: {count} of {count} other gets no good answer from it either | the whole link: {count} of {count} others get no good answer from it either"
    case wholeLinkUplink =
        "the whole link: {count} of {count} other cannot reach the Internet either | the whole link: {count} of {count} others cannot reach the Internet either"
    case someNetwork =
        "not only here: {count} of {all} others on this link has no working network either | not only here: {count} of {all} others on this link have no working network either"
    case someReach = "not only here: {count} of {all} others on this link cannot reach it either"
    case someResolver =
        "not only here: {count} of {all} others on this link gets no good answer from it either | not only here: {count} of {all} others on this link get no good answer from it either"
    case someUplink = "not only here: {count} of {all} others on this link cannot reach the Internet either"
    case unwatched = "nobody else on this link monitors it"
    case unwatchedRestricted =
        "nobody else on this link reports on it: {count} other does not disclose what it monitors | nobody else on this link reports on it: {count} others do not disclose what they monitor"

    // Layers, and parts of a network.
    case layerLocal = "local"
    case layerLink = "link"
    case layerAddress = "address"
    case layerGateway = "gateway"
    case layerUplink = "uplink"
    case layerPath = "path"
    case layerProxy = "proxy"
    case links = "Links"
    case gateway = "Gateway"
    case gateways = "Gateways"
    case uplink = "Uplink"
    case resolver = "Resolver"
    case resolvers = "Resolvers"
    case targets = "Targets"
    case target = "Target"
    case services = "Services"
    case published = "Published"
    case internet = "Internet"
    case gatewayAt = "gateway {address}"
    case noneOfThem = "none"
    case switchedOff = "switched off"
    case noCarrier = "no carrier"
    case dormant
    case noAnswer = "no answer"
    case noLinkUp = "no link that is up"
    case noDefaultRoute = "no default route"
    case noUplink = "no way out of this machine"
    case daemonDoesNotRun = "netdiagd is not running"
    case daemonIsLost = "the connection to the daemon has ended; trying again"
    case daemonIsBack = "the daemon is back"
    case switchedOffByConfiguration = "switched off in the configuration (publish:)"
    case noServerForOthers = "other hosts cannot reach netdiagd over HTTP (listen: http:)"
    case notStartedYet = "not started yet"
    case justStarted = "netdiagd has just been started"
    case stateWaiting = "waiting"
    case waitingForAvahi = "waiting for avahi-daemon"
    case stateOff = "off"
    case stateRenamed = "renamed"
    case statePublished = "published"
    case asName = "as {name}"
    case asTypes = "as {types} on port {port}"

    // Numbers with units, in the short forms of CLDR.
    case countSeconds = "{count} s"
    case countMinutes = "{count} min"
    case countHours = "{count} h"
    case countDays = "{count} d"
    case twoUnits = "{large} {small}"
    case percent = "{percent} %"

    // The overall status.
    case sinceAgo = "since {time}; {span} ago"
    case forSpan = "for {span}"
    case ago = "{span} ago"
    case notRecorded = "results are not recorded: {reason}"
    case notListening =
        "netdiagd does not listen on {address}: {reason}; see which program has the port: ss -ltnp"
    case alertsFail = "alerts do not reach {receiver}: {reason}"
    case alertsNotQueued = "the queue of alerts cannot be written: {reason}"
    case reachedByProxy = "targets are reached through a proxy; without it: {detail}"
    case uplinkUnknown = "uplink: cannot tell whether the Internet can be reached: {detail}"
    case decideByTarget = "Check a site that you use: netdiag check https://SITE/"
    case noTargetWorks = "its target does not work | none of its {count} targets works"
    case partlyWorking =
        "partly working: {working} of {count} target works | partly working: {working} of {count} targets work"
    case tooMuchFailed =
        "Too many checks failed at once to look more closely (left out: {topics}). For a complete check, run netdiag check."
    case throughProxy = "through the proxy {proxy}"
    case withoutProxy = "directly, without a proxy"
    case worksBothWays = "It works both ways."
    case worksDirectlyOnly = "It works without the proxy, so the fault is at the proxy, or on the way to it."
    case worksByProxyOnly = "It works through the proxy only; direct connections fail."
    case failsBothWays = "It fails both ways."
    case waitingForDaemon = "waiting for netdiagd"
    case scrollKeys = "scroll: arrows, PgUp, PgDn, Home, End"
    case quitKey = "q: quit"
    case moreLines = "{count} more line | {count} more lines"
    case moreIncidents = "{count} more incident: netdiag incidents | {count} more incidents: netdiag incidents"
    case countTargets = "{count} target | {count} targets"
    case countIncidents = "{count} incident | {count} incidents"

    // The table of targets.
    case failuresUncounted = "{count} failure not counted yet | {count} failures not counted yet"
    case successesUncounted = "{count} success not counted yet | {count} successes not counted yet"
    case certificateDays = "certificate {count} day | certificate {count} days"
    case certificatesDays = "certificates {count} day | certificates {count} days"
    case certificateEnded = "certificate expired"
    case certificatesEnded = "certificates expired"
    case ended = "expired"
    case allTargets = "all targets"
    case allOthers = "all others"
    case withoutGroup = "without a group"
    case someWork = "{working} of {count} work"
    case allWork = "works | {count} work"
    case upTo = "up to {time}"

    // Changes.
    case isOver = "{incident} is over, after {span}"
    case gone
    case moreTargetsChanged = "{count} more target has changed | {count} more targets have changed"
    case whatHasChanged = "What has changed"
    case nothing
    case isGone = "{name} is gone"
    case isNew = "{name} is new"
    case isThereNow = "{name} is there now: {state}"
    case wasAndIs = "{name}: {before} before, {now} now"
    case isNoLongerThere = "{name} is no longer there"
    case isCheckedNow = "{name} was checked this time: {state}"
    case isNotCheckedNow = "{name} was not checked this time"
    case gatewayOn = "gateway {address} on {interface}"
    case resolverAt = "resolver {address}"

    // The assistant.
    case whatIsWrong = "What is wrong"
    case howThatIsKnown = "How that is known"
    case besides = "Also found"
    case nothingIsWrong = "Nothing is wrong."
    case noFaultFoundBut = "No fault was found, but {detail}."
    case cannotTellWhatIsWrong = "Cannot tell what is wrong."
    case cannotTellInternet = "Cannot tell whether the Internet can be reached: {detail}."
    case pressReturn = "Press Return to check again, or q and Return to quit."

    // Incidents.
    case noIncidents = "no incidents"
    case noIncidentsThen = "no incidents in that period"
    case before = "before: {time}"
    case openSince = "#{id}, open since {start}, for {span}"
    case overFromTo = "#{id}, over; from {start} to {end}, lasted {span}"
    case unwatchedFromTo = "#{id}, no longer monitored; from {start} to {end}, lasted {span}"
    case replacedFromTo = "#{id}, has another cause now; from {start} to {end}, lasted {span}"
    case cameBack = "recurred once | recurred {count} times"
    case tookDownNone = "no target is down now"
    case tookDown = "{count} target affected: {names} | {count} targets affected: {names}"
    case degradedTargets = "{count} target degraded: {names} | {count} targets degraded: {names}"
    case areWorking = "{names} works | {names} work"
    case namesAndMore = "{names} and {count} more"

    // History.
    case fromToColumns = "{from} to {to}, each column {step}"
    case noTargets = "no targets are configured"
    case countTimes = "{count} time | {count} times"
    case uptime
    case percentiles = "10th to 90th percentile, and the median"
    case onlyMaintenance = "only maintenance"
    case nothingKnown = "nothing is known about this period"
    case percentUp = "{percent} up"
    case medianWithin = "median {median}, 90 % within {p90}"
    case countChecks = "{count} checks"
    case spanUnknown = "{span} unknown"
    case spanMaintenance = "{span} maintenance"

    // Words for screen readers in place of symbols.
    case spokenOK = "ok:"
    case spokenWarning = "warning:"
    case spokenError = "error:"
    case spokenUnknown = "unknown:"
    case spokenNote = "note:"
    case spokenToDo = "to do:"

    // Pages: header and footer.
    case overview = "Overview"
    case incidents = "Incidents"
    case peers = "Peers"
    case pages = "Pages"
    case skipToContent = "Skip to the content"
    case signOut = "sign out"
    case live
    case reconnecting = "reconnecting…"
    case asSeenFrom = "As seen from {host}"
    case timesInUTC = "all times are in UTC"
    case signInToSeeMore = "Sign in to see more"
    case token = "Token"
    case showTheStatus = "Show the status"
    case notTheToken = "That is not the token."
    case noTokenHere = "There is no token here."
    case pageNotFound = "This page does not exist"
    case pageNotShown = "This page cannot be shown"
    case toTheOverview = "To the overview"
    case tokenNotOverHTTP =
        "The token is not accepted over plain HTTP from another host, since others could read it on the way. Use https ({https}) or {tunnel}, or connect from a network that may read ({networks})."
    case noTokenYet =
        "The page is available on this machine, from networks that may read ({networks}), and with the token ({file}). There is no token yet: see netdiag.yaml(5)."

    // The first page.
    case everythingWorks = "Everything works: {working}."
    case partlyWorks = "Partly works: {working}."
    case worksWithAWarning = "Works, with a warning: {working}."
    case doesNotWorkAtAll = "Does not work{clauses}."
    case cannotTellNetwork = "It is not known whether the network works{clauses}."
    case nothingKnownYet = "Nothing is known yet: the first check is running."
    case upWithoutTargets = "the network is up, and no targets are configured"
    case networkAndTargetsUp =
        "the network and the target are up | the network and all {count} targets are up"
    case ofTargets = "of {count} target, {counts} | of {count} targets, {counts}"
    case since = "since {time}"
    case wayToTargets = "The path to the targets"
    case andMore = "and {count} more"
    case nameAndMore = "{name} and {count} more"
    case noIncidentOpen = "no incident is open"
    case incidentsOpen = "{count} incident open | {count} incidents open"
    case notRecordedSince = "results are not recorded since {time}: {reason}"
    case noUptime = "no uptime of 24 h: {reason}"
    case addTargets = "No targets yet; add some under targets: in netdiag.yaml"
    case lastResults = "Last {count} results"
    case day = "24 h"
    case time = "Time"
    case certificate = "Certificate"
    case certificateEnds = "the certificate expires {time}"
    case moreTargets = "More targets"
    case moreGroups = "{count} more group | {count} more groups"
    case otherTargets = "Other targets"
    case noResults = "no results yet"
    case resultsAllUp = "{count} result, all up | {count} results, all up"
    case resultsNotUp = "{count} result, {failed} not up | {count} results, {failed} not up"
    case causeTimes = "{cause} {count} times"
    case lastAt = "last at {time} UTC"
    case medianAndMost = "median {median}, most {most}"

    // Targets and incidents in detail.
    case timesOfTarget = "Durations"
    case timesOfTheLast = "Durations in the last {span}"
    /// The same for a span in hours, which are of another gender than days in some languages.
    case timesOfTheLastHours = "Durations in the last {hours}"
    case layersOfLastCheck = "Layers of the last check"
    case layer = "Layer"
    case state = "State"
    case whatWasSeen = "Observation"
    case notReached = "not reached"
    case lastChecked = "last checked {time}"
    case checksSayOtherwise = "{count} check since then disagrees | {count} checks since then disagree"
    case noHistory = "There is no history: {reason}"
    case shareUp = "{share} up"
    case failedChecks = "{failed} of {count} checks failed"
    case nothingIsKnown = "nothing is known about it"
    case saveAsFile = "Save as a file to share"
    case asPicture = "as a picture"
    case badge
    case reportAsJSON = "the report as JSON"
    case incidentNumber = "Incident {id}"
    case incidentOpen = "open"
    case incidentOver = "over"
    case worksAgain = "over: it works again"
    case targetsNotConfigured = "no longer monitored: its targets are no longer configured"
    case targetsHaveOtherCause = "over: its targets fail for another cause, which has an incident of its own"
    case spanSoFar = "{span} so far"
    case affectedTargets = "Affected targets"
    case justBefore = "Just before"
    case course = "Course"
    case ownNetwork = "none: it is a fault of this machine's own network"
    case nothingChanged = "nothing changed on this machine in the minutes before it"
    case firstCheck = "the first check that showed it started"
    case meanwhileOver =
        "recovered and failed again once | recovered and failed again {count} times"
    case toTime = "to {time}, {span}"
    case openFor = "open for {span}"
    case openIncidents = "Open incidents"
    case over = "Over"
    case moreAsJSON = "and {count} more, as JSON"

    // Links, services, peers.
    case interface = "Interface"
    case addresses = "Addresses"
    case address = "Address"
    case neighbour = "Neighbour"
    case roundTrip = "Round trip"
    case evidence = "Evidence"
    case server = "Server"
    case from = "From"
    case answer = "Answer"
    case name = "Name"
    case host = "Host"
    case version = "Version"
    case seesThisHost = "Sees this host"
    case yes
    case no
    case notAnnounced = "{host} (not announced)"
    case nobodyLookedFor = "Peers are not discovered (discovery: peers: off, or publish: off)."
    case servicesOfOthers = "Services of others on the link: {command}, or {document}."
    case thisDaemon = "This daemon"
    case types = "Types"
    case port = "Port"
    case check = "Check"
    case announcedForOthers = "Announced for others"

    // Reports to pass on.
    case worksAgainNow = "works again"
    case stillAffected =
        "{affected} of {count} target still affected | {affected} of {count} targets still affected"
    case asFile = "as a file"
    case picture
    case allInThatTime = "everything in that period: {links}"
    case saveWhatWas = "Save a report to share"
    case ofTheLast = "of the last {spans}"
    case justBeforeHere = "Just before, on this machine"
    case shareOfTime = "Up"
    case median = "Median"
    case mostWithin = "90 % within"
    case failed = "Failed"
    case cause = "Cause"
    case partOf = "{part} of {count}"
    case fromTo = "{from} to {to}"
    case noIncident = "No incident"
    case downSometimes =
        "{down} of {count} target down for some of the time | {down} of {count} targets down for some of the time"
    case notOver = "not over"
    case notKnownMeans =
        "Unknown time counts neither as up nor as down: nothing was checked, or this machine, its network or its provider was at fault."
    case notKnownTargets = "nothing is known about {count} target | nothing is known about {count} targets"
}
