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
        authorityInStore: l'autorité de {destination} dans le magasin de certificats de cette machine
        timeNotRead: à une date qui n'a pas été lue
        waitForDropped: {delay} (avec les réglages par défaut de glibc : {longest})
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
        mailTakesPasswords: un serveur de messagerie n'accepte qu'un nom et un mot de passe, ni jetons ni tickets
        passwordNeedsTLS: le mot de passe n'est envoyé que par TLS, que le serveur ne propose pas
        offersNoPlain: le serveur propose {offered}, mais pas PLAIN
        notHTTP: la réponse ne commence pas comme du HTTP
        speaksBareHTTP2: il parle HTTP/2 sans TLS au lieu de HTTP/1.1
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
        streamRefused: le serveur refuse chaque flux HTTP/2 par REFUSED_STREAM
        twoLengths: elle a deux longueurs (RFC 9112, section 6.3)
        noMoreInTime: {text} (et rien de plus à temps)
        thenItCloses: {text} (puis il ferme)
        thenItResets: {text} (puis il réinitialise la connexion)
        andMoreOfIt: {text} (et davantage)
        nothingCame: rien
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
        linkLeadsNowhere: {path} : c'est un lien vers {target}, où il n'y a aucun fichier
        fileIsMissing: {path} : le fichier n'existe pas
        lineWithMark: {place} : le fichier commence par une marque d'ordre des octets, cette ligne n'est donc pas lue (BOM)
        lineWithReturn: {place} : la ligne se termine par un retour chariot, si bien que « {text} » n'est pas une adresse IP (CRLF)
        keywordIndented: {place} : « {text} » n'est pas au début de la ligne, et n'est donc pas lu
        keywordWithoutValue: {place} : « {text} » n'a pas de valeur
        keywordUnknown: {place} : « {text} » n'est pas un mot-clé de resolv.conf
        optionUnknown: {place} : « {text} » n'est pas une option connue
        optionNeedsNumber: {place} : « {text} » demande un nombre après les deux-points
        serverIsNoAddress: {place} : « {text} » n'est pas une adresse IP
        serverWithoutInterface: {place} : « {address} » n'indique pas d'interface, sans laquelle il n'est pas interrogé ; écrire {example}
        serverInterfaceMissing: {place} : « {address} » n'est pas interrogé : il n'y a pas d'interface {interface}
        serverIsBroadcast: {place} : « {address} » n'est pas interrogé : c'est une adresse de diffusion
        serverIsFourth: {place} : {address} n'est pas interrogé : seuls les trois premiers serveurs DNS le sont
        fileReadInPart: {path} : seuls les premiers 64 Kio ont été lus
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
        ftpURLWanted: {url} n'est pas une URL FTP, comme {example}
        ftpDirectoryNotFile: un dossier ne peut pas être téléchargé ; nommer un fichier
        ftpNameIsEmpty: le nom du fichier est vide
        ftpNoSuchFile: il n'y a pas de fichier {file} sur le serveur
        ftpBytesOfFile: {count} octets reçus d'un fichier de {size}
        ftpBytesOf: {count} octets reçus sur {size}
        ftpTooManyBytes: le serveur envoie plus que les {count} octets qu'il annonce
        ftpDirectoryThere: {file} y est un dossier ; une barre oblique à la fin y place le fichier
        ftpFileThere: {file} existe déjà ; --force le remplace
        ftpFileShrunk: {file} a raccourci entre-temps, à {count} octets sur {size}
        fileBeingWritten: un autre programme est en train d'écrire {file}
        fileNotRegular: {file} n'est pas un fichier ordinaire
        fileThereNotRegular: {file} existe et n'est pas un fichier ordinaire
        ftpNoDirectoryNamed: {url} ne nomme aucun dossier à créer
        ftpNotConnected: impossible de se connecter à {host} ({reason})
        ftpFileFails: le fichier ne peut pas être lu ou écrit
        ftpOtherFamily: {address} n'est pas de la famille demandée
        ftpHostWithoutAddress: {host} n'a pas d'adresse
        ftpLoginWithheld: l'authentification a déjà été rejetée
        ftpLoginMissing: les identifiants ne sont pas disponibles : {reason}
        ftpDirectoryMissing: {url} : le dossier n'existe pas : {text}
        ftpLoginNotTaken: {url} : l'authentification est rejetée : {text}
        ftpNothingThere: {url} : il n'y a rien à lire : {text}
        ftpWriteDenied: {url} : le serveur ne permet pas de l'écrire : {text}
        ftpDataBlocked: {url} : aucune connexion de données ne peut être établie : {reason}
        ftpWithoutTLS: {url} : le serveur ne passe pas à TLS : {text}
        ftpNotSpoken: {url} : ce qui répond ne parle pas FTP : {text}
        ftpServerSilent: {url} : le serveur reste muet : {reason}
        ftpServerClosed: {url} : le serveur a fermé la connexion : {reason}
        ftpAfterCommand: {reason} (après {command})
        ftpStillComing: le temps était écoulé après {count} octets, et d'autres arrivaient
        ftpBehindEPSV: la connexion de données après EPSV a échoué
        ftpReplyTooLong: une réponse de plus de {count} octets
        ftpLineTooLong: une ligne de plus de {count} octets dans la liste
        isNoTarget: « {text} » n'est pas une cible : {reason}
        noConfiguredTargetBut: aucune cible configurée n'a ce nom non plus, vouliez-vous dire {name} ?
        targetHasLogin: une cible ne doit contenir ni nom d'utilisateur ni mot de passe, car les rapports les montreraient
        targetBracketMissing: le ] après l'adresse IPv6 manque
        targetPortOnly: seul un :port peut suivre le ]
        targetInBrackets: une adresse IPv6 s'écrit entre crochets, comme dans {example}
        targetPortInvalid: le port « {port} » n'est pas un nombre de 1 à 65535
        targetHostEncoded: un nom d'hôte n'est pas encodé en pourcent ; écrire ses caractères tels quels
        targetPathNeedsScheme: un chemin demande un schéma : {url} ou {other}
        targetTooLong: elle a {count} octets ; le maximum est {max}
        targetSocketPath: le chemin d'un socket commence par /, comme dans {example}
        targetMeant: vouliez-vous dire {url} ?
        targetSchemeUnknown: le schéma « {scheme} » est inconnu ; utiliser {names}
        targetSpace: elle ne doit pas contenir d'espace
        targetCharacter: le caractère {code} n'y est pas permis
        targetSocketHost: un socket de cette machine n'a pas d'hôte ; écrire {example}
        targetSocketAlone: {scheme}: prend un socket, sans chemin
        targetPercent: un % dans le chemin doit être suivi de deux chiffres hexadécimaux ; % lui-même est %25
        targetQueryMissing: dns:// demande un nom à interroger, comme dans {example}
        targetNoDomainName: « {name} » n'est pas un nom de domaine (RFC 1035, section 2.3.1)
        targetTypeOnly: seul ?type=TYPE peut suivre le nom, comme dans {example}
        targetHostOnly: {scheme}:// prend un hôte, sans port ni chemin
        targetWithoutPath: {scheme}:// prend un hôte et un port, mais pas de chemin ({path})
        targetNeedsPort: {scheme}:// demande un port, comme dans {example}
        targetNeedsPath: il demande un chemin, comme dans {example}
        targetNotSixth: [{address}] n'est pas une adresse IPv6 ; une zone s'écrit {example}
        targetNotFourth: « {address} » n'est pas une adresse IPv4 (quatre nombres de 0 à 255)
        targetNoHostName: « {name} » n'est pas un nom d'hôte : il faut des labels de 1 à 63 lettres, chiffres, - ou _, 253 octets en tout
        targetSocketTooLong: le chemin d'un socket a au plus {max} octets (unix(7)) ; celui-ci en a {count}
        targetPathEncoded: le chemin contient {code}, qui s'envoie encodé en pourcent (RFC 3986, section 2.1)
        targetTypeUnknown: le type d'enregistrement « {type} » est inconnu ; utiliser l'un de {names}
        targetNeedsZone: {address} est une adresse de lien local et demande %interface, par exemple {example}
        targetIsOtherAddress: {address} ne peut pas être choisie : la cible est l'adresse {other}
        targetOfOtherFamily: {address} est une adresse {family}, et la vérification est limitée à l'autre famille
        notAnAddressOfHost: {address} n'est pas une adresse de {host} ; il a {names}
        connectionsAtOnce: au plus {count} connexions à la fois, pour tous les listeners ensemble : ce processus peut ouvrir {allowed} fichiers, et {reason} ; pour {max} connexions, relever la limite stricte : {command}
        connectionTakesTwo: une connexion qui est transmise ou reçoit un fichier en prend deux
        connectionTakesOne: chaque connexion en prend un
        isNoServiceType: « {text} » n'est pas un type de service
        serviceTypeLooksLike: un type de service ressemble à {example} ou {other}
        """#
    }
}
