extension SpanishTexts {
    /// The clauses of the rows of layers.
    static var rows: String {
        #"""
        linkUp: {interface} activa
        linkUpSpeed: {interface} activa, {speed}
        linkNoCarrier: {interface} sin portadora
        linkSwitchedOff: {interface} desactivada
        linkDormant: {interface} en espera
        linkDormantSpeed: {interface} en espera, {speed}
        noInterface: ninguna interfaz
        networkNamed: red {label}
        withoutNetwork: sin red
        securityOpen: abierta
        securityEnhancedOpen: Enhanced Open
        securityWEP: WEP
        securityTKIP: TKIP
        securityProtected: cifrada
        carrierChanged: {count} cambio de portadora en 2 min | {count} cambios de portadora en 2 min
        packetsDamaged: {count} dañado | {count} dañados
        packetsDamagedOf: {count} dañado de {all} paquetes en {time} | {count} dañados de {all} paquetes en {time}
        packetsDroppedOf: {count} descartado de {all} paquetes en {time} | {count} descartados de {all} paquetes en {time}
        sixthSwitchedOff: IPv6 desactivado
        noneThere: ninguna
        noneNeeded: no hace falta
        noneNeededOn: no hace falta en {interface}
        noneNeededLeads: no hace falta: {interface} lleva a {address}
        noneNeededHere: no hace falta: {address} está en {interface}
        noneNamed: ninguna indicada: {address} no está en {interface}
        noRouteFor: sin ruta para {code}
        linksOnly: sin ruta por defecto
        routeOn: {code} en {interface}
        stateOn: {address} en {interface} {code}
        noAnswerOn: {address} en {interface}: sin respuesta
        ownGatewayOn: {address} en {interface}: una dirección de este mismo equipo
        noAnswerFrom: {address}: sin respuesta
        pingTook: ping {time}
        pingLimited: ping {time} (limita sus respuestas)
        pingReceived: ping respondido
        pingReceivedLimited: ping respondido (limita sus respuestas)
        pingsReceived: {count} respuesta de {all} | {count} respuestas de {all}
        pingsReceivedLimited: {count} respuesta de {all} (limita sus respuestas) | {count} respuestas de {all} (limita sus respuestas)
        pingJitter: jitter {time}
        noAnswerToPing: sin respuesta al ping
        noPermissionToPing: sin permiso para ping
        blocksPings: este equipo bloquea los ping
        blocksPingReplies: este equipo bloquea las respuestas a los ping
        reportedFrom: {reason} (de {address})
        addressDoes: {address} {what}
        serverDoes: el servidor DNS {server} {what}
        resolverDeniesNames: niega nombres que existen
        resolverReachesInternet: llega a Internet
        resolverMakesUp: devuelve direcciones para nombres que no existen
        resolverKnowsNone: no conoce ninguna dirección
        resolverAnswersCode: responde {code}
        resolverCut: responde en parte, y no por TCP
        resolverLate: responde tarde
        resolverSilent: no responde
        resolverNotRunning: no está en marcha
        resolverInvalid: no da ninguna respuesta válida
        routersBehind: routers tras la puerta de enlace: {servers}
        noRouterBehindGateway: ningún router tras la puerta de enlace responde
        webIntercepted: el puerto 80 está interceptado
        secureIntercepted: el puerto 443 está interceptado
        noneReceives: ninguna conexión de este equipo recibe datos
        someReceive: {count} conexión de este equipo recibe datos | {count} conexiones de este equipo reciben datos
        getNoAnswer: {count} sin respuesta
        urlAnswers: {url}: {number}
        nothingAsked: no se preguntó nada
        traceTo: {address} {transport} {what}
        traceReached: {address} alcanzado por {transport}
        answersSmallSegments: {address} responde en segmentos de {count} bytes
        silentInSmallSegments: {address} no responde en segmentos de {count} bytes
        traceRefusedBy: rechazo de {address}
        traceRefusedHere: rechazo de este equipo
        traceSilentBy: sin respuesta, aviso de {address}
        traceUnsentBy: no enviado, aviso de {address}
        seenAtHops: visto en {count} salto | visto en {count} saltos
        answersUpTo: responde hasta {count} bytes
        answersAtOnce: responde a {count} de {all} a la vez
        answersPings: responde a {count} de {all} ping
        nothingToSee: no se ha observado nada
        clockSays: el reloj marca {moment}
        dateSays: el Date de {url} dice {moment}
        addressRefuses: {address} rechaza
        addressDoesSince: {address} {what} ({label})
        outcomeConnected: conectado
        outcomeRefused: rechazado
        outcomeTimeout: tiempo agotado
        outcomeHostUnreachable: host inalcanzable
        outcomeNetworkUnreachable: red inalcanzable
        outcomeNotPermitted: no permitido
        outcomeNoResources: sin recursos
        outcomeReset: conexión restablecida
        outcomeClosed: conexión cerrada
        outcomeAbandoned: abandonado
        outcomeFailed: fallo
        outcomeUnreachable: inalcanzable
        outcomeSilent: sin respuesta
        outcomeUnsent: no enviado
        outcomeAnswered: respondido
        outcomeNoAnswer: sin respuesta
        outcomeMalformed: datos no válidos
        noAnswerOfAny: sin respuesta
        noAddressToConnect: ninguna dirección a la que conectarse
        stepWell: {step} ok
        stepFailed: {step} falló
        expectWell: expect {label} ok
        expectFailed: expect {label} falló
        datagramAnswers: responde
        datagramSilent: sin respuesta a {count}
        reporterSays: según {address}
        cannotSendTo: no se puede enviar
        cannotSendToSince: no se puede enviar ({code})
        addressesFrom: {addresses} de {servers}
        addressesSearched: {addresses} ({destination}) de {servers}
        noServerConfigured: ningún servidor DNS configurado
        announcedAt: anunciado en {destination}
        announcedAtOn: anunciado en {destination} ({interface})
        avahiNotAsked: no se consultó a avahi-daemon
        noQuerySent: no se envió ninguna consulta
        nameAnsweredOn: una respuesta para el nombre en {links}
        nameUnanswered: sin respuesta para el nombre
        othersHeardOn: otros equipos responden en {links}
        nobodyHeardOn: ningún otro equipo responde en {links}
        handshakeCompleted: handshake completado
        daysLeft: queda {count} día | quedan {count} días
        validityEnded: caducado
        certificateStatusRevoked: revocado
        certificateHas: certificado {what}
        problemExpired: caducado
        problemNotYetValid: aún no válido
        problemWrongHost: para otro host
        problemSelfSigned: autofirmado
        problemUntrustedIssuer: de un emisor no fiable
        problemUnknownIssuer: de un emisor desconocido
        problemTooWeak: demasiado débil
        problemWrongPurpose: no destinado a servidores
        problemTooManyIssuers: con cadena demasiado larga
        problemNameNotPermitted: con un nombre no permitido
        problemNotByAuthority: no emitido por una autoridad
        problemOther: no aceptado
        problemBad: no válido
        tlsNotTLS: no es TLS
        tlsNoAuthorities: no se puede verificar ningún certificado
        tlsVersion: sin versión de TLS común
        tlsAlert: alerta TLS
        throughProxyAt: a través de {url}
        proxyDoes: {url} {what}
        proxyMisconfigured: mal configurado
        proxyUnresolved: nombre sin resolver
        proxyTLS: fallo de TLS
        proxyAuthentication: requiere autenticación
        responseStatus: estado {number}
        endedAt: {what} en {step}
        endedAtSaying: {what} en {step}: «{text}»
        endedAtSince: {what} en {step}: {detail}
        endedSince: {what}: {detail}
        inQuotesAlone: «{text}»
        withoutTLS: sin TLS
        tlsBySTARTTLS: TLS por STARTTLS
        insideTLS: TLS implícito
        loggedIn: sesión iniciada
        noGreeting: sin saludo
        startTLSMissing: sin STARTTLS
        startTLSRefused: STARTTLS rechazado
        startTLSInjected: datos inyectados antes de STARTTLS
        loginMissing: inicio de sesión imposible
        tlsFailed: fallo de TLS
        disconnectedByServer: desconectado por el servidor
        loginBy: inicio de sesión con {label}
        countBytes: {count} byte | {count} bytes
        outcomeStalled: detenido
        unexpectedMessage: mensaje inesperado
        loginRejected: inicio de sesión rechazado
        """#
    }
}
