extension SpanishTexts {
    static var words: String {
        #"""
        works: funciona
        worksWithWarnings: funciona, con advertencias
        noFaultFound: ningún fallo encontrado, pero no todo se ha observado
        doesNotWork: no funciona
        cannotBeTold: no está claro si funciona
        couldNotBeChecked: no se pudo comprobar
        notCheckedYet: aún sin comprobar
        notChecked: sin comprobar
        notJudged: sin evaluar: {seen}
        up: en servicio
        down: fuera de servicio
        degraded: en modo degradado
        uncertain: de estado incierto
        maintenance: mantenimiento
        noStatusYet: aún sin estado
        withAWarning: con advertencia
        countUp: {count} en servicio
        countDown: {count} fuera de servicio
        countDegraded: {count} en modo degradado
        countUnknown: {count} de estado incierto
        countMaintenance: {count} en mantenimiento
        countNoStatus: {count} aún sin estado
        countNotChecked: {count} aún sin comprobar
        countWithAWarning: {count} con advertencia
        allUp: los {count} en servicio
        error: error
        warning: advertencia
        info: nota
        onThisMachine: el fallo está en este equipo
        inThisNetwork: el fallo está en esta red
        beyondTheRouter: el fallo está más allá del router
        onTheOtherSide: el fallo está en el otro extremo
        dependsOnObservation: el lado depende de lo observado
        wordAndDetail: {word}: {detail}
        twoClauses: {clause}; {next}
        twoParts: {part}, {next}
        twoItems: {item}, {next}
        withRemark: {text} ({remark})
        remark: ({remark})
        inQuotes: «{text}»
        likely: (probable, no seguro)
        whatToDo: Qué hacer
        aReportSays: Un informe dice
        howItIsRecognised: Cómo se reconoce
        onlyHereNetwork: solo aquí: la red funciona para {count} equipo más en este enlace | solo aquí: la red funciona para {count} equipos más en este enlace
        onlyHereReach: solo aquí: {count} equipo más en este enlace llega a él | solo aquí: {count} equipos más en este enlace llegan a él
        onlyHereResolver: solo aquí: funciona para {count} equipo más en este enlace | solo aquí: funciona para {count} equipos más en este enlace
        onlyHereUplink: solo aquí: {count} equipo más en este enlace llega a Internet | solo aquí: {count} equipos más en este enlace llegan a Internet
        findOwnRejection: Buscar una regla que solo rechace a este equipo: en su firewall (nft list ruleset), en el router y en la lista de acceso del servidor
        wholeLinkNetwork: todo el enlace: {count} de {count} tampoco tiene una red que funcione | todo el enlace: {count} de otros {count} tampoco tienen una red que funcione
        wholeLinkReach: todo el enlace: {count} de {count} tampoco llega a él | todo el enlace: {count} de otros {count} tampoco llegan a él
        wholeLinkResolver: todo el enlace: {count} de {count} tampoco recibe de él una buena respuesta | todo el enlace: {count} de otros {count} tampoco reciben de él una buena respuesta
        wholeLinkUplink: todo el enlace: {count} de {count} tampoco llega a Internet | todo el enlace: {count} de otros {count} tampoco llegan a Internet
        someNetwork: no solo aquí: {count} de otros {all} en este enlace tampoco tiene una red que funcione | no solo aquí: {count} de otros {all} en este enlace tampoco tienen una red que funcione
        someReach: no solo aquí: {count} de otros {all} en este enlace tampoco llega a él | no solo aquí: {count} de otros {all} en este enlace tampoco llegan a él
        someResolver: no solo aquí: {count} de otros {all} en este enlace tampoco recibe de él una buena respuesta | no solo aquí: {count} de otros {all} en este enlace tampoco reciben de él una buena respuesta
        someUplink: no solo aquí: {count} de otros {all} en este enlace tampoco llega a Internet | no solo aquí: {count} de otros {all} en este enlace tampoco llegan a Internet
        unwatched: ningún otro equipo en este enlace lo vigila
        unwatchedRestricted: ningún otro equipo en este enlace dice nada de ello: {count} se guarda para sí lo que vigila | ningún otro equipo en este enlace dice nada de ello: {count} se guardan para sí lo que vigilan
        layerLocal: equipo
        layerLink: enlace
        layerAddress: dirección
        layerGateway: puerta de enlace
        layerUplink: salida
        layerPath: camino
        layerProxy: proxy
        links: Enlaces
        gateway: Puerta de enlace
        gateways: Puertas de enlace
        uplink: Salida a Internet
        resolver: Servidor DNS
        resolvers: Servidores DNS
        targets: Destinos
        target: Destino
        services: Servicios
        published: Publicado
        internet: Internet
        gatewayAt: puerta de enlace {address}
        noneOfThem: no hay
        switchedOff: desactivada
        noCarrier: sin portadora
        dormant: en espera
        noAnswer: sin respuesta
        noLinkUp: ningún enlace activo
        noDefaultRoute: sin ruta por defecto
        noUplink: no hay salida de este equipo
        daemonDoesNotRun: netdiagd no está en marcha
        daemonIsLost: la conexión con el demonio ha terminado; se intenta de nuevo
        daemonIsBack: el demonio vuelve a responder
        switchedOffByConfiguration: desactivado en la configuración (publish:)
        noServerForOthers: otros equipos no pueden llegar a netdiagd por HTTP (listen: http:)
        notStartedYet: aún sin iniciar
        justStarted: netdiagd acaba de iniciarse
        stateWaiting: esperando
        waitingForAvahi: a la espera de avahi-daemon
        stateOff: desactivado
        stateRenamed: renombrado
        statePublished: publicado
        asName: como {name}
        asTypes: como {types} en el puerto {port}
        countSeconds: {count} s
        countMinutes: {count} min
        countHours: {count} h
        countDays: {count} d
        twoUnits: {large} {small}
        percent: {percent} %
        sinceAgo: desde {time}; hace {span}
        forSpan: desde hace {span}
        ago: hace {span}
        notRecorded: los resultados no se registran: {reason}
        notListening: netdiagd no escucha en {address}: {reason}; ver qué programa tiene el puerto: ss -ltnp
        alertsFail: las alertas no llegan a {receiver}: {reason}
        alertsNotQueued: no se puede escribir la cola de alertas: {reason}
        reachedByProxy: se llega a los objetivos por un proxy; sin él: {detail}
        uplinkUnknown: salida: no se puede saber si se llega a Internet: {detail}
        decideByTarget: Comprobar un sitio que use: netdiag check https://SITIO/
        noTargetWorks: su destino no funciona | ninguno de sus {count} destinos funciona
        partlyWorking: funciona en parte: {working} de {count} destino funciona | funciona en parte: {working} de {count} destinos funcionan
        tooMuchFailed: Falló demasiado a la vez para mirar más de cerca (omitido: {topics}); netdiag check lo hace.
        throughProxy: a través del proxy {proxy}
        withoutProxy: directamente, sin proxy
        worksBothWays: Funciona de ambas formas.
        worksDirectlyOnly: Funciona sin el proxy, así que el fallo es del proxy o del camino hasta él.
        worksByProxyOnly: Solo funciona a través del proxy; las conexiones directas no llegan.
        failsBothWays: Falla de ambas formas.
        waitingForDaemon: esperando a netdiagd
        scrollKeys: desplazar: flechas, RePág, AvPág, Inicio, Fin
        quitKey: q: salir
        moreLines: {count} línea más | {count} líneas más
        moreIncidents: {count} incidencia más: netdiag incidents | {count} incidencias más: netdiag incidents
        countTargets: {count} destino | {count} destinos
        countIncidents: {count} incidencia | {count} incidencias
        failuresUncounted: {count} fallo aún sin contar | {count} fallos aún sin contar
        successesUncounted: {count} éxito aún sin contar | {count} éxitos aún sin contar
        certificateDays: certificado {count} día | certificado {count} días
        certificatesDays: certificados {count} día | certificados {count} días
        certificateEnded: certificado caducado
        certificatesEnded: certificados caducados
        ended: caducado
        allTargets: todos los destinos
        allOthers: todos los demás
        withoutGroup: sin grupo
        someWork: en servicio: {working} de {count}
        allWork: funciona | {count} funcionan
        upTo: hasta {time}
        isOver: {incident} terminó, tras {span}
        gone: desaparecida
        moreTargetsChanged: {count} destino más ha cambiado | {count} destinos más han cambiado
        whatHasChanged: Qué ha cambiado
        nothing: nada
        isGone: {name} ha desaparecido
        isNew: {name} es nuevo
        isThereNow: {name} está ahora: {state}
        wasAndIs: {name}: antes {before}, ahora {now}
        isNoLongerThere: {name} ya no está
        isCheckedNow: {name} se ha comprobado esta vez: {state}
        isNotCheckedNow: {name} no se ha comprobado esta vez
        gatewayOn: puerta de enlace {address} en {interface}
        resolverAt: servidor DNS {address}
        whatIsWrong: Qué va mal
        howThatIsKnown: Cómo se sabe
        besides: Además
        nothingIsWrong: Todo está bien.
        noFaultFoundBut: No se ha encontrado ningún fallo, pero {detail}.
        cannotTellWhatIsWrong: No se puede saber qué va mal.
        cannotTellInternet: No se puede saber si se llega a Internet: {detail}.
        pressReturn: Intro para mirar otra vez, q e Intro para terminar.
        noIncidents: ninguna incidencia
        noIncidentsThen: ninguna incidencia en ese tiempo
        before: antes: {time}
        openSince: #{id}, abierta desde {start}, durante {span}
        overFromTo: #{id}, terminada; de {start} a {end}, duró {span}
        unwatchedFromTo: #{id}, ya no vigilada; de {start} a {end}, duró {span}
        replacedFromTo: #{id}, tiene ahora otra causa; de {start} a {end}, duró {span}
        cameBack: volvió una vez | volvió {count} veces
        tookDownNone: ningún destino caído en este momento
        tookDown: {count} destino afectado: {names} | {count} destinos afectados: {names}
        degradedTargets: {count} destino en modo degradado: {names} | {count} destinos en modo degradado: {names}
        namesAndMore: {names} y {count} más
        fromToColumns: {from} a {to}, cada columna {step}
        noTargets: no hay destinos configurados
        countTimes: {count} vez | {count} veces
        uptime: activo
        percentiles: del percentil 10 al 90, y la mediana
        onlyMaintenance: solo mantenimiento
        nothingKnown: no se sabe nada de este tiempo
        percentUp: {percent} disponible
        medianWithin: mediana {median}, 90 % en menos de {p90}
        countChecks: {count} comprobación | {count} comprobaciones
        spanUnknown: {span} de estado desconocido
        spanMaintenance: {span} de mantenimiento
        spokenOK: bien:
        spokenWarning: advertencia:
        spokenError: error:
        spokenUnknown: estado desconocido:
        spokenNote: nota:
        spokenToDo: por hacer:
        areWorking: {names} funciona | {names} funcionan
        """#
    }
}
