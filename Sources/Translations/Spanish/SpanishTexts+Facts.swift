extension SpanishTexts {
    /// The phrases from which rules compose facts.
    static var facts: String {
        #"""
        doesNotAnswer: no responde
        answersLate: responde tarde
        unreachableFromHere: no es accesible desde este equipo, lo que los programas notan de inmediato
        reportedUnreachable: no es accesible: {router} comunica «{answer}», lo que los programas notan de inmediato
        isNotRunning: no está en marcha (su puerto está cerrado)
        doesNotRun: no está en marcha
        failsServfail: falla (SERVFAIL)
        refusesToAnswer: se niega a responder (REFUSED)
        noValidAnswer: no da ninguna respuesta válida
        deniesNames: niega nombres que existen
        anyAddressAccepted: un dispositivo del camino acepta conexiones a cualquier dirección
        refusesOneName: rechaza un nombre ({code}) y responde por otros
        reachesInternet: llega a Internet
        makesAddressesUp: devuelve direcciones para nombres que no existen
        knowsNoAddress: no conoce ninguna dirección
        answersCode: responde {code}
        hasNoServers: responde {code}, pues no tiene ningún servidor al que reenviar las consultas
        delaysLookUps: , lo que retrasa las consultas hasta {time}
        delaysLookUpsWith: , lo que, junto con {servers}, retrasa las consultas hasta {time}
        waitForSilentAddresses: ; los programas que las prueban una tras otra esperan a cada una que calla hasta dos minutos
        onlyForThisName: {servers}, solo para {name} (los demás nombres obtienen respuesta)
        answersInItsPlace: : el router {router} responde en su lugar
        forEveryName: , lo que también hace con los nombres de la raíz: su reloj o su ancla de confianza es incorrecta
        itSays: ; dice: {words}
        norCompleted: ; tampoco existe si se completa ({names})
        nearestName: ; el dominio superior existente más cercano es {name}
        noNameAbove: ; tampoco existe ningún nombre superior
        leavesOutSixth: , según {server}, que tampoco devuelve la dirección IPv6 (AAAA) de {name}, que sí la tiene
        deniesEveryName: : el servidor responde NXDOMAIN incluso para nombres que existen
        emptyForAll: , según {server}: el servidor no tiene registros de ningún nombre, ni de los que existen
        althoughItExists: , aunque existe: el servidor responde NXDOMAIN incluso para nombres que existen
        althoughItHas: , según {server}, aunque la tiene: el servidor no tiene registros de ningún nombre
        whichGoesRound: que vuelve al principio
        whichDoesNotExist: que no existe
        aliasWithoutAddress: : es un alias de {end}, que no tiene ninguna ({chain})
        whichIsLeftOut: cuya dirección omite el servidor en su respuesta
        repliesToOthers: {count} respuestas, y ninguna a esta pregunta
        repliesFromElsewhere: las respuestas llegan desde {address} en su lugar
        cannotBeParsed: no se puede interpretar
        notToThisQuestion: una que no es DNS válido, o que es de otra pregunta
        whenAskedFor: : responde bien a las consultas {other}, pero no a las {type}
        otherServerSays: ; {server} dice {addresses}
        systemResolver: el resolutor del sistema
        cannotBeLookedUp: {name} no se puede resolver
        noNameCanBeLookedUp: no se puede resolver ningún nombre
        nothingElse: nada más
        bothFamilies: IPv4 o IPv6
        noAddressOf: ninguna dirección {families}
        noRecordOf: ningún registro {type}
        namesOfSearchList: los nombres de la lista de búsqueda, que van antes de {name}
        rootServers: los servidores de nombres de la raíz
        recordsOfName: los registros {type} de {name}
        connectionRefused: se rechaza la conexión
        noTLSHandshake: sin handshake TLS
        certificateNotTrusted: el certificado no es de confianza
        noAnswerAtAll: sin respuesta
        getAddresses: obtienen {addresses}
        hasWhichWorks: tiene {address}, que funciona
        hasAddresses: tiene {addresses}
        waitForAnswer: no reciben respuesta en {time}
        findNoAddress: no encuentran ninguna dirección
        areLedTo: reciben la dirección de {name} ({addresses})
        cannotReadFiles: los de otros usuarios no pueden leer {files}, y quizá reciben otra respuesta o ninguna
        answersAtAll: responde
        saysNoSuchName: dice que ese nombre no existe
        nameDoesNotExist: no existe
        hasNoRecords: no tiene registros
        searchListFirst: ; la lista de búsqueda de /etc/resolv.conf va primero (ndots)
        searchListFirstBy: ; la lista de búsqueda va primero: {lines}
        completedBySearch: ; el nombre se completó como {name} con la lista de búsqueda de esta máquina
        nameCollides: : así marca la ICANN los nombres privados que colisionan con un nuevo dominio de primer nivel de Internet
        ipv6ResolversAlone: a todos los servidores DNS configurados solo se llega por IPv6 ({servers})
        isInSearchDomain: ; {domain} está en la lista de búsqueda de esta máquina
        noDomainToComplete: ; no tiene dominio, y esta máquina no tiene un dominio de búsqueda con el que completarlo
        defaultWithoutGateway: {address}: la ruta predeterminada en {interface} no indica ninguna puerta de enlace, y nadie en el enlace tiene esa dirección
        internetWithoutGateway: Internet: la ruta predeterminada en {interface} no indica ninguna puerta de enlace, y nadie en el enlace responde por otras redes
        filesMissing: {line}: sin el servicio files, los programas no leen /etc/hosts, que contiene {name}
        localhostMissing: /etc/hosts no tiene ninguna línea para localhost, por lo que muchos programas no lo encuentran
        libraryMissing: ; {line}; {library} no está instalada
        serviceHangs: ; {line}; el servicio {service} no responde
        oneServiceHangs: ; {line}; uno de los servicios {services} no responde
        askNoServer: ; {line}, así que no preguntan a ningún servidor (attempts:0)
        thenNextServer: ; {line}; a los {time} consultan {server}, que responde
        queryRepeated: ; su respuesta llegó solo después de repetir la consulta, así que se pierden paquetes
        giveUpBefore: ; {line}, así que se rinden a los {limit}, y la respuesta tarda {time}
        itsDNSServer: su servidor DNS {does}
        theDNSServer: el servidor DNS {server} {does}
        withReason: {what} ({reason})
        itAnswers: responde «{answer}»
        lastRouter: el último router que responde es {router}
        onlyByProxy: el proxy {proxy} ({variable}) acepta conexiones y quizá sea la única salida; sin él: {words}
        webPortHeard: hay conexiones al puerto 80 que reciben datos, pero por lo demás: {words}
        answersNoPacket: responde a ARP o NDP, pero a ningún paquete IP
        noRouterBehind: ningún router detrás responde
        packetsLate: los paquetes solo reciben respuesta al cabo de {time}, como si una transferencia llenara la línea
        noRouterBehindAnyMore: antes respondían routers detrás, ahora ninguno
        oneStuck: {count} conexión de este equipo no obtiene respuesta
        severalStuck: {count} conexiones de este equipo no obtienen respuesta
        theInternet: Internet
        partOfInternet: la parte {prefix} de Internet
        pingsToIt: los pings a esa dirección
        connectionsToPort: las conexiones al puerto {port}
        internetPort: Internet, puerto TCP {ports}
        internetPorts: Internet, puertos TCP {ports}
        portOfMany: puerto TCP {port} de {address} y probablemente de otros equipos
        webPorts: 80 y 443
        otherNetworks: otras redes
        destinationServer: {server} (servidor DNS)
        destinationProxy: {proxy} (proxy)
        overIPv4: {destination} por IPv4
        overIPv6: {destination} por IPv6
        theDefaultRoute: la ruta por defecto
        theGateway: la puerta de enlace {router}
        theRouter: el router {router}
        theHostItself: el propio host
        routerOnTheWay: un router del camino
        aRouter: un router
        routerBefore: un router anterior
        orBehind: {who}, o {router} detrás,
        orBefore: {router}, o un equipo anterior,
        statusAsForNobody: estado {status}, igual que para {nobody}, una dirección no asignada
        statusOfItself: estado {status}, también para una petición que ningún proxy reenvía
        statusOfProxy: estado {status}, en una página que un proxy marca como suya ({mark})
        endedAsForNobody: acepta la conexión y la termina sin responder, igual que para {nobody}, una dirección no asignada
        orNextBehind: {who}, o el siguiente router detrás,
        onceEstablished: {destination} una vez establecida la conexión
        pastOneRouter: de {limit} router
        pastRouters: de {limit} routers
        pings: paquetes ping
        packets: paquetes
        packetsAfterHandshake: paquetes posteriores al establecimiento de la conexión
        hopLimitLowered: sea cual sea su límite de saltos (TTL) inicial: {who} lo reduce
        hopLimitLoweredBehind: sea cual sea su límite de saltos (TTL) inicial: {who}, o un router detrás, lo reduce
        hopLimitFiltered: o detrás: con el límite de saltos (TTL) {usual} no reciben respuesta, y con {limit} sí
        hopLimitRunsOut: donde se agota su límite de saltos (TTL)
        hopLimitRunsOutShort: donde se agota su límite de saltos (TTL); los paquetes con uno mayor llegan más lejos
        whileFourthWorks: , mientras que IPv4 funciona
        whileSixthWorks: , mientras que IPv6 funciona
        sixthTriedFirst: los programas prueban primero IPv6 y esperan antes de recurrir a IPv4
        fourthRejected: {router} rechaza sus paquetes («{answer}»), así que no se puede llegar a los hosts sin dirección IPv6
        fourthNotReached: no se puede llegar a los hosts sin dirección IPv6
        sixthNotPreferred: este equipo solo tiene una dirección 6to4 o Teredo ({source}), así que los programas usan IPv4 de inmediato
        sixthNotTried: este equipo solo tiene una dirección local ({source}), así que los programas usan IPv4 de inmediato
        sixthListedLast: el resolutor del sistema da primero las direcciones IPv4, así que los programas usan IPv4 de inmediato
        hasNoIPv4: {target} no tiene dirección IPv4
        hasNoIPv6: {target} no tiene dirección IPv6
        askedOverIPv6: a {target} solo se le pregunta por IPv6
        askedOverIPv4: a {target} solo se le pregunta por IPv4
        targetIsSilent: {target} no responde
        nothingEverReceived: por {interface} no ha llegado nunca ningún paquete
        tunnelTakesItself: sus propios paquetes vuelven a entrar en él: ha enviado {count} en 0,1 s, y {interface} casi ninguno
        noPacketReported: ningún router detrás informa de un paquete
        someGoByIt: unos paquetes van por ahí y otros por {other}, que funciona
        nobodyAnswersAt: sin respuesta de {addresses}
        forwardsNothing: no reenvía ningún paquete de este equipo, aunque su propio servidor DNS llega a Internet
        anotherReaches: el servidor DNS {server}, en el mismo enlace, llega a Internet: puede que sea el router
        ruleRefuses: la regla {priority} los rechaza («{rule}»)
        ruleLeadsTo: una regla lleva a la tabla {table}, cuya ruta {prefix} es de tipo {type}
        thisRuleLeadsTo: la regla {priority} («{rule}») lleva a la tabla {table}, cuya ruta {prefix} es de tipo {type}
        thisRuleLeadsToDead: la regla {priority} («{rule}») lleva a la puerta de enlace {gateway} en {interface}, que no responde
        thisRuleLeadsIntoEmpty: la regla {priority} («{rule}») lleva al túnel {interface}, por el que no ha llegado nunca ningún paquete
        belongsToVRF: {interface} pertenece al VRF {vrf}, cuyas rutas solo usan los programas ligados a él
        answersNotLetIn: llegan respuestas por {interface} y no se dejan entrar
        neighbourRepliesBlocked: sus respuestas ICMPv6 a Neighbor Discovery llegan y no se dejan entrar
        icmpNotLetIn: sus mensajes ICMP llegan y no se dejan entrar
        resetHere: los paquetes no salen de este equipo, que restablece él mismo la conexión, como con una regla que los rechaza (tcp reset) o una regla NAT que los redirige a un puerto en el que nada escucha
        closedHere: los paquetes no salen de este equipo, que responde él mismo que el puerto está cerrado, como con una regla NAT que los redirige a un puerto en el que nada escucha
        ledAway: los paquetes no llegan a los programas de este equipo, aunque la dirección es suya, como con una regla NAT que redirige un puerto publicado a un contenedor
        sentElsewhere: los paquetes van en su lugar a {address} por {interface}, como con una regla DNAT que quedó de un contenedor
        sentFromElsewhere: los paquetes salen por {interface} con la dirección de origen {address}, que este equipo no tiene, por lo que las respuestas no vuelven, como con una regla NAT (SNAT) que ha dejado una VPN
        limited: EPERM para algunas consultas DNS y no para otras, como con un límite de frecuencia
        itsOwnAnswer: su propia respuesta: {answer}
        portalURLAnswers: {url}, que este equipo usa para detectar portales, responde {status}
        somebodyAnswers: una dirección que nadie tiene responde con el estado {status}
        privateForNobody: {server} devuelve la dirección privada {address} para un nombre que no existe
        nearForNobody: {server} devuelve la dirección {address}, de esta red, para un nombre que no existe
        shouldAnswer204: {url}, que debe responder 204, responde {status}
        networkSaysSo: lo dice {url}, de la propia red
        status511: responde con el estado 511, Network Authentication Required
        leadsHere: {url} lleva a {place}, en esta red
        inDays: dentro de {count} días ({date})
        inHours: dentro de {count} horas ({date})
        inAnHour: dentro de 1 hora ({date})
        withinTheHour: dentro de menos de una hora ({date})
        justNow: ahora mismo ({date})
        anHourAgo: hace 1 hora ({date})
        hoursAgo: hace {count} horas ({date})
        daysAgo: hace {count} días ({date})
        noProgramServes: ningún programa atiende este túnel
        noSignal: sin señal en el cable o la radio
        noSignalOfPort: sin señal en el cable o la radio del puerto por el que {bridge} sale de este equipo
        hasNoPorts: es un puente sin puertos
        onlyInnerPorts: es un puente cuyos puertos no llevan fuera de este equipo ({ports})
        portNotForwarding: su puerto {port} todavía no reenvía (spanning tree: {state})
        withoutName: sin nombre
        nothingEncrypted: nada va cifrado
        brokenCipher: {cipher}, que está roto
        cameDamaged: {count} llegaron dañados
        couldNotBeSent: {count} no se pudieron enviar
        droppedIn: {count} se descartaron al entrar
        droppedOut: {count} se descartaron al salir
        pingAnswered: un ping que sale por {interface} recibe respuesta
        nothingConnected: no hay nada conectado a {interface}
        hasGatewayAddress: {interface} tiene la propia dirección de la puerta de enlace de la ruta por defecto
        mtuTooSmall: : su MTU es {mtu}, y por debajo de {least} el núcleo quita todas las direcciones IPv6
        withoutSixth:  para IPv6: hay una ruta predeterminada, pero solo la dirección de enlace local {address}
        anotherHost: otro equipo
        anotherHostAt: otro equipo ({address})
        translator: el NAT64 de esta red ({prefix})
        besidesAnother: otro equipo más ({address}), además de {other},
        ownAddressToo: también la dirección de este equipo, {address}
        ownHardwareToo: también la dirección física de este equipo, {address}, de modo que se pierden respuestas
        sameAddress: la misma dirección, {address}
        sameAddressOn: la misma dirección en {interface}
        thisMachineAsGateway: este mismo equipo, además de su puerta de enlace,
        notUsableYet: aún no se puede usar
        isDeprecated: está obsoleta y no hay otra
        sourceGetsNothing: no reciben respuesta
        sourceIsRefused: son rechazados por {router} a causa de esa dirección
        prefixNotAnnounced: el router anuncia ahora {current}, y ya no {prefix}
        prefixNotAccepted: no acepta el prefijo {prefix}
        routersOfPrefixes: {routers}, con los prefijos {prefixes}; nada de lo que se envía por IPv6 recibe respuesta
        aWhileAgo: hace un tiempo
        noAnswerThere: no responde ahí
        repliesLost: sus respuestas se pierden
        noPortForAddress: no queda ningún puerto local libre para esta dirección ({error})
        noPort: no queda ningún puerto local libre ({error})
        noDescriptorHere: a este proceso no le quedan descriptores de archivo ({error})
        noDescriptor: al sistema no le quedan descriptores de archivo ({error})
        noMemory: no hay memoria para un socket ({error})
        neighboursFull: la tabla de vecinos del kernel está llena ({limit})
        nothingKeepsInStep: ; nada lo sincroniza con otros
        clockBehind: {span} por detrás de {source}
        clockAhead: {span} por delante de {source}
        clockBeforeBuild: al menos {span} de retraso: este programa se compiló después de la hora que marca
        newerServers: todo servidor que tenga uno más reciente
        someOtherServers: algunos otros servidores
        spanYears: {count} años
        spanDays: {count} días
        spanHours: {count} horas
        spanMinutes: {count} minutos
        portIsZero: el puerto 0 significa que ahí no hay servidor (RFC 6763, sección 8)
        nobodyHasAddress: nadie en el enlace tiene una dirección de ese equipo
        neverFollowed: {addresses} lleva a este equipo o al servicio de metadatos de una nube, adonde no se sigue ningún anuncio
        nothingListens: no hay nada escuchando: {address} rechaza la conexión
        hostNotOnLink: ese equipo no está en el enlace: {addresses} no responde a ARP ni a NDP
        addressNoAnswerThere: {addresses} no responde ahí
        multicastOff: el multicast está desactivado en la interfaz
        filterRefusesGroup: el filtro de paquetes de este equipo no deja enviar a {group} puerto 5353 ({error})
        filterDropsGroup: el filtro de paquetes de este equipo descarta lo que llega para {group} puerto 5353
        answersAlone: {peer} responde si se le pregunta directamente, pero por {group} no se oye nada de él
        oneFamilyAlone: {problem} (solo {families})
        onePeerDeaf: se llega a {peers}, que dice no ver lo que anuncia este equipo
        peersDeaf: se llega a {peers}, que dicen no ver lo que anuncia este equipo
        onePeerMute: se llega a {peers}, pero sus anuncios no llegan
        peersMute: se llega a {peers}, pero sus anuncios no llegan
        neitherSees: {peers} y este equipo se alcanzan, pero ninguno ve lo que anuncia el otro
        worksWithOthers: {problem}; con {others} funciona, así que el fallo está aquí: {place}
        orOnTheWay: {peers} o en el camino hasta ahí
        peersAndMore: {peers} y {count} más
        fromHereTo: de este equipo a {peers}
        fromThereHere: de {peers} a este equipo
        eitherWay: entre este equipo y {peers}, en ambos sentidos
        noReasonGiven: sin dar un motivo
        noReasonKnown: motivo desconocido
        forNoKnownReason: sin motivo conocido
        itsNameHasNoAddress: su nombre no tiene dirección
        nameHasNoAddress: el nombre de {url} no tiene dirección
        noScheme: ningún esquema
        asFoundEarlier: , según una comprobación anterior; no se han vuelto a enviar
        nothingIsTLS: su respuesta no es TLS
        weakRSA: una clave RSA de {bits} bits ({subject})
        weakSignature: una firma con {algorithm} ({subject})
        intermediateAuthority: la autoridad intermedia de {destination}
        weakKey: una clave débil
        certificateNotForServers: su certificado, o el de una autoridad superior, no está destinado a servidores (extended key usage)
        certificateChainTooLong: la cadena de su certificado tiene más autoridades de las que permite una de ellas (path length constraint)
        certificateNamesForbidden: una autoridad por encima de su certificado no puede emitir certificados para {names} (name constraints)
        certificateNotByAuthority: su certificado, o uno superior, se emitió con un certificado que no es de una autoridad (basic constraints)
        notAcceptedHere: {weakness}, que este equipo no acepta
        issuerWith: un emisor con «{name}» en su nombre
        otherPin: una clave con otra huella
        certificateOfNobody: este equipo no lo acepta, y un dispositivo lo presenta también para la dirección no asignada {address}
        certificateOfRouter: este equipo no lo acepta, y el router {router} acepta la conexión en lugar del host
        certificateOfThisMachine: este equipo no lo acepta, y sus propias reglas llevan las conexiones al puerto 443 de cualquier dirección a un programa local
        issuerAndPin: {issuer} y una clave con otra huella
        closesConnection: cierra la conexión
        resetsConnection: restablece la conexión (RST)
        losesConnection: la conexión falla ({reason})
        answering: respuesta a {command}
        inTLS: {what} en TLS
        theLogin: la autenticación
        greeting: saludo
        redirectsThere: ({url} redirige allí)
        redirectsInside: ({url} redirige a {place}, adonde solo llega su propia red)
        correctRedirect: Corregir la redirección en el servidor de {url}: tiene que llevar a un host al que todos puedan llegar
        ofSomeAddresses: ({count} de las {total} direcciones del nombre: {addresses})
        repairAddresses: Quitar {addresses} del nombre, o reparar allí el servicio
        thisMachine: este equipo
        cannotBeSent: no se puede enviar nada a {destination}: {reason}
        noAddress: sin dirección
        serverReachesBut: el servidor DNS {server} llega a Internet, pero {words}
        routersAnswerBut: responden routers más allá de la puerta de enlace, pero {words}
        somebodyResets: un dispositivo en el camino restablece las conexiones TCP de este equipo
        packetsEndAt: los paquetes de este equipo terminan en {router}, sea cual sea su límite de saltos (TTL): un router lo reduce, o dan vueltas
        noneHeardBeyond: nada muestra que los paquetes de este equipo lleguen más allá de {router}
        port443Silent: las conexiones TCP al puerto 443 no obtienen respuesta, y las del puerto 80 sí
        tcpSilent: las conexiones TCP de este equipo no obtienen respuesta, y UDP sí
        nothingAnswersPackets: nada más allá de la puerta de enlace responde a los paquetes de este equipo
        nothingShows: nada indica que lo hagan los paquetes de este equipo
        newOnesSilent: {count} conexiones nuevas de este equipo no obtienen respuesta, aunque las anteriores sí, como cuando la tabla de conexiones de un router está llena
        noConnectionAnswered: ninguna conexión de este equipo hacia allí obtiene respuesta
        routerAnswersTCP: {router} responde a las conexiones TCP con «{answer}»
        hostsRejected: {router}, el único router que da señales detrás de la puerta de enlace, responde «{answer}» para hosts de Internet; una conexión que funcione, o un objetivo, diría más
        hostsUndecided: {router}, el único router que da señales detrás de la puerta de enlace, responde «{answer}» para direcciones no asignadas, y quizá para todas; una conexión que funcione, o un objetivo, diría más
        routerRefusesNobody: {router} rechaza los paquetes a direcciones no asignadas (administratively prohibited)
        connectivityURLSilent: la URL de conectividad de este equipo no responde
        trafficGoesInto: el tráfico entra en el túnel {tunnel}
        onlyResolversSeen: no se ha observado ninguna conexión TCP más allá de la puerta de enlace, salvo a servidores DNS
        noConnectionSeen: no se ha observado ninguna conexión TCP más allá de la puerta de enlace
        sixthUnseenBehind: sin respuesta por IPv6 de más allá de {router}
        nextHopUnseen: sin respuesta de más allá de la puerta de enlace {gateway} en {interface}, que usan algunas conexiones
        tcpEndsAt: las conexiones TCP no pasan de {router}, mientras que los datagramas llegan a {next}
        ecnEndsAt: las conexiones con ECN (net.ipv4.tcp_ecn=1) no pasan de {router}, mientras que los datagramas llegan a {next}
        port443EndsAt: las conexiones TCP al puerto 443 no pasan de {router}, mientras que los datagramas llegan a {next} y las del puerto 80 pasan
        translatorUnseen: no se ha observado nada más allá del NAT64 de esta red ({prefix})
        nothingHeard: sin respuesta de más allá de la puerta de enlace
        largerOnes: los más grandes
        onesOfAtLeast: los de {size} bytes o más
        """#
    }
}
