extension GermanTexts {
    static var words: String {
        #"""
        works: funktioniert
        worksWithWarnings: funktioniert, mit Warnungen
        noFaultFound: kein Fehler gefunden, aber nicht alles beobachtet
        doesNotWork: funktioniert nicht
        cannotBeTold: unklar, ob es funktioniert
        couldNotBeChecked: konnte nicht geprüft werden
        notCheckedYet: noch nicht geprüft
        notChecked: nicht geprüft
        notJudged: nicht bewertet: {seen}
        up: in Ordnung
        down: gestört
        degraded: beeinträchtigt
        uncertain: ungewiss
        maintenance: Wartung
        noStatusYet: noch kein Status
        withAWarning: mit Warnung
        countUp: {count} in Ordnung
        countDown: {count} gestört
        countDegraded: {count} beeinträchtigt
        countUnknown: {count} unklar
        countMaintenance: {count} in Wartung
        countNoStatus: {count} noch ohne Status
        countNotChecked: {count} noch nicht geprüft
        countWithAWarning: {count} mit Warnung
        allUp: alle {count} in Ordnung
        error: Fehler
        warning: Warnung
        info: Hinweis
        onThisMachine: der Fehler liegt auf diesem Rechner
        inThisNetwork: der Fehler liegt in diesem Netz
        beyondTheRouter: der Fehler liegt hinter dem Router
        onTheOtherSide: der Fehler liegt auf der Gegenseite
        dependsOnObservation: die Seite hängt von den Beobachtungen ab
        wordAndDetail: {word}: {detail}
        twoClauses: {clause}; {next}
        twoParts: {part}, {next}
        twoItems: {item}, {next}
        withRemark: {text} ({remark})
        remark: ({remark})
        inQuotes: „{text}“
        likely: (wahrscheinlich, nicht sicher)
        whatToDo: Was zu tun ist
        aReportSays: In einem Bericht steht
        howItIsRecognised: Woran es erkannt wird
        onlyHereNetwork: nur hier: bei {count} anderem Rechner in diesem Netzsegment funktioniert das Netz | nur hier: bei {count} anderen Rechnern in diesem Netzsegment funktioniert das Netz
        onlyHereReach: nur hier: {count} anderer Rechner in diesem Netzsegment erreicht es | nur hier: {count} andere Rechner in diesem Netzsegment erreichen es
        onlyHereResolver: nur hier: bei {count} anderem Rechner in diesem Netzsegment funktioniert er | nur hier: bei {count} anderen Rechnern in diesem Netzsegment funktioniert er
        onlyHereUplink: nur hier: {count} anderer Rechner in diesem Netzsegment erreicht das Internet | nur hier: {count} andere Rechner in diesem Netzsegment erreichen das Internet
        findOwnRejection: Nach einer Regel suchen, die nur diesen Rechner abweist: in seiner Firewall (nft list ruleset), im Router und in der Zugriffsliste des Servers
        wholeLinkNetwork: das ganze Netzsegment: auch bei {count} von {count} anderen Rechnern funktioniert das Netz nicht | das ganze Netzsegment: auch bei {count} von {count} anderen Rechnern funktioniert das Netz nicht
        wholeLinkReach: das ganze Netzsegment: auch {count} von {count} anderen Rechnern erreicht es nicht | das ganze Netzsegment: auch {count} von {count} anderen Rechnern erreichen es nicht
        wholeLinkResolver: das ganze Netzsegment: auch {count} von {count} anderen Rechnern bekommt von ihm keine brauchbare Antwort | das ganze Netzsegment: auch {count} von {count} anderen Rechnern bekommen von ihm keine brauchbare Antwort
        wholeLinkUplink: das ganze Netzsegment: auch {count} von {count} anderen Rechnern erreicht das Internet nicht | das ganze Netzsegment: auch {count} von {count} anderen Rechnern erreichen das Internet nicht
        someNetwork: nicht nur hier: auch bei {count} von {all} anderen Rechnern in diesem Netzsegment funktioniert das Netz nicht
        someReach: nicht nur hier: auch {count} von {all} anderen Rechnern in diesem Netzsegment erreicht es nicht | nicht nur hier: auch {count} von {all} anderen Rechnern in diesem Netzsegment erreichen es nicht
        someResolver: nicht nur hier: auch {count} von {all} anderen Rechnern in diesem Netzsegment bekommt von ihm keine brauchbare Antwort | nicht nur hier: auch {count} von {all} anderen Rechnern in diesem Netzsegment bekommen von ihm keine brauchbare Antwort
        someUplink: nicht nur hier: auch {count} von {all} anderen Rechnern in diesem Netzsegment erreicht das Internet nicht | nicht nur hier: auch {count} von {all} anderen Rechnern in diesem Netzsegment erreichen das Internet nicht
        unwatched: kein anderer Rechner in diesem Netzsegment überwacht es
        unwatchedRestricted: kein anderer Rechner in diesem Netzsegment sagt etwas dazu: {count} behält für sich, was er überwacht | kein anderer Rechner in diesem Netzsegment sagt etwas dazu: {count} behalten für sich, was sie überwachen
        layerLocal: Rechner
        layerLink: Link
        layerAddress: Adresse
        layerGateway: Gateway
        layerUplink: Uplink
        layerPath: Pfad
        layerProxy: Proxy
        links: Schnittstellen
        gateway: Gateway
        gateways: Gateways
        uplink: Uplink
        resolver: Resolver
        resolvers: Resolver
        targets: Ziele
        target: Ziel
        services: Dienste
        published: Veröffentlicht
        internet: Internet
        gatewayAt: Gateway {address}
        noneOfThem: keine
        switchedOff: ausgeschaltet
        noCarrier: kein Trägersignal
        dormant: wartend
        noAnswer: keine Antwort
        noLinkUp: keine Schnittstelle ist aktiv
        noDefaultRoute: keine Default-Route
        noUplink: kein Weg aus diesem Rechner hinaus
        daemonDoesNotRun: netdiagd läuft nicht
        daemonIsLost: die Verbindung zum Daemon ist beendet; neuer Versuch folgt
        daemonIsBack: der Daemon ist wieder da
        switchedOffByConfiguration: in der Konfiguration ausgeschaltet (publish:)
        noServerForOthers: andere Hosts erreichen netdiagd nicht über HTTP (listen: http:)
        notStartedYet: noch nicht gestartet
        justStarted: netdiagd wurde gerade erst gestartet
        stateWaiting: wartet
        waitingForAvahi: wartet auf avahi-daemon
        stateOff: aus
        stateRenamed: umbenannt
        statePublished: veröffentlicht
        asName: als {name}
        asTypes: als {types} auf Port {port}
        countSeconds: {count} s
        countMinutes: {count} Min.
        countHours: {count} Std.
        countDays: {count} T
        twoUnits: {large} {small}
        percent: {percent} %
        sinceAgo: seit {time}; vor {span}
        forSpan: seit {span}
        ago: vor {span}
        notRecorded: Ergebnisse werden nicht aufgezeichnet: {reason}
        notListening: netdiagd lauscht nicht auf {address}: {reason}; welches Programm den Port hat, zeigt: ss -ltnp
        alertsFail: Alarme erreichen {receiver} nicht: {reason}
        alertsNotQueued: die Warteschlange der Alarme kann nicht geschrieben werden: {reason}
        reachedByProxy: Ziele sind über einen Proxy erreichbar; ohne ihn: {detail}
        uplinkUnknown: Uplink: ob das Internet erreichbar ist, lässt sich nicht sagen: {detail}
        decideByTarget: Eine Website prüfen, die Sie benutzen: netdiag check https://WEBSITE/
        noTargetWorks: sein Ziel funktioniert nicht | keines seiner {count} Ziele funktioniert
        partlyWorking: funktioniert teilweise: {working} von {count} Ziel funktioniert | funktioniert teilweise: {working} von {count} Zielen funktionieren
        tooMuchFailed: Zu viel ist auf einmal ausgefallen, um genauer nachzusehen (ausgelassen: {topics}); netdiag check tut es.
        throughProxy: über den Proxy {proxy}
        withoutProxy: direkt, ohne Proxy
        worksBothWays: Es funktioniert auf beiden Wegen.
        worksDirectlyOnly: Ohne den Proxy funktioniert es, der Fehler liegt also beim Proxy oder auf dem Weg dorthin.
        worksByProxyOnly: Es funktioniert nur über den Proxy; direkte Verbindungen kommen nicht an.
        failsBothWays: Es funktioniert auf keinem der beiden Wege.
        waitingForDaemon: warte auf netdiagd
        scrollKeys: blättern: Pfeile, Bild auf/ab, Pos1, Ende
        quitKey: q: beenden
        moreLines: {count} weitere Zeile | {count} weitere Zeilen
        moreIncidents: {count} weitere Störung: netdiag incidents | {count} weitere Störungen: netdiag incidents
        countTargets: {count} Ziel | {count} Ziele
        countIncidents: {count} Störung | {count} Störungen
        failuresUncounted: {count} Fehler noch nicht gezählt
        successesUncounted: {count} Erfolg noch nicht gezählt | {count} Erfolge noch nicht gezählt
        certificateDays: Zertifikat {count} Tag | Zertifikat {count} Tage
        certificatesDays: Zertifikate {count} Tag | Zertifikate {count} Tage
        certificateEnded: Zertifikat abgelaufen
        certificatesEnded: Zertifikate abgelaufen
        ended: abgelaufen
        allTargets: alle Ziele
        allOthers: alle anderen
        withoutGroup: ohne Gruppe
        someWork: {working} von {count} in Ordnung
        allWork: funktioniert | {count} funktionieren
        upTo: bis {time}
        isOver: {incident} ist vorbei, nach {span}
        gone: verschwunden
        moreTargetsChanged: {count} weiteres Ziel hat sich geändert | {count} weitere Ziele haben sich geändert
        whatHasChanged: Was sich geändert hat
        nothing: nichts
        isGone: {name} ist weg
        isNew: {name} ist neu
        isThereNow: {name} ist jetzt da: {state}
        wasAndIs: {name}: vorher {before}, jetzt {now}
        isNoLongerThere: {name} ist nicht mehr da
        isCheckedNow: {name} wurde diesmal geprüft: {state}
        isNotCheckedNow: {name} wurde diesmal nicht geprüft
        gatewayOn: Gateway {address} an {interface}
        resolverAt: Resolver {address}
        whatIsWrong: Was nicht stimmt
        howThatIsKnown: Woher man das weiß
        besides: Außerdem
        nothingIsWrong: Alles ist in Ordnung.
        noFaultFoundBut: Es wurde kein Fehler gefunden, aber {detail}.
        cannotTellWhatIsWrong: Was nicht stimmt, lässt sich nicht sagen.
        cannotTellInternet: Ob das Internet erreichbar ist, lässt sich nicht sagen: {detail}.
        pressReturn: Eingabetaste: noch einmal nachsehen; q und Eingabetaste: aufhören.
        noIncidents: keine Störungen
        noIncidentsThen: keine Störungen in dieser Zeit
        before: davor: {time}
        openSince: #{id}, offen seit {start}, {span} lang
        overFromTo: #{id}, vorbei; von {start} bis {end}, {span} lang
        unwatchedFromTo: #{id}, nicht mehr überwacht; von {start} bis {end}, {span} lang
        replacedFromTo: #{id}, hat jetzt eine andere Ursache; von {start} bis {end}, {span} lang
        cameBack: einmal wiedergekommen | {count}-mal wiedergekommen
        tookDownNone: zurzeit ist kein Ziel ausgefallen
        tookDown: {count} Ziel betroffen: {names} | {count} Ziele betroffen: {names}
        degradedTargets: {count} Ziel beeinträchtigt: {names} | {count} Ziele beeinträchtigt: {names}
        namesAndMore: {names} und {count} weitere
        fromToColumns: {from} bis {to}, jede Spalte {step}
        noTargets: keine Ziele sind konfiguriert
        countTimes: {count}-mal
        uptime: Uptime
        percentiles: 10. bis 90. Perzentil und der Median
        onlyMaintenance: nur Wartung
        nothingKnown: über diese Zeit ist nichts bekannt
        percentUp: {percent} verfügbar
        medianWithin: Median {median}, 90 % innerhalb von {p90}
        countChecks: {count} Prüfungen
        spanUnknown: {span} unbekannt
        spanMaintenance: {span} Wartung
        spokenOK: in Ordnung:
        spokenWarning: Warnung:
        spokenError: Fehler:
        spokenUnknown: unbekannt:
        spokenNote: Hinweis:
        spokenToDo: zu tun:
        areWorking: {names} funktioniert | {names} funktionieren
        """#
    }
}
