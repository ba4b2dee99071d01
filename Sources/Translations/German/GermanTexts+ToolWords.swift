extension GermanTexts {
    static var toolWords: String {
        #"""
        programNotRun: {program} lässt sich nicht starten: {error}
        programNotInstalled: das Programm {program} fehlt; unter Debian: {command}
        programNotEnded: {program} war nach {count} s noch nicht fertig
        pipeNotOpened: es kann keine Pipe geöffnet werden: {error}
        noSuchInterface: es gibt keine Schnittstelle {interface}; die vorhandenen nennt: {command}
        loopbackNeedsYes: {interface} ist die Loopback-Schnittstelle, über die Programme dieses Rechners einander erreichen; --yes stört sie trotzdem
        sessionNeedsYes: diese SSH-Sitzung läuft über {interface} und würde hängen oder enden; --yes stört sie trotzdem
        onlyRootChanges: nur root darf {interface} ändern
        linkIsImpaired: {interface} ist für {count} s gestört; Strg-C beendet das früher.
        linkIsRestored: {interface} ist wiederhergestellt.
        nothingWasChanged: {command}: {error}; es wurde nichts geändert
        linkNotClaimed: {interface} lässt sich nicht reservieren: {error}
        linkIsBroken: {interface} ist schon gestört, durch ein anderes netdiag break; jenes beenden, oder warten, bis es fertig ist
        queuesNotShown: tc kann die Warteschlangen von {interface} nicht zeigen: {error}
        routesNotShown: ip kann die Routen von {interface} nicht zeigen: {error}
        neighboursNotShown: ip kann die Nachbarn von {interface} nicht zeigen: {error}
        netemIsMissing: diesem Kernel fehlt netem (das Modul sch_netem), das --latency, --reorder, --duplicate und --corrupt brauchen; netdiag with bietet sie für ein Kommando, und --loss, --rate, --mtu und --outage gehen ohne
        nothingToBreak: es ist nichts angegeben, was geändert werden soll; --rate, --loss, --latency, --reorder, --duplicate, --corrupt, --outage, --mtu, --no-route oder --down schreiben
        breaksNoRoute: --no-route: {interface} hat keine Standardroute: {command}
        routeNotRestorable: --down und --no-route: {interface} hat eine Route, die sich nicht wiederherstellen ließe: {route}; stattdessen verwirft --loss 100% alles
        queueNotReplaced: für {interface} hat jemand eine Queueing-Disziplin eingestellt, die --rate, --latency, --reorder, --duplicate und --corrupt ersetzen würden: {command}
        breaksSmallMTU: --mtu: eine MTU unter 1280 entfernt die IPv6-Adressen, die sich nicht wiederherstellen ließen; 1280 oder mehr schreiben
        breaksLargeMTU: --mtu: {interface} erlaubt höchstens {bytes} Bytes
        outagesAreTooShort: --outage: für einen Ausfall und für die Zeit zwischen zweien mindestens 1s schreiben, wie in {example}
        """#
    }
}
