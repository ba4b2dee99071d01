import NetworkModel

@testable import ServiceDiscovery

/// Feeds a ``BrowseState`` and executes its effects, like an avahi-daemon with a limited number of resolvers.
struct BrowseRun {
    typealias ID = BrowsedInstance.ID

    var state: BrowseState
    /// The maximum number of concurrent resolvers.
    var room: Int
    private(set) var now = ContinuousClock.now
    private(set) var events: [BrowseEvent] = []
    private(set) var browsers: Set<String> = []
    private(set) var resolvers: [ID: (instance: InstanceIdentifier, place: BrowserOrigin)] = [:]
    /// The instances in the order in which their resolvers were started.
    private(set) var started: [String] = []
    private(set) var nextTurn: ContinuousClock.Instant?
    private(set) var holdover: BrowseState.HoldoverEnd?
    private(set) var problems: [String] = []

    init(type: String? = "_http._tcp", resolves: Bool = true, room: Int = 10) {
        state = BrowseState(type: type, resolves: resolves)
        self.room = room
        feed(.daemonFound)
    }

    mutating func feed(_ input: BrowseState.Input) {
        var effects = state.apply(input, at: now)
        var index = 0
        while index < effects.count {
            effects += execute(effects[index])
            index += 1
        }
        verify()
    }

    private mutating func execute(_ effect: BrowseState.Effect) -> [BrowseState.Effect] {
        switch effect {
        case .send(let event): events.append(event)
        case .sendClientError: events.append(.unavailable("no room"))
        case .holdOver(let end): holdover = end
        case .startTypeBrowser: break
        case .startBrowser(let type, _): if !browsers.insert(type).inserted { problems.append("\(type) twice") }
        case .stopBrowser(let type): if browsers.remove(type) == nil { problems.append("no browser of \(type)") }
        case .startResolver(let id, let instance, let place):
            if resolvers.updateValue((instance, place), forKey: id) != nil { problems.append("two resolvers of \(id)") }
            started.append(instance.name)
        case .stopResolver(let id):
            if resolvers.removeValue(forKey: id) == nil { problems.append("no resolver of \(id)") }
        case .stopAll: (browsers, resolvers, nextTurn) = ([], [:], nil)
        case .takeTurn: return state.apply(.turn(hasRoom: resolvers.count < room), at: now)
        case .takeTurnAt(let time): nextTurn = min(time, nextTurn ?? time)
        case .requestRoom: return state.apply(.noRoomElsewhere, at: now)
        }
        return []
    }

    /// Checks the invariants, which hold between any two inputs.
    private mutating func verify() {
        let stages = state.instances.mapValues(\.stage)
        if Set(resolvers.keys) != Set(stages.filter(\.value.hasResolver).keys) { problems.append("resolvers differ") }
        if state.unsettled != stages.values.count(where: \.isUnsettled) { problems.append("unsettled differ") }
        if state.retrying != stages.values.count(where: \.isRetrying) { problems.append("retrying differ") }
        if browsers != Set(state.types.keys) { problems.append("browsers differ") }
        if state.ids.count != state.instances.count { problems.append("ids differ") }
    }

    mutating func pass(_ duration: Duration) {
        now += duration
        guard let nextTurn, nextTurn <= now else { return }
        self.nextTurn = nil
        for effect in [BrowseState.Effect.takeTurn] { execute(all: effect) }
        verify()
    }

    private mutating func execute(all effect: BrowseState.Effect) {
        var effects = [effect]
        var index = 0
        while index < effects.count {
            effects += execute(effects[index])
            index += 1
        }
    }

    // MARK: Short forms of inputs

    static let place = BrowserOrigin(interface: 2, transport: 0)

    static func identifier(_ name: String, _ type: String = "_http._tcp") -> InstanceIdentifier {
        InstanceIdentifier(name: name, type: type, domain: "local")
    }

    mutating func list(_ name: String, _ type: String = "_http._tcp", at place: BrowserOrigin = place) {
        feed(.instanceListed(Self.identifier(name, type), place, interfaceName: "eth0"))
    }

    mutating func unlist(_ name: String, _ type: String = "_http._tcp", at place: BrowserOrigin = place) {
        feed(.instanceUnlisted(Self.identifier(name, type), place))
    }

    func id(_ name: String) -> ID? { state.instances.values.first { $0.key.instance.name == name }?.id }

    func stage(_ name: String) -> BrowsedInstance.Stage? { id(name).flatMap { state.instances[$0]?.stage } }

    /// Reports the host and the address of an instance from its resolver.
    mutating func resolve(_ name: String, host: String = "h.local", isComplete: Bool = true) {
        let records = ServiceRecords(interface: 2, target: host, host: host, port: 80, txt: [:])
        guard let id = id(name), let address = IPAddress("10.0.0.2") else { return }
        feed(.resolved(id, .found(records, [address], isComplete: isComplete)))
    }

    mutating func fail(_ name: String) {
        if let id = id(name) { feed(.resolved(id, .failed(nil))) }
    }

    /// The events since the last call, as text.
    mutating func takeEvents() -> [String] {
        defer { events = [] }
        return events.map {
            switch $0 {
            case .service(let event): "\(event.event) \(event.instance.name)\(event.instance.stale ? " stale" : "")"
            case .allForNow: "all"
            case .unavailable: "unavailable"
            }
        }
    }
}
