import NetworkModel

extension ConfigurationDecoder {
    mutating func history(_ setting: Setting) -> Configuration.History {
        var history = Configuration.History()
        if case .scalar = setting.node.content, !setting.node.isNull {
            if let isOn = boolean(setting) { history.isEnabled = isOn }
            return history
        }
        guard let group = group(setting, known: ["results", "minutes", "hours", "max", "file"]) else { return history }
        let day = Duration.seconds(86_400)
        if let results = group["results"], let time = duration(results, in: .seconds(10_800)...day * 90) {
            history.results = time
        }
        if let minutes = group["minutes"], let time = duration(minutes, in: day...day * 3_650) {
            history.minutes = time
        }
        if let hours = group["hours"], let time = duration(hours, in: day...day * 36_500) { history.hours = time }
        if let max = group["max"], let bytes = bytes(max) { history.maxBytes = bytes }
        if let file = group["file"], let path = text(file, "a path, as in /var/lib/netdiag/history.db") {
            if path.hasPrefix("/"), !path.utf8.contains(0), !path.hasSuffix("/") {
                history.file = path
            } else {
                refuse(
                    file,
                    "\(SafeText.shown(path)) is not an absolute path; write one, as in /var/lib/netdiag/history.db")
            }
        }
        return history
    }

    private mutating func bytes(_ setting: Setting) -> Int? {
        let expected = "a size of 16MiB to 64GiB, as in 256MiB"
        guard let text = text(setting, expected) else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units = ["MiB": 1 << 20, "GiB": 1 << 30]
        guard digits.utf8.count <= 6, let number = Int(digits),
            let unit = units[String(text[digits.endIndex...].drop { $0 == " " })],
            (16 << 20...64 << 30).contains(number * unit)
        else {
            refuse(setting, "\(SafeText.shown(text)) is not valid; write \(expected)")
            return nil
        }
        return number * unit
    }
}
