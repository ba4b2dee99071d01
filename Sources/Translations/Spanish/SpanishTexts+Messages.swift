extension SpanishTexts {
    /// Messages of libraries, the kernel and probes.
    static var messages: String {
        #"""
        sendsAlert: envía la alerta TLS «{alert}»
        certificateProblem: problema con el certificado: {problem}
        issuerCertificateMissing: falta el certificado del emisor
        issuerNotKnownHere: este equipo no conoce al emisor
        firstNotVerifiable: el primer certificado no se puede verificar
        selfSignedCertificate: el certificado es autofirmado
        selfSignedInChain: la cadena termina en un certificado autofirmado en el que este equipo no confía
        certificateHasExpired: el certificado ha caducado
        certificateNotYetValid: el certificado aún no es válido
        signatureWrong: la firma del certificado es incorrecta
        purposeWrong: el certificado no se ha emitido para este uso
        invalidAuthority: un certificado de la cadena no es el de una autoridad
        pathTooLong: la cadena es más larga de lo que permite una autoridad
        chainTooLong: la cadena es demasiado larga
        certificateRevoked: el certificado ha sido revocado
        revocationListMissing: falta la lista de revocación (CRL)
        revocationListExpired: la lista de revocación (CRL) ha caducado
        certificateRejected: el certificado se rechaza
        keyTooWeak: la clave del certificado es demasiado débil
        authorityKeyTooWeak: la clave de una autoridad es demasiado débil
        digestTooWeak: el hash de una firma es demasiado débil
        nameNotPermitted: la autoridad no puede emitir certificados para este nombre
        nameExcluded: la autoridad está excluida para este nombre
        unknownExtension: una extensión crítica es desconocida
        authorityInStore: la autoridad de {destination} en el almacén de certificados de este equipo
        timeNotRead: en un momento que no se leyó
        waitForDropped: {delay} (con los ajustes predeterminados de glibc, {longest})
        speaksHTTP: habla HTTP en claro
        speaksSSH: habla SSH
        greetsLikeMail: saluda como un servidor de correo o FTP ({line})
        greetsLikePOP3: saluda como un servidor POP3 ({line})
        greetsLikeIMAP: saluda como un servidor IMAP ({line})
        isRefused: rechazada
        isReset: restablecida
        isClosed: cerrada
        isTimedOut: sin respuesta a tiempo
        noProxyExcepts: no_proxy lo exceptúa
        withoutProxyHere: esta comprobación está configurada sin proxy
        noLocation: responde {status} sin un Location utilizable, así que no lleva a ninguna parte (curl no lo indica)
        leadsToInvalid: lleva a «{url}»: {reason}
        leadsToThisMachine: lleva a este mismo equipo: {url}
        hostIsMissing: falta el host
        rejectedEarlier: ya rechazadas en una comprobación anterior; no se vuelven a enviar hasta que cambien
        credentialsMissing: las credenciales no están disponibles: {reason}
        mailTakesPasswords: un servidor de correo solo acepta nombre y contraseña, no tokens ni tickets
        passwordNeedsTLS: la contraseña solo se envía por TLS, que el servidor no ofrece
        offersNoPlain: el servidor ofrece {offered}, pero no PLAIN
        notHTTP: la respuesta no empieza como HTTP
        speaksBareHTTP2: habla HTTP/2 sin TLS en lugar de HTTP/1.1
        curlTimedOut: sin respuesta completa en {time} ms; se recibieron {bytes} bytes
        curlTimedOutOf: sin respuesta completa en {time} ms; se recibieron {bytes} de {size} bytes
        curlNotConnected: sin conexión con {host} puerto {port} tras {time} ms: {reason}
        couldNotConnect: el servidor no acepta la conexión
        couldNotConnectNow: el servidor no acepta la conexión
        emptyReply: el servidor no ha respondido nada
        receiveFailed: la recepción falla: {reason}
        sendFailed: el envío falla: {reason}
        bytesMissing: la conexión termina antes de los últimos {bytes} bytes
        dataMissing: la conexión termina antes del final de los datos
        headerWithoutColon: un campo de la cabecera no tiene dos puntos
        streamRefused: el servidor rechaza cada flujo HTTP/2 con REFUSED_STREAM
        twoLengths: tiene dos longitudes (RFC 9112, sección 6.3)
        noMoreInTime: {text} (y nada más a tiempo)
        thenItCloses: {text} (y después cierra)
        thenItResets: {text} (y después restablece la conexión)
        andMoreOfIt: {text} (y más)
        nothingCame: nada
        notPermitted: operación no permitida
        noSuchFile: no existe el archivo o el directorio
        inputOutputError: error de entrada/salida
        notExecutable: formato de ejecutable incorrecto
        tryAgain: recurso no disponible por ahora
        outOfMemory: no queda memoria libre
        accessDenied: permiso denegado
        deviceBusy: dispositivo o recurso ocupado
        fileExists: el archivo ya existe
        noSuchDevice: no existe el dispositivo
        notADirectory: no es un directorio
        isADirectory: es un directorio
        invalidArgument: argumento no válido
        systemFilesOpen: demasiados archivos abiertos en el sistema
        filesOpen: demasiados archivos abiertos
        noSpaceLeft: no queda espacio en el dispositivo
        readOnlyFiles: el sistema de archivos es de solo lectura
        brokenPipe: el otro extremo ya no lee
        messageSize: paquete demasiado largo
        protocolError: error de protocolo
        familyUnsupported: familia de direcciones no admitida
        addressInUse: la dirección ya está en uso
        addressNotHere: este equipo no tiene esa dirección
        networkDown: la red está desactivada
        networkUnreachable: la red es inaccesible
        connectionAborted: la conexión se ha interrumpido
        connectionReset: el otro extremo ha restablecido la conexión
        noBufferSpace: no queda espacio de búfer
        notConnected: el socket no está conectado
        connectionTimedOut: la conexión no se ha establecido a tiempo
        connectionIsRefused: conexión rechazada
        hostDown: el host está fuera de servicio
        noRouteToHost: no hay ruta hasta el host
        linkLeadsNowhere: {path}: es un enlace a {target}, donde no hay ningún archivo
        fileIsMissing: {path}: el archivo no existe
        lineWithMark: {place}: el archivo empieza con una marca de orden de bytes, por lo que esta línea no se lee (BOM)
        lineWithReturn: {place}: la línea termina en un retorno de carro, por lo que «{text}» no es una dirección IP (CRLF)
        keywordIndented: {place}: «{text}» no está al principio de la línea, por lo que no se lee
        keywordWithoutValue: {place}: «{text}» no tiene valor
        keywordUnknown: {place}: «{text}» no es una palabra clave de resolv.conf
        optionUnknown: {place}: «{text}» no es una opción conocida
        optionNeedsNumber: {place}: «{text}» necesita un número después de los dos puntos
        serverIsNoAddress: {place}: «{text}» no es una dirección IP
        serverWithoutInterface: {place}: «{address}» no indica ninguna interfaz, sin la cual no se le pregunta; escribir {example}
        serverInterfaceMissing: {place}: a «{address}» no se le pregunta: no hay ninguna interfaz {interface}
        serverIsBroadcast: {place}: a «{address}» no se le pregunta: es una dirección de difusión
        serverIsFourth: {place}: a {address} no se le pregunta: solo se pregunta a los tres primeros servidores DNS
        fileReadInPart: {path}: solo se leyeron los primeros 64 KiB
        endedWithStatus: terminó con el código {status}
        endedSaying: terminó con el código {status}: {text}
        endedBySignal: terminado por la señal {signal}
        wasKilled: no terminó en {limit} y se ha matado
        cannotBeRun: {program} no se puede ejecutar: {reason}
        answersStatus: responde {status}: {text}
        noConnectionWithin: sin conexión con el puerto {port} en {limit}
        busIsSilent: el bus del sistema no responde ({error})
        busIsSilentAt: el bus del sistema {path} no responde ({error})
        busIsMissing: el bus del sistema {path} no existe
        startItWith: iniciarlo con: {command}
        restartItWith: reiniciarlo con: {command}
        avahiDoesNotRun: avahi-daemon no está en marcha
        avahiDoesNotAnswer: avahi-daemon no responde
        avahiIsUnusable: avahi-daemon no se puede usar: {error}
        avahiClaimsName: avahi-daemon está reservando el nombre de host
        avahiIsFull: todo lo que cabe en avahi-daemon está en uso; terminar algunos de los exploradores de servicios
        avahiPublishesNot: avahi-daemon no lo anuncia: {reason}
        nameIsTaken: el nombre «{text}» ya está en uso en este enlace
        avahiNotRunning: el demonio no está en marcha
        avahiDisconnected: ha fallado la conexión con el demonio
        busHasFailed: un error inesperado de D-Bus
        peerListIsFull: su lista de vecinos está llena
        peerBeginsToLook: acaba de empezar a buscar
        peerDoesNotLook: no busca a otros
        peerRefusesPort: rechaza conexiones al puerto {port}
        peerIsSilent: no responde
        answersWithHTTP: responde con el estado HTTP {status}
        answerIsTooLong: su respuesta es demasiado larga: más de {count} bytes
        answerIsUnreadable: su respuesta no se puede leer
        checkNotMadeYet: su comprobación {target} aún no se ha hecho
        checkIsDown: su comprobación {target} falla
        checkIsDownWith: su comprobación {target} falla: {message}
        historyIsOff: está desactivado (history: off)
        historyHasNoPlace: no hay directorio para ello; elegir uno con --state, o indicar un archivo con history: file:
        historyIsNewer: {file} es de un netdiagd más nuevo (versión {found}, y este conoce {known}); usar aquel, o indicar otro archivo con history: file:
        historyIsForeign: {file} es la base de datos de otro programa; indicar otra con history: file:
        historyIsHeld: {holder} está escribiendo en {file}; indicar otro con history: file:
        netdiagdWithPID: el netdiagd con PID {pid}
        anotherNetdiagd: otro netdiagd
        historyDiskIsFull: {file}: el disco está lleno; liberar espacio allí
        historyIsOpening: se está abriendo
        daemonIsEnding: el demonio se está cerrando
        moreTargetsThanShown: hay más de {count} destinos; la página de un destino la muestra
        ftpURLWanted: {url} no es una URL de FTP, como {example}
        ftpDirectoryNotFile: un directorio no se puede descargar; indicar un archivo
        ftpNameIsEmpty: el nombre del archivo está vacío
        ftpNoSuchFile: no hay ningún archivo {file} en el servidor
        ftpBytesOfFile: han llegado {count} bytes de un archivo de {size}
        ftpBytesOf: han llegado {count} bytes de {size}
        ftpTooManyBytes: el servidor envía más de los {count} bytes que indica
        ftpDirectoryThere: {file} es allí un directorio; una barra al final coloca el archivo dentro
        ftpFileThere: {file} ya existe; --force lo sustituye
        ftpFileShrunk: {file} se ha acortado mientras tanto, a {count} bytes de {size}
        fileBeingWritten: otro programa está escribiendo {file}
        fileNotRegular: {file} no es un archivo normal
        fileThereNotRegular: {file} existe y no es un archivo normal
        ftpNoDirectoryNamed: {url} no indica ningún directorio que crear
        ftpNotConnected: no se puede conectar con {host} ({reason})
        ftpFileFails: el archivo no se puede leer o escribir
        ftpOtherFamily: {address} no es de la familia pedida
        ftpHostWithoutAddress: {host} no tiene dirección
        ftpLoginWithheld: el inicio de sesión ya fue rechazado
        ftpLoginMissing: las credenciales no están disponibles: {reason}
        ftpDirectoryMissing: {url}: el directorio no existe: {text}
        ftpLoginNotTaken: {url}: se rechaza el inicio de sesión: {text}
        ftpNothingThere: {url}: no hay nada que leer: {text}
        ftpWriteDenied: {url}: el servidor no permite escribirlo: {text}
        ftpDataBlocked: {url}: no se puede establecer una conexión de datos: {reason}
        ftpWithoutTLS: {url}: el servidor no pasa a TLS: {text}
        ftpNotSpoken: {url}: lo que responde no habla FTP: {text}
        ftpServerSilent: {url}: el servidor no responde: {reason}
        ftpServerClosed: {url}: el servidor ha cerrado la conexión: {reason}
        ftpAfterCommand: {reason} (tras {command})
        ftpStillComing: se acabó el tiempo tras {count} bytes, y llegaban más
        ftpBehindEPSV: la conexión de datos tras EPSV ha fallado
        ftpReplyTooLong: una respuesta de más de {count} bytes
        ftpLineTooLong: una línea de más de {count} bytes en el listado
        isNoTarget: «{text}» no es un destino: {reason}
        noConfiguredTargetBut: tampoco ningún destino configurado tiene ese nombre, ¿quería decir {name}?
        targetHasLogin: un destino no debe contener usuario ni contraseña, porque los informes los mostrarían
        targetBracketMissing: falta el ] después de la dirección IPv6
        targetPortOnly: tras el ] solo puede ir :puerto
        targetInBrackets: una dirección IPv6 se escribe entre corchetes, como en {example}
        targetPortInvalid: el puerto «{port}» no es un número de 1 a 65535
        targetHostEncoded: un nombre de host no se codifica con porcentajes; escribir sus caracteres tal cual
        targetPathNeedsScheme: una ruta necesita un esquema: {url} o {other}
        targetTooLong: tiene {count} bytes; el máximo es {max}
        targetSocketPath: la ruta de un socket empieza por /, como en {example}
        targetMeant: ¿quería decir {url}?
        targetSchemeUnknown: el esquema «{scheme}» es desconocido; usar {names}
        targetSpace: no puede contener espacios
        targetCharacter: no puede contener el carácter {code}
        targetSocketHost: un socket de este equipo no tiene host; escribir {example}
        targetSocketAlone: {scheme}: admite un socket, sin ruta
        targetPercent: a un % en la ruta deben seguir dos dígitos hexadecimales; el propio % es %25
        targetQueryMissing: dns:// necesita un nombre que consultar, como en {example}
        targetNoDomainName: «{name}» no es un nombre de dominio (RFC 1035, sección 2.3.1)
        targetTypeOnly: tras el nombre solo puede ir ?type=TIPO, como en {example}
        targetHostOnly: {scheme}:// admite un host, sin puerto ni ruta
        targetWithoutPath: {scheme}:// admite un host y un puerto, pero ninguna ruta ({path})
        targetNeedsPort: {scheme}:// necesita un puerto, como en {example}
        targetNeedsPath: necesita una ruta, como en {example}
        targetNotSixth: [{address}] no es una dirección IPv6; una zona se escribe {example}
        targetNotFourth: «{address}» no es una dirección IPv4 (cuatro números de 0 a 255)
        targetNoHostName: «{name}» no es un nombre de host: se esperan etiquetas de 1 a 63 letras, dígitos, - o _, 253 bytes en total
        targetSocketTooLong: la ruta de un socket tiene como máximo {max} bytes (unix(7)); esta tiene {count}
        targetPathEncoded: la ruta contiene {code}, que se envía codificado con porcentajes (RFC 3986, sección 2.1)
        targetTypeUnknown: el tipo de registro «{type}» es desconocido; usar uno de {names}
        targetNeedsZone: {address} es una dirección de enlace local y necesita %interfaz, por ejemplo {example}
        targetIsOtherAddress: no se puede elegir {address}: el destino es la dirección {other}
        targetOfOtherFamily: {address} es una dirección {family}, y la comprobación se limita a la otra familia
        notAnAddressOfHost: {address} no es una dirección de {host}; tiene {names}
        connectionsAtOnce: como máximo {count} conexiones a la vez, para todos los listeners juntos: este proceso puede abrir {allowed} archivos, y {reason}; para {max} conexiones, subir el límite estricto: {command}
        connectionTakesTwo: una conexión que se reenvía o recibe un archivo ocupa dos
        connectionTakesOne: cada conexión ocupa uno
        isNoServiceType: «{text}» no es un tipo de servicio
        serviceTypeLooksLike: un tipo de servicio tiene la forma de {example} o {other}
        """#
    }
}
