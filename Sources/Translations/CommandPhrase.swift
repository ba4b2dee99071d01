/// The sentences of `netdiag setup`, `netdiag doctor` and `netdiag resolve`, in English. Translations refer to them by name, as
/// to those of ``Phrase``.
public enum CommandPhrase: String, CataloguePhrase {
    // Words of several commands.
    case commandThen = "{command}, then {next}"
    case ownErrorOutput = "what netdiagd has written to standard error"
    case noReasonGiven = "no reason was given"
    case noDaemonAt = "no daemon at {socket}"
    case nothingListensAt = "no daemon at {socket} (the file is there, but nothing listens on it)"
    case mayNotAskDaemon = "this user may not ask the daemon at {socket}"
    case avahiNotInstalled = "avahi-daemon is not installed"

    // doctor: the first line, and steps that several parts share.
    case thisInstallation = "This installation: {state}"
    case nothingIsMissing = "nothing is missing"
    case countErrors = "{count} error | {count} errors"
    case countWarnings = "{count} warning | {count} warnings"
    case withMore = "{text} (and {more} more)"
    case startIt = "Start it: {command}"
    case startAgain = "Start it again: {command}"
    case restartIt = "Restart it: {command}"
    case startBoth = "Start both: {command}"
    case seeWhy = "See why: {command}"
    case seeLog = "See its log: {log}"
    case seeDaemonLog = "See the daemon's log: {log}"
    case runAsRoot = "Run it as root: {command}"

    // doctor: access and clock.
    case accessUnknown = "without the configuration, it is not known who may run checks"
    case accessAllowed = "this user may have the daemon run checks"
    case accessOwnProcess = "this user can read everything from the daemon; its own checks run in a separate process"
    case allowGroup = "To let a group run checks through the daemon: access: group: in netdiag.yaml(5)"
    case clockWrong = "the clock is wrong: it says {time}, and this program was built on {date} or later"
    case setClock = "Set it: {command}"
    case clockInStep = "the clock is kept in step with others"
    case clockNotInStep = "the clock is not synchronised: it may be wrong"
    case clockUnknown = "the kernel does not report whether the clock is synchronised"
    case startTimeService = "Start the installed time service: {command}"
    case installTimeService = "Install a time service: {command}"
    case clockOfHost = "In a container, synchronise the clock of its host; otherwise install a time service: {command}"

    // doctor: the configuration.
    case noConfiguration = "there is no {file}: all settings have their defaults, and no target is monitored"
    case writeConfiguration = "Write one: {command}"
    case configurationValid = "{file} is valid, with {count} target | {file} is valid, with {count} targets"
    case validBut = "{valid}, but {warning}"
    case correctWarnings = "Correct it; to see all warnings: {command}"
    case correctErrors = "Correct it; to see all errors: {command}"
    case thenApply = "Then apply it: {command}"
    case configurationNotJudged = "{file} cannot be judged by this user: {error}"
    case configurationRefused = "the daemon would refuse {file}: {error}"

    // doctor: the daemon and its units.
    case otherVersion =
        "the daemon's response cannot be parsed ({error}); netdiagd and netdiag are of different versions"
    case noDaemonReply = "the daemon did not answer"
    case answersAt = "netdiagd answers at {socket}"
    case noMonitoring = "{reason}: no monitoring and no alerts while the daemon is not running"
    case unitUnmanaged = "this machine is not run by systemd: what starts netdiagd at boot is not known here"
    case systemdSilent = "systemd does not answer: systemctl show netdiagd.service failed"
    case unitFailed = "netdiagd.service has failed ({result})"
    case unitNotAtBoot = "netdiagd.service is {state}, and is not started at boot ({file})"
    case unitActive = "netdiagd.service is active, and started at boot"
    case unitState = "netdiagd.service is {state}"
    case unitNotInstalled = "netdiagd.service is not installed ({state})"
    case installIt = "Install it: {command}"
    case loadUnit = "Have systemd load it: {command}"
    case helperActive = "netdiag-arp.socket is active: the daemon can ask for gateways by ARP"
    case helperState = "netdiag-arp.socket is {state}: a dead gateway is detected some seconds later"
    case helperUnknown = "netdiag-arp.socket is not known: a dead gateway is detected some seconds later"

