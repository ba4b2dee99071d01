extension FrenchTexts {
    /// Messages of libraries, the kernel and probes.
    static var messages: String {
        #"""
        sendsAlert: il envoie l'alerte TLS « {alert} »
        certificateProblem: problème de certificat : {problem}
        issuerCertificateMissing: le certificat de l'émetteur est introuvable
        issuerNotKnownHere: l'émetteur n'est pas connu de cette machine
        firstNotVerifiable: le premier certificat ne peut pas être vérifié
        selfSignedCertificate: le certificat est autosigné
        selfSignedInChain: la chaîne se termine par un certificat autosigné auquel cette machine ne fait pas confiance
        certificateHasExpired: le certificat a expiré
        certificateNotYetValid: le certificat n'est pas encore valide
        signatureWrong: la signature du certificat est fausse
        purposeWrong: le certificat n'est pas émis pour cet usage
        invalidAuthority: un certificat de la chaîne n'est pas celui d'une autorité
        pathTooLong: la chaîne est plus longue qu'une autorité ne le permet
        chainTooLong: la chaîne est trop longue
        certificateRevoked: le certificat a été révoqué
        revocationListMissing: la liste de révocation (CRL) est introuvable
        revocationListExpired: la liste de révocation (CRL) a expiré
        certificateRejected: le certificat est rejeté
        keyTooWeak: la clé du certificat est trop faible
        authorityKeyTooWeak: la clé d'une autorité est trop faible
        digestTooWeak: le hachage d'une signature est trop faible
        nameNotPermitted: l'autorité ne peut pas émettre de certificat pour ce nom
        nameExcluded: l'autorité est exclue pour ce nom
        unknownExtension: une extension critique est inconnue
        speaksHTTP: il parle HTTP en clair
        speaksSSH: il parle SSH
        greetsLikeMail: il salue comme un serveur de messagerie ou FTP ({line})
        greetsLikePOP3: il salue comme un serveur POP3 ({line})
        greetsLikeIMAP: il salue comme un serveur IMAP ({line})
        isRefused: refusée
        isReset: réinitialisée
        isClosed: fermée
        isTimedOut: sans réponse à temps
        noProxyExcepts: no_proxy l'en excepte
        withoutProxyHere: cette vérification est réglée pour se passer de proxy
        noLocation: elle répond {status} sans Location utilisable et ne mène donc nulle part (curl ne le signale pas)
        leadsToInvalid: elle mène à « {url} » : {reason}
        leadsToThisMachine: elle mène à cette machine elle-même : {url}
        hostIsMissing: l'hôte manque
        rejectedEarlier: déjà refusés lors d'une vérification précédente ; ils ne seront renvoyés qu'une fois modifiés
        credentialsMissing: les identifiants ne sont pas disponibles : {reason}
        takesNoTickets: MQTT accepte un nom et un mot de passe ou un jeton, mais pas de tickets
        mailTakesPasswords: un serveur de messagerie n'accepte qu'un nom et un mot de passe, ni jetons ni tickets
        passwordNeedsTLS: le mot de passe n'est envoyé que par TLS, que le serveur ne propose pas
        offersNoPlain: le serveur propose {offered}, mais pas PLAIN
        notHTTP: la réponse ne commence pas comme du HTTP
        curlTimedOut: pas de réponse complète en {time} ms ; {bytes} octets reçus
        curlTimedOutOf: pas de réponse complète en {time} ms ; {bytes} octets reçus sur {size}
        curlNotConnected: pas de connexion à {host} port {port} après {time} ms : {reason}
        couldNotConnect: le serveur n'accepte pas la connexion
        couldNotConnectNow: le serveur n'accepte pas la connexion
        emptyReply: le serveur n'a rien répondu
        receiveFailed: la réception échoue : {reason}
        sendFailed: l'envoi échoue : {reason}
        bytesMissing: la connexion se termine avant les {bytes} derniers octets
        dataMissing: la connexion se termine avant la fin des données
        headerWithoutColon: un champ d'en-tête n'a pas de deux-points
        twoLengths: elle a deux longueurs (RFC 9112, section 6.3)
        noMoreInTime: {text} (et rien de plus à temps)
        thenItCloses: {text} (puis il ferme)
        thenItResets: {text} (puis il réinitialise la connexion)
        andMoreOfIt: {text} (et davantage)
        nothingCame: rien
        acceptIsWrong: Sec-WebSocket-Accept est {value}, et devrait être {wanted}
        acceptIsMissing: Sec-WebSocket-Accept manque
        upgradeIsMissing: Upgrade: websocket manque
        extensionNotAsked: l'extension {name} n'a pas été demandée
        subprotocolNotOffered: le sous-protocole {name} n'a pas été proposé
        noSubprotocolSpoken: aucun des sous-protocoles {names} n'est parlé
        lastMessageIs: le dernier message est « {message} »
        serverClosesWith: le serveur ferme avec {code}
        serverClosesSaying: le serveur ferme avec {code} : {text}
        noCloseFrame: la connexion se termine sans trame de fermeture
        frameIsMasked: une trame du serveur est masquée (section 5.1)
        reservedBitSet: un bit réservé est mis sans extension (section 5.2)
        opcodeReserved: l'opcode {opcode} est réservé (section 5.2)
        controlFragmented: une trame de contrôle est fragmentée (section 5.5)
        controlTooLong: une trame de contrôle a plus de 125 octets (section 5.5)
        continuationOfNothing: une suite ne suit rien (section 5.4)
        messageWithinAnother: un message commence au milieu d'un autre (section 5.4)
        textNotUTF8: un texte n'est pas en UTF-8 (section 8.1)
        messageTooLong: un message dépasse le maximum de {count} octets
        notPermitted: opération non permise
        noSuchFile: fichier ou dossier introuvable
        inputOutputError: erreur d'entrée/sortie
        notExecutable: format de programme incorrect
        tryAgain: ressource temporairement indisponible
        outOfMemory: mémoire épuisée
        accessDenied: permission refusée
        deviceBusy: périphérique ou ressource occupé
        fileExists: le fichier existe déjà
        noSuchDevice: périphérique inexistant
        notADirectory: ce n'est pas un dossier
        isADirectory: c'est un dossier
        invalidArgument: argument non valide
        systemFilesOpen: trop de fichiers ouverts dans le système
        filesOpen: trop de fichiers ouverts
        noSpaceLeft: plus d'espace sur le périphérique
        readOnlyFiles: système de fichiers en lecture seule
        brokenPipe: l'autre côté ne lit plus
        messageSize: paquet trop long
        protocolError: erreur de protocole
        familyUnsupported: famille d'adresses non prise en charge
        addressInUse: adresse déjà utilisée
        addressNotHere: cette machine n'a pas cette adresse
        networkDown: le réseau est désactivé
        networkUnreachable: le réseau est inaccessible
        connectionAborted: la connexion a été abandonnée
        connectionReset: l'autre côté a réinitialisé la connexion
        noBufferSpace: plus d'espace tampon disponible
        notConnected: le socket n'est pas connecté
        connectionTimedOut: la connexion n'a pas abouti à temps
        connectionIsRefused: connexion refusée
        hostDown: l'hôte est hors service
        noRouteToHost: aucun chemin vers l'hôte
        endedWithStatus: terminé avec le code {status}
        endedSaying: terminé avec le code {status} : {text}
        endedBySignal: terminé par le signal {signal}
        wasKilled: ne s'est pas terminé en {limit} et a été tué
        cannotBeRun: {program} ne peut pas être lancé : {reason}
        answersStatus: répond {status} : {text}
        noConnectionWithin: pas de connexion au port {port} en {limit}
        busIsSilent: le bus système ne répond pas ({error})
        busIsSilentAt: le bus système {path} ne répond pas ({error})
        busIsMissing: le bus système {path} n'existe pas
        startItWith: le démarrer avec : {command}
        restartItWith: le redémarrer avec : {command}
        avahiDoesNotRun: avahi-daemon n'est pas lancé
        avahiDoesNotAnswer: avahi-daemon ne répond pas
        avahiIsUnusable: avahi-daemon n'est pas utilisable : {error}
        avahiClaimsName: avahi-daemon est en train de réserver le nom d'hôte
        avahiIsFull: tout ce que peut contenir avahi-daemon est utilisé ; arrêter quelques navigateurs de services
        avahiPublishesNot: avahi-daemon ne l'annonce pas : {reason}
        nameIsTaken: le nom « {text} » est déjà pris sur ce lien
        avahiNotRunning: le démon n'est pas lancé
        avahiDisconnected: la connexion au démon a échoué
        busHasFailed: une erreur D-Bus inattendue
        peerListIsFull: sa liste de pairs est pleine
        peerBeginsToLook: il vient de commencer à chercher
        peerDoesNotLook: il ne cherche pas les autres
        peerRefusesPort: il refuse les connexions au port {port}
        peerIsSilent: il ne répond pas
        answersWithHTTP: il répond par le statut HTTP {status}
        answerIsTooLong: sa réponse est trop longue : plus de {count} octets
        answerIsUnreadable: sa réponse est illisible
        checkNotMadeYet: sa vérification {target} n'a pas encore eu lieu
        checkIsDown: sa vérification {target} échoue
        checkIsDownWith: sa vérification {target} échoue : {message}
        historyIsOff: il est désactivé (history: off)
        historyHasNoPlace: il n'y a pas de dossier pour cela ; en choisir un avec --state, ou nommer un fichier avec history: file:
        historyIsNewer: {file} vient d'un netdiagd plus récent (version {found}, celui-ci connaît {known}) ; lancer celui-là, ou nommer un autre fichier avec history: file:
        historyIsForeign: {file} est la base de données d'un autre programme ; en nommer une autre avec history: file:
        historyIsHeld: {file} est en cours d'écriture par {holder} ; en nommer un autre avec history: file:
        netdiagdWithPID: le netdiagd de PID {pid}
        anotherNetdiagd: un autre netdiagd
        historyDiskIsFull: {file} : le disque est plein ; y libérer de la place
        historyIsOpening: il est en cours d'ouverture
        daemonIsEnding: le démon est en train de s'arrêter
        moreTargetsThanShown: il y a plus de {count} cibles ; la page d'une cible l'indique
        """#
    }
}
