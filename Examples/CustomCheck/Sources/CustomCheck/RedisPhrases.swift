import TargetKinds

/// The partial sentences that the rules insert into findings, in English and in German.
enum RedisPhrases {
    static let ends = KindPhrase("ends the connection", ["de": "beendet die Verbindung"])
    static let aborts = KindPhrase("aborts the connection", ["de": "bricht die Verbindung ab"])
    static let endsWithError = KindPhrase(
        "ends the connection with an error ({reason})", ["de": "beendet die Verbindung mit einem Fehler ({reason})"])
    static let noneConfigured = KindPhrase("none is configured", ["de": "es ist keine eingetragen"])
    static let noTickets = KindPhrase("Redis accepts no tickets", ["de": "Redis akzeptiert keine Tickets"])

    static let all = [ends, aborts, endsWithError, noneConfigured, noTickets]
}
