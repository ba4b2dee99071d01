extension SpanishTexts {
    static var pageWords: String {
        #"""
        overview: Resumen
        incidents: Incidencias
        peers: Vecinos
        pages: Páginas
        skipToContent: Ir al contenido
        signOut: cerrar sesión
        live: en vivo
        reconnecting: reconectando…
        asSeenFrom: Visto desde {host}
        timesInUTC: todas las horas están en UTC
        signInToSeeMore: Inicie sesión para ver más
        token: Token
        showTheStatus: Mostrar el estado
        notTheToken: Ese no es el token.
        noTokenHere: Aquí no hay token.
        pageNotFound: Esta página no existe
        pageNotShown: Esta página no se puede mostrar
        toTheOverview: Ir al resumen
        tokenNotOverHTTP: No se acepta ningún token por HTTP sin cifrar desde otro equipo: cualquiera en el camino podría leerlo. Venga por https ({https}), a través de {tunnel}, o desde una red que pueda leer ({networks}).
        noTokenYet: Se muestra a este mismo equipo, a las redes que pueden leer ({networks}) y a quien tenga el token ({file}), que aún no existe: véase netdiag.yaml(5).
        everythingWorks: Todo funciona: {working}.
        partlyWorks: Funciona en parte: {working}.
        worksWithAWarning: Funciona, con una advertencia: {working}.
        doesNotWorkAtAll: No funciona{clauses}.
        cannotTellNetwork: No se puede saber si la red funciona{clauses}.
        nothingKnownYet: Aún no se sabe nada: la primera comprobación está en curso.
        upWithoutTargets: la red está en servicio, y no hay destinos configurados
        networkAndTargetsUp: la red y el destino están en servicio | la red y los {count} destinos están en servicio
        ofTargets: de {count} destino, {counts} | de {count} destinos, {counts}
        since: desde {time}
        wayToTargets: El camino a los destinos
        andMore: y {count} más
        nameAndMore: {name} y {count} más
        noIncidentOpen: ninguna incidencia abierta
        incidentsOpen: {count} incidencia abierta | {count} incidencias abiertas
        notRecordedSince: los resultados no se registran desde {time}: {reason}
        noUptime: sin disponibilidad de 24 h: {reason}
        addTargets: Aún no hay destinos; añada algunos bajo targets: en netdiag.yaml
        lastResults: Últimos {count} resultados
        day: 24 h
        time: Tiempo
        certificate: Certificado
        certificateEnds: el certificado caduca el {time}
        moreTargets: Más destinos
        moreGroups: {count} grupo más | {count} grupos más
        otherTargets: Otros destinos
        noResults: aún sin resultados
        resultsAllUp: {count} resultado, en servicio | {count} resultados, todos en servicio
        resultsNotUp: {count} resultado, {failed} no en servicio | {count} resultados, {failed} no en servicio
        causeTimes: {cause} {count} vez | {cause} {count} veces
        lastAt: el último a las {time} UTC
        medianAndMost: mediana {median}, máximo {most}
        timesOfTarget: Tiempos
        timesOfTheLast: Tiempos de los últimos {span}
        timesOfTheLastHours: Tiempos de las últimas {hours}
        layersOfLastCheck: Capas de la última comprobación
        layer: Capa
        state: Estado
        whatWasSeen: Qué se observó
        notReached: no alcanzada
        lastChecked: última comprobación {time}
        checksSayOtherwise: {count} comprobación posterior dice otra cosa | {count} comprobaciones posteriores dicen otra cosa
        noHistory: No hay historial: {reason}
        shareUp: {share} disponible
        failedChecks: fallaron {failed} de {count} comprobaciones
        nothingIsKnown: no se sabe nada de ello
        saveAsFile: Guardar como archivo para compartir
        asPicture: como imagen
        badge: insignia
        reportAsJSON: el informe como JSON
        incidentNumber: Incidencia {id}
        incidentOpen: abierta
        incidentOver: terminada
        worksAgain: terminada: vuelve a funcionar
        targetsNotConfigured: ya no vigilada: sus destinos ya no están configurados
        targetsHaveOtherCause: terminada: sus destinos fallan por otra causa, que es una incidencia propia
        spanSoFar: {span} hasta ahora
        affectedTargets: Destinos afectados
        justBefore: Justo antes
        course: Desarrollo
        ownNetwork: ninguno: es un fallo de la red de este equipo
        nothingChanged: nada cambió en este equipo en los minutos anteriores
        firstCheck: comenzó la primera comprobación que lo mostró
        meanwhileOver: entretanto terminada, y vuelta, una vez | entretanto terminada, y vuelta, {count} veces
        toTime: hasta {time}, {span}
        openFor: abierta desde hace {span}
        openIncidents: Incidencias abiertas
        over: Terminadas
        moreAsJSON: y {count} más, como JSON
        interface: Interfaz
        addresses: Direcciones
        address: Dirección
        neighbour: Vecino
        roundTrip: Ida y vuelta
        evidence: Indicios
        server: Servidor
        from: Origen
        answer: Respuesta
        name: Nombre
        host: Equipo
        version: Versión
        seesThisHost: Ve este equipo
        yes: sí
        no: no
        notAnnounced: {host} (no anunciado)
        nobodyLookedFor: No se busca a nadie (discovery: peers: off, o publish: off).
        servicesOfOthers: Servicios de otros en el enlace: {command}, o {document}.
        thisDaemon: Este demonio
        types: Tipos
        port: Puerto
        check: Comprobación
        announcedForOthers: Anunciado para otros
        worksAgainNow: vuelve a funcionar
        stillAffected: {affected} de {count} destino aún afectado | {affected} de {count} destinos aún afectados
        asFile: como archivo
        picture: imagen
        allInThatTime: todo lo de ese tiempo: {links}
        saveWhatWas: Guardar lo ocurrido, para compartir
        ofTheLast: en {spans}
        justBeforeHere: Justo antes, en este equipo
        shareOfTime: Disponible
        median: Mediana
        mostWithin: 90 % en menos de
        failed: Fallidas
        cause: Causa
        partOf: {part} de {count}
        fromTo: {from} a {to}
        noIncident: Ninguna incidencia
        downSometimes: con caídas parte del tiempo: {down} de {count} destino | con caídas parte del tiempo: {down} de {count} destinos
        notOver: no terminada
        notKnownMeans: Lo desconocido no cuenta ni como disponible ni como fuera de servicio: en ese tiempo no se comprobó nada, o la culpa era de esta máquina, de su red o de su proveedor.
        notKnownTargets: no se sabe nada de {count} destino | no se sabe nada de {count} destinos
        """#
    }
}
