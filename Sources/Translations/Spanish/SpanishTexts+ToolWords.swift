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
        noCommandGiven: no se indica ninguna orden; escribirla tras --, como en: {command}
        commandHasNoName: la orden no tiene nombre
        writeDashesFirst: escribir -- antes de la orden: {command}
        loopbackOfCommand: {host} es el loopback de la propia orden, que no se altera; para llegar a los servidores en el loopback de este equipo, usar {name}
        stepFailed: no se puede {step}: {error}
        withoutNamespaces: {problem}; este equipo no permite a los usuarios espacios de nombres propios: ejecutarlo como root
        withoutTunnels: {problem}; este equipo, o el contenedor en el que se ejecuta, no tiene dispositivos TUN
        tunnelsForRoot: {problem}; aquí solo root puede abrirlo: permitirlo con {command}, o ejecutarlo como root
        stepNetworkNamespace: crear un espacio de nombres de red
        stepUserNamespace: crear un espacio de nombres de usuario
        stepMapUser: asignar el usuario
        stepSocketPair: abrir un par de sockets
        stepPrivateMounts: aislar los montajes
        stepCoverSockets: ocultar los sockets de los servicios
        stepResolverPlace: crear un lugar para resolv.conf
        stepShowResolver: colocar /etc/resolv.conf
        stepShowHosts: colocar /etc/hosts
        stepOpenTunnel: abrir /dev/net/tun
        stepMakeTunnel: crear un dispositivo TUN
        stepNetlink: abrir un socket netlink
        stepLoopbackUp: activar el dispositivo de loopback
        stepTunnelUp: activar el dispositivo TUN
        stepFourth: establecer direcciones y rutas IPv4
        stepSixth: establecer direcciones y rutas IPv6
        stepStart: iniciar la orden
        networkOfCommand: la red de esta orden, semilla {seed}:
        wereSent: enviado
        wereReceived: recibido
        countPackets: {count} paquete | {count} paquetes
        countBytes: un byte | {count} bytes
        countLost: {count} perdido | {count} perdidos
        countLostInOutages: {count} perdido en cortes | {count} perdidos en cortes
        countBeyondQueue: {count} por encima de la cola
        countTooBig: {count} demasiado grande | {count} demasiado grandes
        countCorrupted: {count} alterado | {count} alterados
        countDuplicated: {count} duplicado | {count} duplicados
        countReordered: {count} reordenado | {count} reordenados
        countDelayed: {count} retrasado {time} de media | {count} retrasados {time} de media
        countConnections: {count} conexión | {count} conexiones
        countRefusedConnections: {count} más de las que pueden estar abiertas a la vez
        countQueries: {count} consulta DNS | {count} consultas DNS
        countAltered: de ellas {count} modificada | de ellas {count} modificadas
        portalWasAccepted: se aceptaron las condiciones del portal
        portalNotAccepted: no se aceptaron las condiciones del portal
        countForbiddenPings: {count} ping que este usuario no puede enviar ({setting}) | {count} pings que este usuario no puede enviar ({setting})
        countNotCarried: {count} paquete no transportado | {count} paquetes no transportados
        serveNotInstalled: netdiag-serve no está instalado: no está junto a este programa ni en libexec; make install lo instala
        seedRepeats: la semilla de las decisiones aleatorias es {seed}; --seed {seed} las repite
        isNotControlled: otras órdenes no pueden controlar este netdiag serve: {reason}
        cannotBeAnnounced: no se puede anunciar: {reason}
        notAnnouncedYet: todavía no está anunciado: {reason}
        isAnnouncedAs: está anunciado como {name}: {reason}
        othersCannotReach: otros equipos no pueden llegar a {place}; --listen :: los deja entrar
        announcedBeyond: también se anuncia con las direcciones IPv6 de este equipo, donde nada escucha; --listen :: abarca ambas
        nothingIsServed: no hay nada que servir; indicar un directorio, un archivo de rutas, --text, --openapi, --echo o --fault
        onePortForOne: --port es para un solo servidor; {count} fallos necesitan un puerto cada uno
        needsOwnServer: {fault} necesita un servidor propio; iniciarlo sin origen
        socketDirectoryNotMade: no se puede crear {path}: {error}
        socketDirectoryOpen: {path} no es un directorio al que solo acceda este usuario; eliminarlo, o definir {variable}
        fileIsValid: {file}: válido, {content}
        countRoutes: {count} ruta | {count} rutas
        zoneOfRecords: una zona de {count} registro | una zona de {count} registros
        scriptOfSteps: un guion de {count} paso | un guion de {count} pasos
        recordingOfRequests: una grabación de {count} petición | una grabación de {count} peticiones
        connectionsForwarded: conexiones reenviadas a {url}
        requestsForwarded: peticiones reenviadas a {url}
        serverWithFault: un servidor con {fault}
        noneIsServing: no hay ningún netdiag serve en marcha para este usuario
        noneIsCalled: ningún netdiag serve se llama {name}; no hay ninguno en marcha para este usuario
        noneIsCalledBut: ningún netdiag serve se llama {name}; en marcha: {names}
        severalAreServing: hay varios en marcha; indicar uno de: {names}
        isNoRunName: {name} no es un nombre válido para un netdiag serve
        runNameIsTaken: ya hay un netdiag serve llamado {name}; elegir otro --name
        noRunAnswers: ningún netdiag serve responde en {socket}
        runNotChanged: no se puede cambiar; ¿está ocupado su puerto?
        runOfOtherVersion: el netdiag serve responde {status}; ¿es de otra versión?
        runHasEnded: el netdiag serve ha terminado
        runEndedBefore: el netdiag serve terminó antes de responder
        runIsIdle: inactivo
        runIsRunning: en marcha
        runIsPaused: en pausa
        runIsDraining: terminando
        runByProcess: proceso {pid}
        countRequests: {count} petición | {count} peticiones
        noSessions: ninguna sesión
        endsWithin: termina en {count} s
        noFaults: ningún fallo
        faultIsOn: activado
        faultIsOff: desactivado
        stateIsFixed: {state} (no se puede desactivar)
        whenConditions: cuando {conditions}
        noResponseSent: sin respuesta
        bytesReceived: {count} B recibidos
        requestsExpected: {request}: {found}, se esperaban: {expected}
        atLeastOneRequest: al menos 1 petición
        entriesAreShown: se muestran {shown} entradas de {count}
        entriesAreCut: se muestran {shown} entradas de más de {count}
        transferredOf: {done} de {total}
        timeIsLeft: quedan {time}
        passwordFor: Contraseña de {user}
        passwordNeedsTerminal: no hay terminal en la que pedir una contraseña; usar --netrc o --netrc-file
        passwordNotRead: no se pudo leer ninguna contraseña: {error}
        netrcNeedsHome: --netrc necesita {variable}; indicar el archivo con --netrc-file
        outputNotWritten: no se puede escribir en la salida estándar: {error}
        nothingObservable: no se puede observar nada desde este proceso: {error}
        daemonAnswers: el demonio ha respondido {status}
        streamNotValid: la respuesta del demonio no es válida: {error}
        checkCameToNoEnd: la comprobación no ha llegado a término
        networkNotSeen: no se ha podido examinar la red
        isNotUTF8: no es UTF-8
        isNotJSON: no es JSON
        memberIsMissing: falta {name}
        documentNotEncoded: la respuesta no se puede escribir como JSON: {error}
        noTargetNamedSo: {problem}; tampoco ningún destino del demonio tiene ese nombre
        noTargetNamedSoBut: {problem}; tampoco ningún destino del demonio tiene ese nombre, ¿quería decir {meant}?
        isNoCause: {id} no es una causa conocida; para verlas todas: {command}
        isNoCauseBut: {id} no es una causa conocida; ¿quería decir {meant}?
        isNoDomain: «{name}» no es un dominio, como local o example.org
        isNoHost: «{name}» no es ni un nombre ni una dirección
        isNoHostBut: «{name}» no es ni un nombre ni una dirección: {reason}
        isMoreThanHost: «{name}» no es ni un nombre ni una dirección; omitir esquema, puerto y ruta
        configurationNotThere: no existe {file}; indicar la configuración del demonio con --config
        secretNotThere: el Secret Service no tiene ninguna entrada para {host}; crear una: {command}
        secretsNotAsked: no se puede consultar el Secret Service: {reason}
        secretToolFailed: secret-tool ha fallado
        standardInput: entrada estándar
        reportNotJudged: {file}: el informe {number} no se puede evaluar: {error}
        isNoReport: {place}: no es un informe válido ({error}); crear uno con: {command}
        containsNoReport: {file} no contiene ningún informe; crear uno con: {command}
        schemaNotKnown: {place}: el esquema es {schema}; se entiende {known}
        fileIsTooLarge: {file} tiene más de {count} MiB; dividirlo
        bundleIsTooLarge: el paquete tiene más de {count} MiB
        bundleNotMade: no se puede componer el paquete: {error}
        bundleNotCompressed: gzip ha fallado; no se ha escrito el paquete
        bundleNotForTerminal: un archivo comprimido no es para una terminal: {command}, o indicar un archivo con --bundle
        portNotInRange: el puerto «{port}» no es un número de 0 a 65535
        textKeyTwice: la clave TXT «{key}» se indica dos veces
        socketPathLength: la ruta de un socket tiene de 1 a {max} bytes, «{path}» tiene {count}
        fromTakesTargets: --from toma los destinos de los informes; omitir el destino y --yes
        goesOneWay: diagnose sigue un solo camino; para varios: {command}
        doesNotApply: {option} no se aplica a {target}; quitarlo
        noNotificationShown: el escritorio no muestra la notificación: {reason}
        foldersNotWatched: no se pueden vigilar directorios: {error}
        """#
    }
}
