import NetworkModel

extension ConfigurationDecoder {
    mutating func thresholds(_ setting: Setting, on inherited: Thresholds = Thresholds()) -> Thresholds {
        var thresholds = inherited
        let known = [
            "certificate_days", "connect", "resolve", "page", "gateway_round_trip", "gateway_loss", "signal",
            "carrier_changes", "packet_errors",
        ]
        guard let group = group(setting, known: known) else { return thresholds }
        if let days = group["certificate_days"], let number = integer(days, in: 0...3650, unit: "days") {
            thresholds.certificateDays = number
        }
        let durations: [(String, WritableKeyPath<Thresholds, Milliseconds>)] = [
            ("connect", \.connect), ("resolve", \.resolve), ("page", \.page),
            ("gateway_round_trip", \.gatewayRoundTrip),
        ]
        for (name, path) in durations {
            guard let setting = group[name], let time = duration(setting, in: .milliseconds(1) ... .seconds(60)) else {
                continue
            }
            thresholds[keyPath: path] = Milliseconds(time)
        }
        let shares: [(String, WritableKeyPath<Thresholds, Double>)] = [
            ("gateway_loss", \.gatewayLoss), ("packet_errors", \.packetErrors),
        ]
        for (name, path) in shares {
            guard let setting = group[name], let percent = integer(setting, in: 0...100, unit: "percent") else {
                continue
            }
            thresholds[keyPath: path] = Double(percent) / 100
        }
        if let changes = group["carrier_changes"], let number = integer(changes, in: 1...1_000, unit: "changes") {
            thresholds.carrierChanges = number
        }
        if let signal = group["signal"], let strength = signalStrength(signal) { thresholds.signal = strength }
        return thresholds
    }

    private mutating func signalStrength(_ setting: Setting) -> Int? {
        let expected = "a whole number of dBm from -120 to 0, as in -75"
        guard let text = text(setting, expected) else { return nil }
        guard text.utf8.count <= 4, let number = Int(text), (-120...0).contains(number) else {
            refuse(setting, "\(SafeText.shown(text)) is not valid; write \(expected)")
            return nil
        }
        return number
    }
}
