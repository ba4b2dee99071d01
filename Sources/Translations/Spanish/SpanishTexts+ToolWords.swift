extension SpanishTexts {
    static var toolWords: String {
        #"""
        programNotRun: no se puede ejecutar {program}: {error}
        programNotInstalled: falta el programa {program}; en Debian: {command}
        programNotEnded: {program} no ha terminado en {count} s
        pipeNotOpened: no se puede abrir una tubería: {error}
        noSuchInterface: no existe la interfaz {interface}; para ver las que hay: {command}
        loopbackNeedsYes: {interface} es la interfaz de loopback, por la que se comunican los programas de este equipo; --yes la altera de todos modos
        sessionNeedsYes: esta sesión SSH depende de {interface}, y se colgaría o terminaría; --yes la altera de todos modos
        onlyRootChanges: solo root puede modificar {interface}
        linkIsImpaired: {interface} queda alterada durante {count} s; Ctrl-C lo termina antes.
        linkIsRestored: {interface} queda restablecida.
        nothingWasChanged: {command}: {error}; no se ha cambiado nada
        linkNotClaimed: no se puede reservar {interface}: {error}
        linkIsBroken: {interface} ya está alterada, por otro netdiag break; terminar aquel, o esperar a que termine
        queuesNotShown: tc no puede mostrar las colas de {interface}: {error}
        routesNotShown: ip no puede mostrar las rutas de {interface}: {error}
        neighboursNotShown: ip no puede mostrar los vecinos de {interface}: {error}
        netemIsMissing: este núcleo no tiene netem (el módulo sch_netem), que necesitan --latency, --reorder, --duplicate y --corrupt; netdiag with los ofrece para una orden, y --loss, --rate, --mtu y --outage funcionan sin él
        nothingToBreak: no se indica nada que cambiar; escribir --rate, --loss, --latency, --reorder, --duplicate, --corrupt, --outage, --mtu, --no-route o --down
        breaksNoRoute: --no-route: {interface} no tiene ruta predeterminada: {command}
        routeNotRestorable: --down y --no-route: {interface} tiene una ruta que no se podría restablecer: {route}; en su lugar, --loss 100% lo descarta todo
        queueNotReplaced: alguien ha establecido en {interface} una disciplina de cola, que --rate, --latency, --reorder, --duplicate y --corrupt sustituirían: {command}
        breaksSmallMTU: --mtu: una MTU inferior a 1280 quita las direcciones IPv6, que no se podrían restablecer; escribir 1280 o más
        breaksLargeMTU: --mtu: {interface} admite como máximo {bytes} bytes
        outagesAreTooShort: --outage: escribir al menos 1s para un corte y para el tiempo entre dos, como en {example}
        """#
    }
}
