extension GermanTexts {
    static var pageWords: String {
        #"""
        overview: Überblick
        incidents: Störungen
        peers: Nachbarn
        pages: Seiten
        skipToContent: Zum Inhalt springen
        signOut: abmelden
        live: live
        reconnecting: verbinde neu…
        asSeenFrom: Von {host} aus gesehen
        timesInUTC: alle Zeiten in UTC
        signInToSeeMore: Anmelden, um mehr zu sehen
        token: Token
        showTheStatus: Status anzeigen
        notTheToken: Das ist nicht das Token.
        noTokenHere: Hier gibt es kein Token.
        pageNotFound: Diese Seite gibt es nicht
        pageNotShown: Diese Seite kann nicht angezeigt werden
        toTheOverview: Zum Überblick
        tokenNotOverHTTP: Von einem anderen Rechner wird über reines HTTP kein Token angenommen: Jeder dazwischen könnte es lesen. Komm über https ({https}), durch {tunnel}, oder aus einem Netz, das lesen darf ({networks}).
        noTokenYet: Zu sehen ist es für diesen Rechner selbst, für Netze, die lesen dürfen ({networks}), und für alle, die das Token haben ({file}); es gibt noch keines: siehe netdiag.yaml(5).
        everythingWorks: Alles funktioniert: {working}.
        partlyWorks: Funktioniert teilweise: {working}.
        worksWithAWarning: Funktioniert, mit einer Warnung: {working}.
        doesNotWorkAtAll: Funktioniert nicht{clauses}.
        cannotTellNetwork: Ob das Netz funktioniert, lässt sich nicht sagen{clauses}.
        nothingKnownYet: Noch ist nichts bekannt: Die erste Prüfung läuft.
        upWithoutTargets: das Netz ist in Ordnung, und es sind keine Ziele konfiguriert
        networkAndTargetsUp: das Netz und das Ziel sind in Ordnung | das Netz und alle {count} Ziele sind in Ordnung
        ofTargets: von {count} Ziel {counts} | von {count} Zielen {counts}
        since: seit {time}
        wayToTargets: Der Weg zu den Zielen
        andMore: und {count} weitere
        nameAndMore: {name} und {count} weitere
        noIncidentOpen: keine offene Störung
        incidentsOpen: {count} offene Störung | {count} offene Störungen
        notRecordedSince: Ergebnisse werden seit {time} nicht aufgezeichnet: {reason}
        noUptime: keine Verfügbarkeit über 24 h: {reason}
        addTargets: Noch keine Ziele; trage welche in netdiag.yaml unter targets: ein
        lastResults: Letzte {count} Ergebnisse
        day: 24 h
        time: Zeit
        certificate: Zertifikat
        certificateEnds: das Zertifikat läuft ab: {time}
        moreTargets: Weitere Ziele
        moreGroups: {count} weitere Gruppe | {count} weitere Gruppen
        otherTargets: Andere Ziele
        noResults: noch keine Ergebnisse
        resultsAllUp: {count} Ergebnis, alles in Ordnung | {count} Ergebnisse, alle in Ordnung
        resultsNotUp: {count} Ergebnis, {failed} nicht in Ordnung | {count} Ergebnisse, {failed} nicht in Ordnung
        causeTimes: {cause} {count}-mal
        lastAt: zuletzt um {time} UTC
        medianAndMost: Median {median}, höchstens {most}
        timesOfTarget: Zeiten
        timesOfTheLast: Zeiten der letzten {span}
        timesOfTheLastHours: Zeiten der letzten {hours}
        layersOfLastCheck: Schichten der letzten Prüfung
        layer: Schicht
        state: Zustand
        whatWasSeen: Was beobachtet wurde
        notReached: nicht erreicht
        lastChecked: zuletzt geprüft {time}
        checksSayOtherwise: {count} Prüfung seither sagt etwas anderes | {count} Prüfungen seither sagen etwas anderes
        noHistory: Es gibt keinen Verlauf: {reason}
        shareUp: {share} verfügbar
        failedChecks: {failed} von {count} Prüfungen fehlgeschlagen
        nothingIsKnown: darüber ist nichts bekannt
        saveAsFile: Als Datei zum Weitergeben speichern
        asPicture: als Bild
        badge: Badge
        reportAsJSON: der Bericht als JSON
        incidentNumber: Störung {id}
        incidentOpen: offen
        incidentOver: vorbei
        worksAgain: vorbei: es funktioniert wieder
        targetsNotConfigured: nicht mehr überwacht: ihre Ziele sind nicht mehr konfiguriert
        targetsHaveOtherCause: vorbei: ihre Ziele scheitern aus einem anderen Grund, der eine eigene Störung ist
        spanSoFar: {span} bisher
        affectedTargets: Betroffene Ziele
        justBefore: Kurz davor
        course: Verlauf
        ownNetwork: keine: es ist ein Fehler im eigenen Netz dieses Rechners
        nothingChanged: in den Minuten davor hat sich auf diesem Rechner nichts geändert
        firstCheck: die erste Prüfung, die es zeigte, begann
        meanwhileOver: zwischendurch vorbei und wiedergekommen, einmal | zwischendurch vorbei und wiedergekommen, {count}-mal
        toTime: bis {time}, {span}
        openFor: offen seit {span}
        openIncidents: Offene Störungen
        over: Vorbei
        moreAsJSON: und {count} weitere, als JSON
        interface: Interface
        addresses: Adressen
        address: Adresse
        neighbour: Nachbar
        roundTrip: Umlaufzeit
        evidence: Befund
        server: Server
        from: Von
        answer: Antwort
        name: Name
        host: Rechner
        version: Version
        seesThisHost: Sieht diesen Rechner
        yes: ja
        no: nein
        notAnnounced: {host} (nicht angekündigt)
        nobodyLookedFor: Es wird niemand gesucht (discovery: peers: off oder publish: off).
        servicesOfOthers: Dienste anderer an diesem Link: {command} oder {document}.
        thisDaemon: Dieser Daemon
        types: Typen
        port: Port
        check: Prüfung
        announcedForOthers: Für andere angekündigt
        worksAgainNow: funktioniert wieder
        stillAffected: {affected} von {count} Ziel noch betroffen | {affected} von {count} Zielen noch betroffen
        asFile: als Datei
        picture: Bild
        allInThatTime: alles aus dieser Zeit: {links}
        saveWhatWas: Was war, zum Weitergeben speichern
        ofTheLast: der letzten {spans}
        justBeforeHere: Kurz davor, auf diesem Rechner
        shareOfTime: Verfügbar
        median: Median
        mostWithin: 90 % innerhalb von
        failed: Fehlgeschlagen
        cause: Ursache
        partOf: {part} von {count}
        fromTo: {from} bis {to}
        noIncident: Keine Störung
        downSometimes: {down} von {count} Ziel zeitweise gestört | {down} von {count} Zielen zeitweise gestört
        notOver: nicht vorbei
        notKnownMeans: Was unbekannt ist, zählt weder als verfügbar noch als gestört: In dieser Zeit wurde nicht geprüft, oder dieser Rechner, sein Netz oder sein Anbieter war schuld.
        notKnownTargets: über {count} Ziel ist nichts bekannt | über {count} Ziele ist nichts bekannt
        """#
    }
}