    // doctor: services on the link, and their names.
    case avahiMissing = "{reason}: no services are found, and the daemon is not announced"
    case avahiUnneeded = "{reason}: no services are found; the daemon is not announced, as configured (publish: off)"
    case avahiAnswers = "avahi-daemon answers over D-Bus"
    case namesByResolved =
        "{place} leaves names ending in .local to systemd-resolved, which asks for them where MulticastDNS=yes"
    case namesWithoutModule =
        "programs cannot resolve names ending in .local: {place} has no mdns4_minimal in its line hosts:"
    case namesWithoutLibrary =
        "programs cannot resolve names ending in .local: {place} names {module}, whose library {library} cannot be loaded"
    case namesFound = "programs find names ending in .local, by {module}"
    case writeLine = "Write, in {place}: {line}"
    case portTaken = "another program uses UDP port 5353 exclusively, so avahi-daemon cannot share it"
    case seeWhich = "See which: {command}"
    case stopOrSwitchOff = "Stop it, or switch off its own mDNS"
    case multicastPasses = "mDNS passes on {names}"
    case multicastBlocked = "mDNS does not pass on {names}: {reason}"
    case multicastUnseen = "whether mDNS passes was not seen: {reason}"
    case seeRule = "See the rule: {command}"
    case openPort = "Open UDP port 5353: {ufw}, or {firewalld}, or {nft}"
    case noSocket = "no socket can be opened: {error}"
    case portNotBound = "port 5353 cannot be bound: {error}"
    case noMulticastInterface = "no interface is up that multicast could leave by"
    case groupNotJoined = "its group cannot be joined: {error}"
    case filterHoldsOut = "this machine's packet filter lets nothing out to UDP port 5353"
    case nothingSent = "nothing can be sent: {error}"
    case filterHoldsIn = "what is sent to UDP port 5353 does not come in; this machine's packet filter drops it"

    // doctor: privileges.
    case pingAllowed = "this user may send echo requests"
    case pingOfDaemonAlone =
        "this user may send no echo requests, but the daemon may: net.ipv4.ping_group_range is \"{range}\", which does not include group {group}"
    case pingForbidden =
        "this user may not send echo requests: net.ipv4.ping_group_range is \"{range}\", which does not include group {group}"
    case pingImpossible = "echo requests cannot be sent: {error}"
    case daemonPingAllowed = "the daemon may send echo requests"
    case daemonPingForbidden =
        "the daemon may not send echo requests: net.ipv4.ping_group_range is \"{range}\", which does not include the groups of its unit, {first} to {last}"
    case allowNow = "Allow it now: {command}"
    case allowAtBoot = "And for each boot: {command}"
    case tunnelsAllowed = "this user may open {device}, which netdiag with needs"
    case tunnelsRefused =
        "{device} cannot be opened by this user: {error}; netdiag with cannot make a network for a command"
    case allowTunnels = "Allow it: {command}, which is its usual mode; or run netdiag with as root"
    case tunnelsMissing = "there is no {device}: netdiag with cannot make a network for a command"
    case loadTunnels = "{command}; in a container, pass the device on, as with {option}"
    case namespacesAllowed = "user namespaces are allowed, which netdiag with needs"
    case namespacesRefused = "netdiag with cannot make a network for a command: {reason}"
    case settingIs = "{setting} is {value}"
    case restrictedByAppArmor = "AppArmor restricts user namespaces"
    case orWithAsRoot = "{command}, or run netdiag with as root"

    // doctor: libraries and the history.
    case libraryLoaded = "{library} can be loaded"
    case libraryMissing = "{library} cannot be loaded: {use} ({error})"
    case withoutCurl = "HTTP, FTP, proxies and TLS are not checked"
    case withoutTLS = "TLS is not checked, and HTTPS not served"
    case withoutCrypto = "certificates are not read"
    case withoutAvahi = "no services are found or announced"
    case withoutSQLite = "no history is kept, and no alert is queued"
    case withoutSSH = "ssh:// is checked only up to the greeting"
    case withoutPatterns = "patterns in settings are not matched"
    case withoutIDN = "names outside ASCII are not resolved"
    case resultsNotRecorded = "results are not recorded: {reason}"
    case historyUnnamed =
        "the running netdiagd names no file in which it keeps results: it was started with history: off, or is of another version than this command"
    case historyOff = "no results are kept: history: off in the configuration"
    case diskAlmostFull = "less than 64 MiB are free where {file} is: results will be lost soon"
    case makeRoom = "Make room, or give the history less: history: max: in netdiag.yaml(5)"
    case historyNotThere =
        "netdiagd keeps its results in {file}, which is not there: it was removed, or the daemon sees other file systems, as in a container"
    case nothingRecorded = "nothing was recorded yet: there is no {file}"
    case fileUnreadable = "this user may not read {file}"
    case historyUnopened = "{file} cannot be opened: {error}"
    case historyDamaged = "{file} is damaged: it is not an SQLite database"
    case historyKept = "results are kept in {file}"
    case restartSetsAside = "Restart the daemon, which sets it aside and creates a new one: {command}"

    // resolve.
    case hasNoAnswer = "has no answer"
    case couldNotBeAsked = "could not be asked"
    case aliasOf = "alias of {name}"
    case aliasLoop = "which is a loop"
    case aliasGone = "which does not exist"
    case aliasWithoutRecord = "which has no {type} record"
    case aliasWithoutSuch = "which has no such record"
    case noRecord = "no {type}: {reason}"
    case portIsClosed = "nothing listens on port {port}"
    case noServerListens = "no DNS server listens"
    case multicastUnasked = "multicast DNS was not queried, since avahi-daemon does not run on this machine"
    case startOrInstall = "Start it: {start}; or install it: {install}"

