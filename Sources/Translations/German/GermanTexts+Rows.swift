extension GermanTexts {
    /// The clauses of the rows of layers.
    static var rows: String {
        #"""
        linkUp: {interface} aktiv
        linkUpSpeed: {interface} aktiv, {speed}
        linkNoCarrier: {interface} kein Trägersignal
        linkSwitchedOff: {interface} ausgeschaltet
        linkDormant: {interface} wartend
        linkDormantSpeed: {interface} wartend, {speed}
        noInterface: keine Schnittstelle
        networkNamed: Netz {label}
        withoutNetwork: kein Netz
        securityOpen: offen
        securityEnhancedOpen: Enhanced Open
        securityWEP: WEP
        securityTKIP: TKIP
        securityProtected: verschlüsselt
        carrierChanged: {count} Wechsel des Trägersignals in 2 Min.
        packetsDamaged: {count} beschädigt
        packetsDamagedOf: {count} von {all} Paketen in {time} beschädigt
        packetsDroppedOf: {count} von {all} Paketen in {time} verworfen
        sixthSwitchedOff: IPv6 ausgeschaltet
        noneThere: keine
        noneNeeded: nicht nötig
        noneNeededOn: nicht nötig an {interface}
        noneNeededLeads: nicht nötig: {interface} führt zu {address}
        noneNeededHere: nicht nötig: {address} ist an {interface}
        noneNamed: keins angegeben: {address} ist nicht an {interface}
        noRouteFor: keine Route für {code}
        linksOnly: keine Default-Route
        routeOn: {code} an {interface}
        stateOn: {address} an {interface} {code}
        noAnswerOn: {address} an {interface}: keine Antwort
        ownGatewayOn: {address} an {interface}: eine Adresse dieses Rechners selbst
        noAnswerFrom: {address}: keine Antwort
        pingTook: Ping {time}
        pingLimited: Ping {time} (begrenzt seine Antworten)
        pingReceived: Ping beantwortet
        pingReceivedLimited: Ping beantwortet (begrenzt seine Antworten)
        pingsReceived: {count} von {all} beantwortet
        pingsReceivedLimited: {count} von {all} beantwortet (begrenzt seine Antworten)
        pingJitter: Jitter {time}
        noAnswerToPing: keine Antwort auf Ping
        noPermissionToPing: keine Berechtigung für Ping
        blocksPings: dieser Rechner blockiert Pings
        blocksPingReplies: dieser Rechner blockiert die Antworten auf Pings
        reportedFrom: {reason} (von {address})
        addressDoes: {address} {what}
        serverDoes: DNS-Server {server} {what}
        resolverDeniesNames: verneint Namen, die es gibt
        resolverReachesInternet: erreicht das Internet
        resolverMakesUp: liefert Adressen für Namen, die nicht existieren
        resolverKnowsNone: kennt keine Adresse
        resolverAnswersCode: antwortet mit {code}
        resolverCut: antwortet unvollständig und nicht über TCP
        resolverLate: antwortet spät
        resolverSilent: antwortet nicht
        resolverNotRunning: läuft nicht
        resolverInvalid: gibt keine gültige Antwort
        routersBehind: Router hinter dem Gateway: {servers}
        noRouterBehindGateway: kein Router hinter dem Gateway antwortet
        webIntercepted: Port 80 wird abgefangen
        secureIntercepted: Port 443 wird abgefangen
        noneReceives: keine Verbindung dieses Rechners empfängt Daten
        someReceive: {count} Verbindung dieses Rechners empfängt Daten | {count} Verbindungen dieses Rechners empfangen Daten
        getNoAnswer: {count} bekommt keine Antwort | {count} bekommen keine Antwort
        urlAnswers: {url}: {number}
        nothingAsked: nichts wurde gefragt
        traceTo: {address} {transport} {what}
        traceReached: {address} über {transport} erreicht
        answersSmallSegments: {address} antwortet in Segmenten von {count} Byte
        silentInSmallSegments: {address} antwortet nicht in Segmenten von {count} Byte
        traceRefusedBy: abgelehnt von {address}
        traceRefusedHere: abgelehnt von diesem Rechner
        traceSilentBy: keine Antwort, Meldung von {address}
        traceUnsentBy: nicht gesendet, Meldung von {address}
        seenAtHops: an {count} Hop gesehen | an {count} Hops gesehen
        answersUpTo: antwortet bis {count} Byte
        answersAtOnce: beantwortet {count} von {all} auf einmal
        answersPings: beantwortet {count} von {all} Pings
        nothingToSee: nichts beobachtet
        clockSays: die Uhr zeigt {moment}
        dateSays: das Date von {url} sagt {moment}
        addressRefuses: {address} lehnt ab
        addressDoesSince: {address} {what} ({label})
        outcomeConnected: verbunden
        outcomeRefused: abgelehnt
        outcomeTimeout: Zeitüberschreitung
        outcomeHostUnreachable: Host nicht erreichbar
        outcomeNetworkUnreachable: Netz nicht erreichbar
        outcomeNotPermitted: nicht erlaubt
        outcomeNoResources: keine Ressourcen
        outcomeReset: Verbindung zurückgesetzt
        outcomeClosed: Verbindung geschlossen
        outcomeAbandoned: abgebrochen
        outcomeFailed: gescheitert
        outcomeUnreachable: nicht erreichbar
        outcomeSilent: keine Antwort
        outcomeUnsent: nicht gesendet
        outcomeAnswered: beantwortet
        outcomeNoAnswer: keine Antwort
        outcomeMalformed: ungültige Daten
        noAnswerOfAny: keine Antwort
        noAddressToConnect: keine Adresse für eine Verbindung
        stepWell: {step} ok
        stepFailed: {step} gescheitert
        expectWell: expect {label} ok
        expectFailed: expect {label} gescheitert
        datagramAnswers: antwortet
        datagramSilent: keine Antwort auf {count}
        reporterSays: laut {address}
        cannotSendTo: Senden nicht möglich
        cannotSendToSince: Senden nicht möglich ({code})
        addressesFrom: {addresses} von {servers}
        addressesSearched: {addresses} ({destination}) von {servers}
        noServerConfigured: kein DNS-Server konfiguriert
        announcedAt: angekündigt als {destination}
        announcedAtOn: angekündigt als {destination} an {interface}
        avahiNotAsked: avahi-daemon wurde nicht gefragt
        noQuerySent: keine Anfrage gesendet
        nameAnsweredOn: eine Antwort zu dem Namen an {links}
        nameUnanswered: keine Antwort zu dem Namen
        othersHeardOn: andere Hosts melden sich an {links}
        nobodyHeardOn: kein anderer Host meldet sich an {links}
        handshakeCompleted: Handshake abgeschlossen
        daysLeft: noch {count} Tag gültig | noch {count} Tage gültig
        validityEnded: abgelaufen
        certificateStatusRevoked: widerrufen
        certificateHas: Zertifikat {what}
        problemExpired: abgelaufen
        problemNotYetValid: noch nicht gültig
        problemWrongHost: für einen anderen Host
        problemSelfSigned: selbstsigniert
        problemUntrustedIssuer: von nicht vertrautem Aussteller
        problemUnknownIssuer: von unbekanntem Aussteller
        problemTooWeak: zu schwach
        problemWrongPurpose: nicht für Server
        problemTooManyIssuers: mit zu langer Kette
        problemNameNotPermitted: mit unzulässigem Namen
        problemNotByAuthority: nicht von einer CA
        problemOther: nicht akzeptiert
        problemBad: ungültig
        tlsNotTLS: kein TLS
        tlsNoAuthorities: kann keine Zertifikate prüfen
        tlsVersion: keine gemeinsame TLS-Version
        tlsAlert: TLS-Alert
        throughProxyAt: über {url}
        proxyDoes: {url} {what}
        proxyMisconfigured: falsch konfiguriert
        proxyUnresolved: nicht auflösbar
        proxyTLS: TLS gescheitert
        proxyAuthentication: Anmeldung nötig
        responseStatus: Status {number}
        endedAt: {what} bei {step}
        endedAtSaying: {what} bei {step}: „{text}“
        endedAtSince: {what} bei {step}: {detail}
        endedSince: {what}: {detail}
        inQuotesAlone: „{text}“
        withoutTLS: ohne TLS
        tlsBySTARTTLS: TLS durch STARTTLS
        insideTLS: implizites TLS
        loggedIn: angemeldet
        noGreeting: keine Begrüßung
        startTLSMissing: kein STARTTLS
        startTLSRefused: STARTTLS abgelehnt
        startTLSInjected: Daten vor STARTTLS eingeschleust
        loginMissing: keine Anmeldung möglich
        tlsFailed: TLS gescheitert
        disconnectedByServer: vom Server getrennt
        loginBy: Anmeldung mit {label}
        countBytes: {count} Byte
        outcomeStalled: stockt
        unexpectedMessage: unerwartete Nachricht
        loginRejected: Anmeldung abgelehnt
        """#
    }
}
