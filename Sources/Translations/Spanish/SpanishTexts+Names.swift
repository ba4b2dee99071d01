extension SpanishTexts {
    static var names: String {
        #"""
        [dns.unexpected-answer]
        meaning: El servidor responde, pero no con los registros esperados.
        summary: en la respuesta de {server} para {name} falta {missing}; tiene {found}
        advice: Ver toda su respuesta: netdiag resolve {name} --server {server}
        advice: O bien corregir lo que se espera: records: del destino en /etc/netdiag/netdiag.yaml

        [dns.no-dns64]
        meaning: El nombre solo tiene direcciones IPv4, este equipo solo tiene IPv6 y el servidor DNS no las traduce (DNS64).
        summary: {name} solo tiene direcciones IPv4 ({addresses}) y este equipo solo tiene IPv6: el servidor DNS {server} no las traduce (sin DNS64)
        advice: Preguntar en su lugar a {other}, que hace DNS64 con el prefijo {prefix}: netdiag resolve {name} --server {other}
        advice: El router {router} anuncia NAT64 con el prefijo {prefix}: activar DNS64 en el servidor DNS o instalar un CLAT (RFC 6877), como clatd
        advice: Usar los servidores DNS que anuncia la red, y no otros: resolvectl status; rdisc6 INTERFACE

        [dns.split-server-dead]
        meaning: No responde un servidor DNS al que solo se pregunta por ciertos dominios, como el de una VPN.
        summary: el servidor DNS {server} en {interface}, al que se pregunta por los nombres de {domains}, no responde ({reason}): esos nombres no se pueden resolver
        advice: Comprobar que la VPN o la red de {interface} está conectada: ip -s link show {interface}
        advice: Ver si responde ahora: netdiag resolve {domain} --type NS --server {server}
        advice: Ver a qué servidor se pregunta por cada dominio: resolvectl domain; resolvectl dns

        [dns.tls-blocked]
        meaning: systemd-resolved solo puede usar DNS sobre TLS, y no se llega al servidor de esa forma.
        summary: no se puede preguntar al servidor DNS {server} por TLS (puerto {port}: {reason}), y systemd-resolved está configurado para no usar otra cosa
        advice: Ver si la red deja pasar el puerto {port}: netdiag check tcp://{server}:{port}
        advice: Permitir DNS sin cifrar cuando falle TLS: DNSOverTLS=opportunistic en /etc/systemd/resolved.conf, y después systemctl restart systemd-resolved
        advice: O bien usar un servidor que ofrezca DNS sobre TLS: resolvectl dns INTERFACE ADDRESS#NAME

        [dns.tls-certificate]
        meaning: systemd-resolved solo puede usar DNS sobre TLS, y el certificado del servidor no es válido.
        summary: el certificado del servidor DNS {server} (DNS sobre TLS) no es válido para {expected}: {reason}, así que systemd-resolved no lo usa
        advice: Ver el certificado: openssl s_client -connect {server}:{port} -servername {expected}
        advice: Configurar el nombre que figura en el certificado: resolvectl dns INTERFACE {server}#NAME
        advice: Si es un servidor propio, añadir su autoridad de certificación: update-ca-certificates

        [dns.no-server]
        meaning: No hay ningún servidor DNS configurado.
        summary: no hay ningún servidor DNS configurado: {consequence}
        advice: Ver qué hay configurado: cat /etc/resolv.conf; resolvectl status
        advice: Configurar uno: echo 'nameserver ADDRESS' > /etc/resolv.conf, o resolvectl dns INTERFACE ADDRESS

        [dns.misconfigured]
        meaning: Un servidor DNS configurado no es una dirección IP, no se puede interpretar su archivo de configuración o nsswitch.conf omite el archivo hosts.
        summary: la configuración de DNS tiene un error: {problem}
        advice: Quitar los retornos de carro: sed -i 's/\r$//' {returns}
        advice: Guardar el archivo sin marca de orden de bytes (BOM): sed -i '1s/^\xef\xbb\xbf//' {marked}
        advice: Permitir que todos los programas lo lean: chmod 644 {unreadable}
        advice: Iniciar el servicio que escribe {goal}, como en systemctl enable --now systemd-resolved; o sustituir el enlace por un archivo: rm {link}; echo 'nameserver ADDRESS' > {link}
        advice: Escribir el archivo, con la dirección de un servidor DNS: echo 'nameserver ADDRESS' > {unwritten}
        advice: Corregir lo que pone ahí: {place}; en resolv.conf(5) está lo que se admite
        advice: Añadir files a esta línea, antes de dns: {services}; véase nsswitch.conf(5)
        advice: Añadir a /etc/hosts una línea `127.0.0.1 {unlisted}`, y una línea `::1 {unlisted}` para IPv6

        [dns.server-unreachable]
        meaning: Ningún servidor DNS configurado responde a tiempo.
        summary: ningún servidor DNS responde a tiempo: {servers}
        advice: A {bare} le falta la dirección 127.0.0.1, sin la cual los paquetes hacia {server} no se quedan en este equipo: ip address add 127.0.0.1/8 dev {bare}
        advice: Ver qué servidor se encarga de {forwarded}, pues una regla para su dominio puede nombrar uno que ya no existe: grep -rs 'server=/\|forward-zone\|zone ' /etc/dnsmasq.conf /etc/dnsmasq.d /etc/unbound /etc/bind
        advice: Los servidores de {unheard}, o el camino de {server} hasta ellos, no responden; ver si otro servidor conoce el nombre: netdiag resolve {unheard} --server ANOTHER-SERVER
        advice: {connected} responde por TCP y no por UDP: hacer que el firewall del camino deje pasar el puerto UDP 53; hasta entonces, poner `options use-vc` en /etc/resolv.conf
        advice: {waiting} acepta conexiones TCP en el puerto 53: o espera a los servidores a los que reenvía las consultas, o un firewall descarta el puerto UDP 53. Es el firewall si esto obtiene respuesta: dig +tcp {name} @{waiting}
        advice: {foreign} es una dirección privada, y solo la ruta predeterminada lleva allí: conectar la VPN o la red a la que pertenece, o configurar un servidor DNS de esta red, que a menudo es {router}: cat /etc/resolv.conf
        advice: Las consultas pasan de {passed}, y no vuelve nada: el servidor, o un filtro del camino, descarta el puerto UDP 53. Usar el servidor DNS del router, que a menudo es {own_server}: cat /etc/resolv.conf
        advice: Detrás del router, por IPv4 solo se oye a {fourth}, y por IPv6 a más: puede que {server} no llegue a otros servidores por IPv4. Ver en la página de estado del router si IPv4 está conectado, o llamar al proveedor
        advice: Ver si responde ahora: netdiag resolve {name} --server {server}
        advice: Ver si responde su equipo: ping {unpinged}
        advice: Ver qué servidores hay configurados: cat {configuration}; resolvectl status

        [dns.server-closed]
        meaning: El equipo del servidor responde, pero nada escucha en su puerto de DNS.
        summary: no hay ningún servidor DNS en marcha en {servers}
        advice: {own} es una dirección de este equipo, en la que no escucha ningún servidor DNS; ver en qué direcciones escucha alguno: ss -Hlnu 'sport = :53'
        advice: Ninguna ruta predeterminada sale de este equipo. Si {twin} es la dirección del router, este equipo la tiene por error: darle otra, o dejarlo a DHCP
        advice: Iniciar el servidor DNS de este equipo: systemctl status {local}
        advice: {docker} es el servidor DNS que Docker ofrece en un contenedor: reiniciar el contenedor; en su anfitrión, ver journalctl -u docker
        advice: {mute} es también la puerta de enlace predeterminada, y nada responde detrás de ella; ver si es el router de esta red: ip route; ip neigh
        advice: Ver como root si dos equipos, con direcciones de hardware distintas, tienen la dirección {contested}: arping -c 3 {contested}
        advice: Hacer que se inicie el servidor DNS de {far}; después comprobarlo: netdiag resolve {name} --server {server}
        advice: O bien configurar otro: cat {configuration}

        [dns.some-servers-dead]
        meaning: Un servidor responde, pero otro anterior de la lista no, o falla.
        summary: el servidor DNS {server} no funciona bien: {what}{cost}; responde {other}
        advice: Volver a iniciar el programa del túnel {tunnel}, que lleva a {server}: systemctl list-units --all 'openvpn*' 'vpn*' 'tailscaled*'
        advice: {sleeping} está desactivada, y {server} pertenece a su red; iniciar el programa que la gestiona, o activarla: ip link set {sleeping} up
        advice: Ver por dónde van los paquetes hacia {unsent}: ip route get {unsent}
        advice: {server} está en {bridged}, la subred de {bridge} en este equipo, por lo que los paquetes hacia él no salen de aquí. Si es un servidor de otro lugar, dar a {bridge} otra subred: con Docker `default-address-pools` en /etc/docker/daemon.json, con libvirt `virsh net-edit`
        advice: Reparar {server} o quitarlo de la lista: cat /etc/resolv.conf; resolvectl status
        advice: Hacer lo mismo con {others}

        [dns.refused]
        meaning: El servidor DNS se niega a responder (REFUSED, NOTIMP).
        summary: el servidor DNS {server} se niega a responder para {name} ({code}){why}
        advice: {redirecting} responde él mismo a las consultas dirigidas a {server}, así que una regla allí desvía el puerto 53; quitarla, o reparar el servidor DNS al que lleva
        advice: Comprobar la lista de acceso del servidor, y si responde el servidor al que este reenvía las consultas
        advice: Después, volver a preguntarle: netdiag resolve {name} --server {server}

        [dns.servfail]
        meaning: El servidor DNS ha fallado (SERVFAIL) y una comprobación con validación no lo explica.
        summary: el servidor DNS {server} ha respondido SERVFAIL para {name}{why}
        advice: {redirecting} responde él mismo a las consultas dirigidas a {server}, así que una regla allí desvía el puerto 53; quitarla, o reparar el servidor DNS al que lleva
        advice: Ver qué responde sin validación DNSSEC: dig @{server} +cd {signed}; si es correcto, el registro DS de la zona debe corresponder a sus claves: delv {signed}
        advice: Preguntar a otro servidor: netdiag resolve {name} --server ANOTHER-SERVER
        advice: Ver cuál de los servidores autoritativos del nombre falla: dig +trace {typed}
        advice: Comprobar el registro (log) del servidor en {server}

        [dns.dnssec-bogus]
        meaning: SERVFAIL que desaparece al desactivar la validación: las firmas DNSSEC no son válidas.
        summary: las firmas DNSSEC de {name} no son válidas: {server} solo responde con la validación desactivada{why}
        advice: Ver qué no se puede verificar: delv @{server} {name}, o dig @{server} +cd +dnssec {name}
        advice: Comprobar el reloj del equipo donde funciona {server}, del que dependen las firmas: timedatectl
        advice: Avisar al administrador de la zona de {zone}: su registro DS tiene que coincidir con sus claves

        [dns.nxdomain]
        meaning: El nombre no existe.
        summary: el nombre {name} no existe, según {server}{nearest}{why}
        advice: El servidor DNS {absent}, que va antes que {server} y no responde, quizá es el único que conoce este nombre, como el de una empresa. Conectarse a su red o a su VPN, o hacer que lo reparen, y volver a intentarlo
        advice: Comprobar que {typed} está bien escrito
        advice: Escribir el nombre completo de {short}, con su dominio, o su dirección
        advice: Comprobar los dominios de búsqueda, que llevan a {completed}: grep search /etc/resolv.conf; resolvectl domain
        advice: O hacer que se completen los nombres como {short}: una línea `search DOMAIN` en /etc/resolv.conf, o resolvectl domain INTERFACE DOMAIN
        advice: Ver qué servidores responden por {parent}: netdiag resolve --type NS {parent}
        advice: Ver si otro servidor lo conoce: netdiag resolve {typed} --server ANOTHER-SERVER
        advice: Configurar un servidor DNS distinto de {denier}, o hacer que lo reparen: cat /etc/resolv.conf; resolvectl status
        advice: {limited} solo debe conocer ciertos nombres: pedir a su administrador que añada los que faltan

        [dns.no-address]
        meaning: El nombre existe, pero no tiene dirección de la familia que se busca, o ningún registro del tipo pedido.
        summary: el nombre {name} existe, pero no tiene {lack}{why}
        advice: Ver qué tiene: netdiag resolve {name}; netdiag resolve {name} --type MX
        advice: Añadir el registro en la zona de {typed}, o preguntar por otro nombre
        advice: Ver si el servidor DNS {filterer} elimina los registros AAAA, como dnsmasq con su opción filter-AAAA
        advice: Configurar un servidor DNS distinto de {denier}, o hacer que lo reparen: cat /etc/resolv.conf; resolvectl status
        advice: {limited} solo debe conocer ciertos nombres: pedir a su administrador que añada los que faltan

        [dns.family-dropped]
        meaning: Las consultas de un tipo (casi siempre AAAA) nunca reciben respuesta; las del otro, al instante.
        summary: el servidor DNS {server} ignora las consultas de registros {type} y responde a las de {other}: los programas que piden ambos esperan {delay} o más
        advice: Comprobarlo a mano: netdiag resolve {name} --server {server} --type {type}; lo mismo con --type {other}
        advice: Quizá llegue una respuesta más tarde de lo que espera un estado, mientras los programas aún esperan; ver si llega: dig @{server} +timeout=15 +tries=1 {name} {later}
        advice: Reparar o sustituir {server}, o lo que filtra en el camino hasta él
        advice: Hasta entonces, que los programas no hagan consultas {dropped}: poner options no-aaaa en /etc/resolv.conf (glibc 2.36), o usar otro servidor

        [dns.cname-broken]
        meaning: Un alias forma un bucle o lleva a un nombre que no existe.
        summary: el nombre {name} es un alias que lleva a {end}, {what}: {chain}
        advice: Ver la cadena: netdiag resolve {name} --server {server} --type CNAME
        advice: Corregir el alias en la zona del último nombre antes de {end}

        [dns.tcp-blocked]
        meaning: Las respuestas llegan truncadas y falla TCP al puerto 53.
        summary: la respuesta del servidor DNS {server} para {name} no cabe en UDP, y la conexión TCP con él falla ({reason})
        advice: Permitir TCP hacia el puerto 53 de {server} y hacer que escuche en él (RFC 7766)
        advice: Después, volver a preguntarle: netdiag resolve {name} --server {server}

        [dns.malformed]
        meaning: La respuesta no es DNS válido, tiene otro id u otra pregunta, o llega desde otra dirección.
        summary: el servidor DNS {server} no ha dado una respuesta válida para {name}: {what}
        advice: {elsewhere} responde en lugar de {server}, y los programas ignoran tales respuestas: si ambas direcciones son del mismo host, hacer que su servidor DNS escuche en {server}, y ver allí si una regla cambia el origen: nft list ruleset
        advice: Ver la respuesta: netdiag resolve {name} --server {server}
        advice: Puede que algo en el camino hasta {server} responda en su lugar

        [dns.hijacked]
        meaning: Nombres que no pueden existir reciben una dirección.
        summary: el servidor DNS {server} devuelve direcciones para nombres que no existen: {addresses}
        advice: {spelled} tiene una de estas direcciones, así que probablemente no existe, salvo que el servidor lleve allí todos los nombres: comprobar cómo está escrito
        advice: Comprobarlo a mano: netdiag resolve {random} --server {server}
        advice: {rogue} es un equipo de esta red que lleva todos los nombres a sí mismo, mientras que {truthful} responde con la verdad. No introducir contraseñas en sus páginas; encontrarlo por su dirección de hardware: ip neigh show {rogue}
        advice: Usar un servidor que responda con la verdad; ver cuáles hay configurados: cat /etc/resolv.conf; resolvectl status

        [dns.blocked-answer]
        meaning: 0.0.0.0, ::, loopback o una dirección privada para un nombre público.
        summary: el servidor DNS {server} responde para {name} con {addresses}, lo que no puede ser correcto{other}{why}
        advice: Buscar {filtered} en las listas de filtrado de {server} (Pi-hole, AdGuard, un firewall, el proveedor)
        advice: Si {collided} es un nombre privado, usar el servidor DNS de la red a la que pertenece, como el de una empresa o de una VPN: resolvectl status
        advice: Hacer que la zona privada de {collided} pase a un dominio propio, o bajo internal
        advice: Si {rebound} debe tener una dirección privada, eximirlo de la protección contra rebinding de {server} (dnsmasq: rebind-domain-ok)
        advice: Comparar con otro servidor: netdiag resolve {filtered} --server ANOTHER-SERVER

        [dns.hosts-override]
        meaning: El archivo hosts contradice al DNS.
        summary: el archivo hosts dice que {name} es {hosts}, pero el DNS dice {dns}
        advice: Comprobar si la línea sigue haciendo falta: grep -n {name} /etc/hosts
        advice: Preguntar solo al DNS: netdiag resolve {name} --server {server}

        [dns.system-differs]
        meaning: Los programas reciben una respuesta distinta de la que da el DNS directamente, o ninguna.
        summary: los programas de este equipo y el DNS no coinciden sobre {name}: los programas {here}; el servidor DNS {server} {there}{why}
        advice: Ver qué reciben los programas: getent ahosts {name}
        advice: Probar sin las variables de entorno, y quitarlas donde se definen: unset {variables}
        advice: Los programas consultan primero la caché de {cache}; vaciarla, o reiniciarla si está bloqueada: nscd --invalidate=hosts; systemctl restart {cache}
        advice: Permitir que todos los programas lo lean: chmod 644 {unreadable}
        advice: Quitar el dominio de la lista de búsqueda, o bajar ndots: {search}
        advice: Dar más tiempo a los servidores DNS: aumentar timeout y attempts en esta línea, o quitarla: {patience}
        advice: Probar sin las opciones use-vc, edns0 y trust-ad, que cambian cómo preguntan los programas: {queries}
        advice: Quitar la opción no-aaaa, con la que los programas solo preguntan por direcciones IPv4: {hiding}
        advice: Añadir dns a los servicios de esta línea: grep {lacking}: /etc/nsswitch.conf
        advice: Poner dns antes del servicio de DNS multicast, o quitar [NOTFOUND=return], que termina ahí la búsqueda: grep {ending}: /etc/nsswitch.conf
        advice: Instalar {absent}, o quitar su servicio de la línea hosts de /etc/nsswitch.conf
        advice: Quitar el servicio que no responde ({hanging}) de la línea hosts de /etc/nsswitch.conf, o reparar el programa al que pregunta
        advice: Ver a qué servicios preguntan y en qué orden: grep {database}: /etc/nsswitch.conf
        advice: Ver qué leen: ls -lL /etc/nsswitch.conf /etc/resolv.conf /etc/hosts

        [dns.servers-disagree]
        meaning: Los servidores configurados dan respuestas que se contradicen.
        summary: los servidores DNS no coinciden sobre {name}: según {server}, {here}; según {other}, {there}
        advice: Compararlos: netdiag resolve {name} --server {server}; netdiag resolve {name} --server {other}
        advice: Configurar solo servidores que conozcan los mismos nombres, o asignar a cada uno sus dominios (resolvectl domain)

        [dns.slow]
        meaning: Las respuestas tardan más que el umbral.
        summary: el servidor DNS {server} ha tardado {took} en responder para {name} (el umbral es {limit})
        advice: Acortar la lista de búsqueda, o bajar ndots, para que los programas pregunten primero por el propio nombre: {search}
        advice: Ver si siempre es lento: netdiag resolve {typed} --server {server}
        advice: Ver a qué distancia está: ping {server}

        [dns.loss]
        meaning: Se pierden preguntas al servidor DNS, o sus respuestas.
        summary: {lost} de {sent} preguntas al servidor DNS {server} quedaron sin respuesta, así que los programas esperan los nombres o no los encuentran
        advice: Ver dónde se pierden los paquetes: mtr {server}
        advice: Si {server} es su router, se pierden detrás de él: revise su luz de Internet o su señal y llame al proveedor

        [dns.one-answer]
        meaning: De dos preguntas que los programas hacen a la vez, solo se responde una.
        summary: el servidor DNS {server}, o un cortafuegos delante de él, solo responde a una de dos preguntas desde un mismo puerto, como las hacen los programas para IPv4 e IPv6, así que la resolución de nombres falla o tarda segundos
        advice: Ver la diferencia: getent ahosts {name}; RES_OPTIONS=single-request-reopen getent ahosts {name}
        advice: Hacer que los programas envíen una pregunta cada vez, cada una desde su propio puerto: añadir options single-request-reopen a /etc/resolv.conf
        advice: Actualizar o sustituir el cortafuegos o el router delante de {server}: puede que solo deje pasar una respuesta por puerto

        [dns.mdns-unavailable]
        meaning: Es un nombre .local y en este equipo no responde ningún servicio de resolución mDNS.
        summary: {name} es un nombre de DNS multicast, y nada en este equipo resuelve esos nombres
        advice: Instalar lo que falta: apt-get install {packages}
        advice: Iniciar avahi-daemon: systemctl start avahi-daemon

        [dns.mdns-not-in-nsswitch]
        meaning: Avahi resuelve el nombre .local, pero el sistema no está configurado para preguntarle.
        summary: Avahi conoce {name}, pero los programas de este equipo no le preguntan (hosts: {services})
        advice: Instalar libnss-mdns y poner mdns4_minimal [NOTFOUND=return] antes de dns en /etc/nsswitch.conf

        [mdns.not-found]
        meaning: Nadie en el enlace responde por el nombre o el servicio .local.
        summary: ningún equipo del enlace responde por {name}
        advice: Ver qué hay en el enlace: netdiag browse
        advice: Comprobar que el equipo está encendido y en el mismo enlace
        advice: Después, volver a intentarlo: netdiag resolve {host}

        [mdns.daemon-down]
        meaning: avahi-daemon o el bus del sistema no está en marcha.
        summary: el DNS multicast no está disponible: {reason}
        advice: Averiguar por qué no está en marcha: journalctl -u avahi-daemon -u dbus

        [mdns.stale]
        meaning: Se anuncia un servicio, pero su equipo o su puerto no responde.
        summary: {instance} se anuncia en {host}, puerto {port}, pero {problem}
        advice: Ver qué se anuncia ahora: netdiag resolve {host}; netdiag browse --resolve
        advice: En {announcer}, comprobar que el servicio está en marcha y escucha en el puerto {port}: ss -ltn
        advice: Ver qué más ofrece {placeholder} con ese nombre: netdiag browse
        advice: Apagar {announcer} correctamente, o reiniciar su avahi-daemon: un anuncio sobrevive hasta 75 minutos a un equipo que desaparece

        [mdns.collision]
        meaning: El nombre de nuestro servicio ya estaba en uso en el enlace.
        summary: {reason}; este equipo se anuncia como {name}
        advice: Dar otro nombre a este equipo: fijar publish: name: en /etc/netdiag/netdiag.yaml, o hostnamectl hostname NAME

        [mdns.blocked]
        meaning: El multicast no sale por una interfaz o no vuelve a entrar por ella.
        summary: el DNS multicast no pasa en {interface}: {problem}
        advice: Activar el multicast: ip link set {off} multicast on
        advice: Permitir el puerto UDP 5353 de entrada y de salida en {filtered}: nft list ruleset; con firewalld: firewall-cmd --add-service=mdns
        advice: Comprobar qué hay entre este equipo y {peer}: el aislamiento de multicast o de clientes y el IGMP snooping del switch o del punto de acceso, y el filtro de paquetes de {peer}
        advice: Ver qué daemons se ven entre sí: netdiag peers; lo que no pasa es el multicast ({direction})

        [mdns.malformed-peer]
        meaning: Un equipo del enlace anuncia registros que no se pueden decodificar.
        summary: {address} en {interface} envía DNS multicast mal formado: {problem}
        advice: Encontrar el equipo: ip neigh show {address}
        advice: Ver qué envía: tcpdump -ni {interface} -vv host {address} and udp port 5353
        advice: Actualizar o reiniciar su servicio mDNS

        """#
    }
}