    // setup: what was found.
    case lookingAtNetwork = "Looking at the network…"
    case candidateUp = "up"
    case candidateAnswers = "answers"
    case candidateDown = "not up"
    case candidateGateway = "the gateway"
    case candidateGatewayOf = "the gateway of {interface}"
    case candidateResolver = "a DNS server of this machine"
    case candidateProxy = "the proxy of {setting}"
    case candidateConnectivity = "the connectivity URL of NetworkManager"
    case candidateService = "a service on the link ({type})"
    case servicesNotSearched = "services on the link were not searched: {reason}"

    // setup: questions and answers.
    case yesWords = "y yes"
    case noWords = "n no"
    case pleaseAnswer = "Please answer {yes} or {no}."
    case noneWords = "none"
    case nobodyWords = "nobody none"
    case questionTargets = "1. What should be monitored?"
    case nothingToSuggest = "Nothing was found to suggest."
    case hintOwnTargets =
        "Targets of your own, such as https://example.org/ or host:22, with blanks between them; Return for none."
    case hintTargets =
        "Numbers, and targets of your own such as https://example.org/ or host:22, with blanks between them; the word {none}; or Return for those marked [x]."
    case labelTargets = "targets"
    case notInList = "There is no {number} in the list; it goes from 1 to {last}."
    case noSuchHost =
        "There is no host {word}: {reason}. Write a number of the list, a URL, host:port or a host; icmp://{word} is taken as it is."
    case questionAccess = "2. Who may see the results over the network?"
    case accessNobody = "nobody: this machine alone"
    case accessStatus = "hosts on private networks see name, version and overall status"
    case accessEverything = "hosts in {networks} see everything"
    case hintAccess = "A number, or networks such as 192.168.1.0/24 that see everything; Return for 2."
    case labelAccess = "access"
    case noneOfTwo = "{word} is none of them; write 1 or 2, or networks as in 192.168.1.0/24."
    case noneOfThree = "{word} is none of them; write 1, 2 or 3, or networks as in 192.168.1.0/24."
    case networkNotAdmitted =
        "Hosts in {network} may not connect. Only private networks can be named here; to admit others, add them to access: networks: in the file later."
    case questionNotify = "3. Who should be notified when something breaks?"
    case hintNotify =
        "A mail address (sent with sendmail), the https:// URL of a webhook, ntfy and the URL of a topic, or the path of a program; Return for nobody. Every user of this machine can read the file, including a token in the URL or the name of a topic. On a desktop, systemctl --user enable --now netdiag-notify shows incidents as notifications without any of this."
    case labelNotify = "notify"
    case noReceiver = "That is none of them; for example: ops@example.org, or https://hooks.example.org/netdiag"
    case noteThat = "Note: {warning}"
    case programMissing = "{file}: {error}; write the path of a program that is there, without arguments."
    case programNotRegular = "{file} is not a regular file; write the path of a program."
    case programNotExecutable = "{file} may not be run; allow it: {command}"
    case inputEnded = "the input ended before all questions were answered; nothing was written"
    case questionStart = "4. Shall the daemon be started now?"
    case startedBySystemd = "systemd starts it now and with each boot."
    case startedInBackground = "There is no systemd here: it would run in the background until the next boot."

    // setup: what it did.
    case wroteFile = "wrote {file}"
    case audienceNobody =
        "only this machine can read the results, and nothing is announced on the link (listen:, publish:)"
    case audienceStatus =
        "hosts on private networks can read this machine's name, version and overall status on port {port}, and find it by DNS-SD (listen:, publish:)"
    case audienceNetworks = "hosts in {networks} can read everything on port {port} (access:, publish:)"
    case daemonRuns = "netdiagd runs; the page is at {url}"
    case daemonNotStarted =
        "netdiagd was not started, since no systemd is here to start it with each boot; start it with: {command}"
    case unitReadsOther = "The unit reads {file}. Start a daemon with this file with: {command}"
    case unitReadsOtherAndRuns =
        "The unit reads {file}. Start a daemon with this file with: {command}; the unit runs, so first end it with: {stop}"
    case onlyRootReload = "Only root can have it read the file: {command}"
    case onlyRootStart = "Only root can start it: {command}"
    case runsByNoUnit =
        "A daemon is already running that systemd did not start. If it was started with this file, have it read it with: {reload}; else end it, and start it with: {start}"
    case daemonNotInstalled = "netdiagd is not installed; install it, and start it with: {command}"
    case startFailed = "{command} failed: {reason}; see: {log}"
    case notStartable = "{program} could not be started"
    case noResponseYet = "netdiagd has not responded for ten seconds; to see why, run: {command}"
}
