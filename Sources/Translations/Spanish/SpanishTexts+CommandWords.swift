extension SpanishTexts {
    static var commandWords: String {
        #"""
        commandThen: {command}, luego {next}
        ownErrorOutput: lo que netdiagd escribió en la salida de errores
        noReasonGiven: sin indicar el motivo
        noDaemonAt: ningún demonio en {socket}
        nothingListensAt: ningún demonio en {socket} (el archivo existe, pero nada escucha en él)
        mayNotAskDaemon: este usuario no puede consultar al demonio en {socket}
        daemonRefuses: el demonio en {socket} se niega: {reason}
        daemonIsBusy: el demonio en {socket} no acepta conexiones; ¿está detenido o sobrecargado?
        daemonIsSilent: el demonio en {socket} no ha respondido en {count} s
        daemonBrokeOff: el demonio en {socket} ha interrumpido su respuesta; ¿se ha matado?
        daemonResponseInvalid: la respuesta del demonio en {socket} no es válida: {error}
        answerNotUnderstood: la respuesta no se entiende ({error}); ¿es netdiagd de otra versión?
        cannotConnectTo: no se puede conectar con {socket}: {error}
        connectionBroke: se ha cortado la conexión con el demonio: {error}
        changesEnded: el demonio ha terminado el flujo de cambios; ¿se está reiniciando?
        eventsEnded: los eventos han terminado; ¿se está reiniciando el demonio?
        needsDaemon: {reason}; esta orden lo necesita; iniciarlo con: {command}
        keepsIncidents: {reason}; él guarda las incidencias; iniciarlo con: {command}
        keepsHistory: {reason}; él guarda el historial; iniciarlo con: {command}
        knowsIncidents: {reason}; él conoce las incidencias; iniciarlo con: {command}
        watchNeedsDaemon: {reason}; {follower} lo sigue; iniciarlo con: {command}
        checkingHere: {reason}; se comprueba desde este proceso
        browsingHere: {reason}; se busca desde este proceso
        resolvingHere: {reason}; se resuelve desde este proceso
        publishingHere: {reason}; se anuncia desde este proceso
        doingCheck: comprobando
        doingLookUp: resolviendo
        doingLinks: leyendo las interfaces
        doingStatus: examinando la red
        doingBrowse: buscando servicios
        doingAsk: consultando
        countDone: {done} de {count} listos
        proxyHereOnly: {variable} está definida aquí, y el demonio tiene su propio entorno
        toUseIt: {reason}; para usarla: {command}
        targetsLeftOut: se omiten los destinos de la configuración
        avahiNotInstalled: avahi-daemon no está instalado
        noSuchCommand: no existe la orden {word}; para verlas todas: {command}
        noSuchCommandBut: no existe la orden {word}; ¿quería decir {meant}?
        targetNeedsCommand: un destino se indica tras una orden: {command}
        checkedWithoutSettings: {name} se comprueba sin sus ajustes, porque no se puede leer la configuración: {reason}
        mayBeTargetName: {name} puede ser el nombre de un destino, y no se puede leer la configuración: {reason}
        orHostItself: {problem}; el host es {target}
        thisInstallation: Esta instalación: {state}
        nothingIsMissing: no falta nada
        countErrors: {count} error | {count} errores
        countWarnings: {count} advertencia | {count} advertencias
        withMore: {text} (y {more} más)
        startIt: Iniciarlo: {command}
        startAgain: Iniciarlo de nuevo: {command}
        restartIt: Reiniciarlo: {command}
        startBoth: Iniciar ambos: {command}
        seeWhy: Ver el motivo: {command}
        seeLog: Ver su registro: {log}
        seeDaemonLog: Ver el registro del demonio: {log}
        runAsRoot: Ejecutarlo como root: {command}
        accessUnknown: sin la configuración no se sabe quién puede ejecutar comprobaciones
        accessAllowed: este usuario puede pedir comprobaciones al demonio
        accessOwnProcess: este usuario puede leer todo del demonio; sus propias comprobaciones se ejecutan en un proceso aparte
        allowGroup: Para que un grupo pueda comprobar mediante el demonio: access: group: en netdiag.yaml(5)
        clockWrong: el reloj no es correcto: indica {time}, y este programa se compiló el {date} o después
        setClock: Ponerlo en hora: {command}
        clockInStep: el reloj se sincroniza con otros
        clockNotInStep: el reloj no está sincronizado: puede no ser correcto
        clockUnknown: el núcleo no informa de si el reloj está sincronizado
        startTimeService: Iniciar el servicio de hora instalado: {command}
        installTimeService: Instalar un servicio de hora: {command}
        clockOfHost: En un contenedor, sincronizar el reloj de su anfitrión; si no, instalar un servicio de hora: {command}
        noConfiguration: no existe {file}: todos los ajustes tienen su valor por defecto, y no se vigila ningún destino
        writeConfiguration: Escribir uno: {command}
        configurationValid: {file} es válido, con {count} destino | {file} es válido, con {count} destinos
        validBut: {valid}, pero {warning}
        correctWarnings: Corregirlo; para ver todas las advertencias: {command}
        correctErrors: Corregirlo; para ver todos los errores: {command}
        thenApply: Después aplicarlo: {command}
        configurationNotJudged: este usuario no puede evaluar {file}: {error}
        configurationRefused: el demonio rechazaría {file}: {error}
        otherVersion: la respuesta del demonio no se puede interpretar ({error}); netdiagd y netdiag son de versiones distintas
        noDaemonReply: el demonio no respondió
        answersAt: netdiagd responde en {socket}
        noMonitoring: {reason}: sin vigilancia ni alertas mientras el demonio no esté en marcha
        unitUnmanaged: este equipo no usa systemd: aquí no se sabe qué inicia netdiagd en el arranque
        systemdSilent: systemd no responde: systemctl show netdiagd.service falló
        unitFailed: netdiagd.service falló ({result})
        unitNotAtBoot: netdiagd.service está {state}, y no se inicia en el arranque ({file})
        unitActive: netdiagd.service está activo, y se inicia en el arranque
        unitState: netdiagd.service está {state}
        unitNotInstalled: netdiagd.service no está instalado ({state})
        installIt: Instalarlo: {command}
        loadUnit: Hacer que systemd lo cargue: {command}
        helperActive: netdiag-arp.socket está activo: el demonio puede encontrar puertas de enlace caídas, equipos con una dirección de este equipo y reglas NAT
        helperState: netdiag-arp.socket está {state}: una puerta de enlace caída se detecta unos segundos más tarde; no se encuentran los equipos que tienen una dirección de este equipo ni las reglas NAT que reescriben sus paquetes
        helperUnknown: netdiag-arp.socket no se conoce: una puerta de enlace caída se detecta unos segundos más tarde; no se encuentran los equipos que tienen una dirección de este equipo ni las reglas NAT que reescriben sus paquetes
        avahiMissing: {reason}: no se encuentran servicios, y el demonio no se anuncia
        avahiUnneeded: {reason}: no se encuentran servicios; el demonio no se anuncia, según la configuración (publish: off)
        avahiAnswers: avahi-daemon responde por D-Bus
        namesByResolved: {place} deja los nombres en .local a systemd-resolved, que los consulta donde MulticastDNS=yes
        namesWithoutModule: los programas no pueden resolver nombres en .local: en {place} falta mdns4_minimal en la línea hosts:
        namesWithoutLibrary: los programas no pueden resolver nombres en .local: {place} nombra {module}, cuya biblioteca {library} no se puede cargar
        namesFound: los programas encuentran nombres en .local, mediante {module}
        writeLine: Escribir, en {place}: {line}
        portTaken: otro programa usa el puerto UDP 5353 en exclusiva, así que avahi-daemon no puede compartirlo
        seeWhich: Ver cuál: {command}
        stopOrSwitchOff: Detenerlo, o desactivar su propio mDNS
        multicastPasses: mDNS pasa por {names}
        multicastBlocked: mDNS no pasa por {names}: {reason}
        multicastUnseen: no se pudo ver si mDNS pasa: {reason}
        seeRule: Ver la regla: {command}
        openPort: Abrir el puerto UDP 5353: {ufw}, o {firewalld}, o {nft}
        noSocket: no se puede abrir ningún socket: {error}
        portNotBound: no se puede enlazar el puerto 5353: {error}
        noMulticastInterface: ninguna interfaz activa por la que pueda salir multicast
        groupNotJoined: no es posible unirse a su grupo: {error}
        filterHoldsOut: el filtro de paquetes de este equipo no deja salir nada hacia el puerto UDP 5353
        nothingSent: no se puede enviar nada: {error}
        filterHoldsIn: lo que se envía al puerto UDP 5353 no entra; el filtro de paquetes de este equipo lo descarta
        pingAllowed: este usuario puede enviar peticiones de eco
        pingOfDaemonAlone: este usuario no puede enviar peticiones de eco, pero el demonio sí: net.ipv4.ping_group_range es «{range}», que no incluye el grupo {group}
        pingForbidden: este usuario no puede enviar peticiones de eco: net.ipv4.ping_group_range es «{range}», que no incluye el grupo {group}
        pingImpossible: no se pueden enviar peticiones de eco: {error}
        daemonPingAllowed: el demonio puede enviar peticiones de eco
        daemonPingForbidden: el demonio no puede enviar peticiones de eco: net.ipv4.ping_group_range es «{range}», que no incluye los grupos de su unidad, {first} a {last}
        allowNow: Permitirlo ahora: {command}
        allowAtBoot: Y en cada arranque: {command}
        tunnelsAllowed: este usuario puede abrir {device}, que netdiag with necesita
        tunnelsRefused: este usuario no puede abrir {device}: {error}; netdiag with no puede crear una red para una orden
        allowTunnels: Permitirlo: {command}, que son sus permisos habituales; o ejecutar netdiag with como root
        tunnelsMissing: no existe {device}: netdiag with no puede crear una red para una orden
        loadTunnels: {command}; en un contenedor, pasar el dispositivo, por ejemplo con {option}
        namespacesAllowed: se permiten los espacios de nombres de usuario, que netdiag with necesita
        namespacesRefused: netdiag with no puede crear una red para una orden: {reason}
        settingIs: {setting} es {value}
        restrictedByAppArmor: AppArmor restringe los espacios de nombres de usuario
        orWithAsRoot: {command}, o ejecutar netdiag with como root
        libraryLoaded: {library} se puede cargar
        libraryMissing: {library} no se puede cargar: {use} ({error})
        withoutCurl: no se comprueban HTTP, FTP, proxies ni TLS
        withoutTLS: no se comprueba TLS ni se sirve HTTPS
        withoutCrypto: no se leen los certificados
        withoutAvahi: no se encuentran ni se anuncian servicios
        withoutSQLite: no se guarda historial, ni se pone ninguna alerta en cola
        withoutSSH: ssh:// solo se comprueba hasta el saludo
        withoutPatterns: no se comparan los patrones de los ajustes
        withoutIDN: no se resuelven nombres fuera de ASCII
        resultsNotRecorded: los resultados no se registran: {reason}
        historyUnnamed: el netdiagd en marcha no nombra ningún archivo donde guarde resultados: se inició con history: off, o es de otra versión que esta orden
        historyOff: no se guardan resultados: history: off en la configuración
        diskAlmostFull: quedan menos de 64 MiB libres donde está {file}: pronto se perderán resultados
        makeRoom: Liberar espacio, o reducir el historial: history: max: en netdiag.yaml(5)
        historyNotThere: netdiagd guarda sus resultados en {file}, que no está: se eliminó, o el demonio ve otros sistemas de archivos, como en un contenedor
        nothingRecorded: aún no se ha registrado nada: no existe {file}
        fileUnreadable: este usuario no puede leer {file}
        historyUnopened: no se puede abrir {file}: {error}
        historyDamaged: {file} está dañado: no es una base de datos SQLite
        historyKept: los resultados se guardan en {file}
        restartSetsAside: Reiniciar el demonio, que lo aparta y crea uno nuevo: {command}
        hasNoAnswer: no tiene respuesta
        couldNotBeAsked: no se pudo consultar
        aliasOf: alias de {name}
        aliasLoop: lo que forma un bucle
        aliasGone: que no existe
        aliasWithoutRecord: que no tiene registro {type}
        aliasWithoutSuch: que no tiene tal registro
        noRecord: sin {type}: {reason}
        portIsClosed: nada escucha en el puerto {port}
        noServerListens: ningún servidor DNS escucha
        temporaryFailure: error temporal
        multicastUnasked: no se consultó el DNS multicast, porque avahi-daemon no está en marcha en este equipo
        startOrInstall: Iniciarlo: {start}; o instalarlo: {install}
        lookingAtNetwork: Examinando la red…
        candidateUp: en servicio
        candidateAnswers: responde
        candidateDown: fuera de servicio
        candidateGateway: la puerta de enlace
        candidateGatewayOf: la puerta de enlace de {interface}
        candidateResolver: un servidor DNS de este equipo
        candidateProxy: el proxy de {setting}
        candidateConnectivity: la URL de conectividad de NetworkManager
        candidateService: un servicio del enlace ({type})
        servicesNotSearched: no se buscaron servicios en el enlace: {reason}
        yesWords: s sí si
        needsTerminal: setup necesita un terminal; con --yes se aceptan las respuestas propuestas
        noWords: n no
        noneWords: ninguno
        nobodyWords: nadie ninguno
        pleaseAnswer: Responder {yes} o {no}.
        questionTargets: 1. ¿Qué se debe vigilar?
        nothingToSuggest: No se encontró nada que proponer.
        hintOwnTargets: Sus propios destinos, como https://example.org/ o host:22, separados por espacios; Intro para ninguno.
        hintTargets: Números y destinos propios, como https://example.org/ o host:22, separados por espacios; la palabra {none}; o Intro para los marcados con [x].
        labelTargets: destinos
        notInList: No hay ningún {number} en la lista; va de 1 a {last}.
        noSuchHost: No hay ningún equipo {word}: {reason}. Escribir un número de la lista, una URL, host:puerto o un equipo; icmp://{word} se acepta tal cual.
        questionAccess: 2. ¿Quién puede ver los resultados por la red?
        accessNobody: nadie: solo este equipo
        accessStatus: los equipos de redes privadas ven el nombre, la versión y el estado general
        accessEverything: los equipos de {networks} lo ven todo
        hintAccess: Un número, o redes como 192.168.1.0/24 que lo ven todo; Intro para 2.
        labelAccess: acceso
        noneOfTwo: {word} no es ninguno de ellos; escribir 1 o 2, o redes como 192.168.1.0/24.
        noneOfThree: {word} no es ninguno de ellos; escribir 1, 2 o 3, o redes como 192.168.1.0/24.
        networkNotAdmitted: Los hosts de {network} no pueden conectarse. Aquí solo se pueden indicar redes privadas; para admitir otras, añadirlas después a access: networks: en el archivo.
        questionNotify: 3. ¿A quién se debe avisar cuando algo falla?
        hintNotify: Una dirección de correo (se envía con sendmail), la URL https:// de un webhook, ntfy y la URL de un tema, o la ruta de un programa; Intro para nadie. Cualquier usuario de este equipo puede leer el archivo, incluido un token en la URL o el nombre de un tema. En un escritorio, systemctl --user enable --now netdiag-notify muestra las incidencias como notificaciones sin nada de esto.
        labelNotify: avisar
        noReceiver: No es nada de eso; por ejemplo: ops@example.org, o https://hooks.example.org/netdiag
        noteThat: Nota: {warning}
        programMissing: {file}: {error}; escribir la ruta de un programa que exista, sin argumentos.
        programNotRegular: {file} no es un archivo normal; escribir la ruta de un programa.
        programNotExecutable: {file} no se puede ejecutar; permitirlo: {command}
        inputEnded: la entrada terminó antes de responder a todas las preguntas; no se escribió nada
        questionStart: 4. ¿Se inicia ahora el demonio?
        startedBySystemd: systemd lo inicia ahora y en cada arranque.
        startedInBackground: Aquí no hay systemd: se ejecutaría en segundo plano hasta el próximo arranque.
        wroteFile: se escribió {file}
        audienceNobody: solo este equipo puede leer los resultados, y nada se anuncia en el enlace (listen:, publish:)
        audienceStatus: los equipos de redes privadas pueden leer el nombre, la versión y el estado general de este equipo en el puerto {port}, y encontrarlo por DNS-SD (listen:, publish:)
        audienceNetworks: los equipos de {networks} pueden leerlo todo en el puerto {port} (access:, publish:)
        daemonRuns: netdiagd está en marcha; la página está en {url}
        daemonNotStarted: netdiagd no se inició, porque aquí no hay systemd que lo inicie en cada arranque; iniciarlo con: {command}
        unitReadsOther: La unidad lee {file}. Iniciar un demonio con este otro archivo: {command}
        unitReadsOtherAndRuns: La unidad lee {file}. Iniciar un demonio con este otro archivo: {command}; la unidad está en marcha, así que antes detenerla: {stop}
        onlyRootReload: Solo root puede hacer que lea el archivo: {command}
        onlyRootStart: Solo root puede iniciarlo: {command}
        runsByNoUnit: Ya hay un demonio en marcha, sin unidad. Si se inició con este archivo, hacer que lo lea con: {reload}; si no, detenerlo e iniciarlo con: {start}
        daemonNotInstalled: netdiagd no está instalado; instalarlo e iniciarlo con: {command}
        startFailed: {command} falló: {reason}; ver: {log}
        notStartable: no se pudo iniciar {program}
        noResponseYet: netdiagd no responde desde hace diez segundos; para ver el motivo: {command}
        interfaces: Interfaces
        routes: Rutas
        neighbours: Vecinos
        speed: Velocidad
        hardwareAddress: Dirección física
        destination: Destino
        metric: Métrica
        source: Origen
        protocolName: Protocolo
        leaseEnded: la concesión de {address} en {interface} ha caducado
        beginsToLook: acaba de empezar a buscar a otros
        doesNotLook: no ve a otros ahora: avahi-daemon no está en marcha, o la búsqueda está desactivada (discovery:)
        isNotAnnounced: (no anunciado)
        noOtherDaemon: ningún otro netdiagd en el enlace
        overallStatus: Estado
        isSeen: Visto
        peerAnswers: Responde
        seesUs: Nos ve
        reachesUs: Nos alcanza
        nameOfThisHost: {name}, sobre este equipo
        queueNotWritten: no se puede escribir la cola: {reason}
        nobodyNotified: no se avisa a nadie de las incidencias; véase alerts: en netdiag.yaml(5)
        queuedMessages: en espera
        deliveredMessages: entregados
        countQueued: {count} en espera
        waitsForAfter: la incidencia {id} espera el plazo de after:
        waitsForQuietHours: la incidencia {id} espera el fin de las horas de silencio
        waitsForReturn: la incidencia {id} espera a ver si se repite
        waitsFor: la incidencia {id} espera: {reason}
        untilTime: hasta {time}
        notAcceptedSince: no acepta mensajes desde {time}: {reason}
        notAccepted: no acepta mensajes: {reason}
        nextAttempt: próximo intento {time}
        countAttempts: {count} intento | {count} intentos
        acceptedMessage: ha aceptado el mensaje: {detail}
        refusedMessage: no ha aceptado el mensaje: {detail}
        serviceType: Tipo
        allServices: Todos los servicios
        servicesIn: {services} en {domain}: {count}
        noServicesFound: no se han encontrado servicios
        isStale: (obsoleto: {reason})
        portRefuses: puerto cerrado
        portIsSilent: puerto sin respuesta
        hostIsSilent: equipo sin respuesta
        tooManyServices: más de {count} servicios
        eventNotUnderstood: un evento no se entiende ({error}); ¿es netdiagd de otra versión?
        avahiIsBack: avahi-daemon vuelve a responder
        publishedAs: anunciado: «{name}» como {types} en el puerto {port}
        renamedAs: renombrado y anunciado: «{name}» como {types} en el puerto {port}
        publishesAgain: el demonio ha desaparecido; se volverá a anunciar cuando regrese
        daemonStaysAway: el demonio no regresa
        fileIsLeft: {file} existe y se ha dejado como estaba; elegir otro archivo con {option}
        isNoFileName: «{file}» no es un nombre de archivo válido
        folderIsMissing: no se puede escribir {file}: el directorio {folder}: {error}; crearlo, o elegir otro archivo con {option}
        folderIsNone: no se puede escribir {file}: {folder} no es un directorio; elegir otro archivo con {option}
        folderRefuses: no se puede escribir {file}: {folder}: {error}; elegir otro archivo con {option}
        folderRefusesUser: no se puede escribir {file}: {folder}: {error}; ejecutarlo como root: {command}, o elegir otro archivo con {option}
        fileNotWritten: no se puede escribir {file}: {error}
        folderNotMade: no se puede crear {file}: {error}
        folderNotWritable: no se puede escribir en {file}: {error}
        readableByYou: (solo usted puede leerlo)
        readableByOthers: (otros usuarios de este equipo también pueden leerlo)
        secretsAreMasked: Los secretos de {file} están ocultos; si el demonio usa otro archivo, indicarlo con --config.
        lookBeforeSending: Revisarlo antes de enviarlo: {command}
        containsAddresses: Contiene direcciones y nombres; --mask-addresses los sustituye.
        """#
    }
}
