import NetworkModel

extension ConfigurationDecoder {
    /// The maximum number of windows of the whole configuration, of a group or of a target.
    private static let maxWindows = 64

    mutating func maintenance(_ setting: Setting) -> [MaintenanceWindow] {
        if setting.node.isNull { return [] }
        let items: [Setting]
        switch setting.node.content {
        case .mapping: items = [setting]
        case .sequence(let nodes): items = nodes.map { Setting(name: setting.name, node: $0) }
        case .scalar:
            refuse(setting, "is a single value; write a list of windows, as in - weekly: sun 02:00-04:00")
            return []
        }
        guard items.count <= Self.maxWindows else {
            refuse(setting, "has \(items.count) windows; the maximum is \(Self.maxWindows)")
            return []
        }
        return items.compactMap { window($0) }
    }

    private mutating func window(_ item: Setting) -> MaintenanceWindow? {
        guard let group = group(item, known: ["weekly", "from", "until", "zone"]) else { return nil }
        var zone: ZoneOffsets?
        if let setting = group["zone"] {
            guard let name = text(setting, "a time zone, as in Europe/Berlin"), let known = self.zone(name, setting)
            else {
                return nil
            }
            zone = known
        }
        let span: MaintenanceWindow.Span?
        switch (group["weekly"], group["from"], group["until"]) {
        case (let weekly?, nil, nil):
            span = text(weekly, "days and times, as in sun 02:00-04:00").flatMap { text in
                value(weekly) { () throws(SettingsError) in try MaintenanceWindow.weekly(text) }
            }
        case (nil, let from?, let until?): span = once(from, until)
        default:
            problems.add(
                "\(item.name) needs either weekly, as in sun 02:00-04:00, or both from and until, as in 2026-12-24T22:00",
                line: item.line)
            return nil
        }
        guard let span, let zone = zone ?? self.zone("local", item) else { return nil }
        return MaintenanceWindow(span: span, zone: zone)
    }

    private mutating func once(_ from: Setting, _ until: Setting) -> MaintenanceWindow.Span? {
        func moment(_ setting: Setting, _ decoder: inout ConfigurationDecoder) -> Int? {
            let expected = "a date and a time of the zone's clock, as in 2026-12-24T22:00"
            guard let text = decoder.text(setting, expected) else { return nil }
            guard let time = CivilTime(text) else {
                decoder.refuse(setting, "\(SafeText.shown(text)) is not valid; write \(expected)")
                return nil
            }
            return time.seconds
        }
        guard let start = moment(from, &self), let end = moment(until, &self) else { return nil }
        guard start < end else {
            refuse(until, "is not later than \(from.name); write a later time")
            return nil
        }
        return .once(start..<end)
    }

    /// The time zone of a name. Each zone is read only once.
    private mutating func zone(_ name: String, _ setting: Setting) -> ZoneOffsets? {
        if let known = zones[name] { return known }
        let read = value(setting) { () throws(SettingsError) in try ZoneOffsets.named(name) }
        if let read { zones[name] = read }
        return read
    }
}
