extension SpanishTexts {
    static var transport: String {
        #"""
        [tcp.refused]
        meaning: El equipo responde al SYN con RST: nada escucha en el puerto, o un firewall rechaza.
        summary: {destination} rechaza la conexión: nada escucha ahí
        advice: {own} es una dirección de este equipo, así que los paquetes hacia ella no salen de él; si el servicio está en otro, quitarla: ip address del {held} dev {holder}
        advice: {router_address} es una dirección del propio router {router}. Si reenvía el puerto a un equipo que está detrás de él, conectarse a la dirección de ese equipo, o activar el NAT hairpin (NAT loopback) en el router
        advice: Ver si el servicio escucha en otra dirección: ss -tlnp 'sport = :{local_port}'
        advice: Iniciar el servicio o comprobar el número de puerto {local_port}
        advice: En {host}, ver si el servicio escucha y en qué dirección: ss -tlnp 'sport = :{port}'
        advice: Iniciar el servicio en {host} o comprobar el número de puerto {port}
        advice: Comprobar el número de puerto {port}; si es correcto, tiene que iniciar el servicio quien administra {server}

        [tcp.timeout]
        meaning: El SYN no recibe respuesta, aunque el equipo o su red responden por otras vías.
        summary: {destination} no responde a los intentos de conexión
        advice: Nada de lo que se comprueba en {silent_host} responde: comprobar que el equipo está encendido y conectado a su red
        advice: La dirección procede del archivo hosts de este equipo y quizá esté anticuada: grep -n {listed} /etc/hosts
        advice: De ningún paquete de este equipo se sabe que pase más allá de {last_router}. Si otros sitios también fallan, reiniciar el router; si no basta, llamar al proveedor
        advice: Este equipo solicita ECN, y algunos dispositivos descartan esos intentos de conexión. Ver si funciona sin ello: sysctl -w {ecn}=2
        advice: {router_address} es una dirección del propio router {router}. Si reenvía el puerto a un equipo que está detrás de él, conectarse a la dirección de ese equipo, o activar el NAT hairpin (NAT loopback) en el router
        advice: {foreign} es una dirección privada, accesible solo desde su propia red, y solo la ruta predeterminada la cubre; conectarse a esa red o a su VPN, y ver si añade una ruta: ip route get {foreign}
        advice: Ver si el equipo responde a algo: ping {unpinged}
        advice: Muchos proveedores de Internet descartan las conexiones al puerto {blocked_port}, así que preguntar al propio o probar por otra red
        advice: Buscar un firewall delante de {address} que descarte el tráfico al puerto {port}, o uno en este equipo que descarte las respuestas: nft list ruleset
        advice: Los paquetes hacia {address} van por el túnel {tunnel}; ver si llega alguno desde su otro extremo: ip -s link show {tunnel}
        advice: Ver hasta dónde se llega: traceroute -T -p {port} {untraced}
        advice: El equipo responde a los pings. Si es propio, comprobar allí si el programa del puerto {live_port} sigue aceptando conexiones, ya que una cola de escucha llena las descarta: ss -ltn 'sport = :{live_port}'
        advice: {mute_name} apunta quizá a una dirección antigua, o el equipo está apagado; mostrar sus direcciones: netdiag resolve {mute_name}

        [tcp.host-down]
        meaning: El destino está en el enlace y no responde a ARP ni a NDP.
        summary: en {interface} no responde ningún equipo con la dirección {address}
        advice: Si {address} está en otra red, la máscara de {wide} es demasiado amplia; compararla con la de otros equipos: ip address show dev {interface}
        advice: Si {address} está en otra red, la ruta para {stray} lleva allí en vano; eliminarla: ip route del {stray} dev {interface}
        advice: Comprobar que {address} está encendido y en esta red
        advice: Las redes de invitados y algunos puntos de acceso separan a sus clientes (aislamiento de clientes). Si este equipo o {isolated} está en una de ellas, cambiar ese ajuste o usar la red principal
        advice: Ver su entrada de vecino: ip neigh show {address}
        advice: Comprobar si de verdad pertenece a {interface}, o si otra red abarca ahí su dirección: ip route get {address}

        [tcp.reset]
        meaning: La conexión se establece y se corta con un reset antes del primer byte de respuesta.
        summary: {destination} acepta la conexión y la corta (reset) antes de responder
        advice: Ver qué programa de este equipo acepta las conexiones: ss -tlnp 'sport = :{local_port}'; un docker-proxy lo hace por un contenedor en el que nada escucha
        advice: Comprobar el registro (log) del servidor en {address}
        advice: Puede que este puerto no use TLS: netdiag check {unencrypted}
        advice: Buscar un proxy o un firewall que corte las conexiones al puerto {port}

        [tcp.closed]
        meaning: La conexión se cierra de forma ordenada (FIN), sin respuesta.
        summary: {destination} acepta la conexión y la cierra sin responder
        advice: Ver qué programa de este equipo acepta las conexiones: ss -tlnp 'sport = :{local_port}'; un docker-proxy lo hace por un contenedor en el que nada escucha
        advice: Comprobar el registro (log) del servidor en {address}
        advice: Puede que este puerto no use TLS: netdiag check {unencrypted}
        advice: Ver qué protocolo habla el puerto: nc {address} {port}
        advice: Ver qué envía el servidor tras el handshake TLS: openssl s_client -connect {endpoint} -servername {name}
        advice: Comparar con HTTP/1.1, ya que se negoció HTTP/2: curl -v --http1.1 {newer}

        [tcp.unexpected-answer]
        meaning: El puerto acepta la conexión, pero no dice lo que se espera.
        summary: {destination} no responde lo esperado en «{step}»: dice {received}
        advice: Ver qué envía: nc {address} {port}
        advice: O bien corregir script: del destino en /etc/netdiag/netdiag.yaml

        [tcp.ipv6-broken]
        meaning: IPv6 falla hacia el destino; IPv4 funciona.
        summary: IPv6 falla hacia {name}: {failures}; IPv4 funciona
        advice: El servidor DNS (DNS64) formó la dirección IPv6 a partir de una dirección IPv4, para el NAT64 de la red con el prefijo {nat64}; hacer que se repare y, hasta entonces, usar un servidor DNS sin DNS64, ya que IPv4 funciona: cat /etc/resolv.conf; resolvectl status
        advice: {foreign} es una dirección privada, accesible solo desde su propia red: hacer que se quite el registro AAAA de {name} del DNS público, o conectarse a esa red o a su VPN
        advice: Ver hasta dónde se llega: traceroute -6 {address}
        advice: Si IPv6 tampoco funciona con destinos distintos de {native}, comprobar el IPv6 del router
        advice: O bien quitar el registro AAAA de {record} hasta que el servidor responda en esa dirección
        advice: Los paquetes IPv6 llegan al servidor: ver ahí si el servicio escucha en {closed}: ss -tlnp 'sport = :{port}'
        advice: O bien quitar el registro AAAA de {name} con {closed} hasta que el servicio escuche ahí

        [tcp.ipv4-broken]
        meaning: IPv4 falla hacia el destino; IPv6 funciona.
        summary: IPv4 falla hacia {name}: {failures}; IPv6 funciona
        advice: Ver hasta dónde se llega: traceroute -4 {address}
        advice: O bien quitar el registro A con {record} hasta que el servidor responda en esa dirección
        advice: Los paquetes IPv4 llegan al servidor: ver ahí si el servicio escucha en {closed}: ss -tlnp 'sport = :{port}'
        advice: O bien quitar el registro A de {name} con {closed} hasta que el servicio escuche ahí

        [tcp.some-addresses-dead]
        meaning: Fallan algunas de las direcciones del nombre.
        summary: de las {total} direcciones de {name}, no sirven ({count}): {failures}{cost}
        advice: Quitar la línea con la dirección que no funciona: grep -n {listed} /etc/hosts
        advice: Quitar la dirección del nombre, o reparar el servicio en {address}

        [tcp.some-connections-fail]
        meaning: Algunas conexiones a la misma dirección y al mismo puerto fallan, mientras que otras se aceptan.
        summary: de {total} conexiones a {destination} fallan {failed} ({outcome}), y las demás se aceptan
        advice: Si {address} es un balanceador de carga, buscar detrás de él el servidor averiado, y repararlo o retirarlo; si es ajeno, avisar al responsable
        advice: Los paquetes quizá toman varios caminos, uno de los cuales pierde los de algunas conexiones, así que buscar el router a partir del cual se pierden paquetes: mtr -T -P {silent_port} {address}
        advice: Un NAT en el camino, por ejemplo en el router o en el proveedor (CGNAT), quizá no tiene puertos libres o tiene llena la tabla de conexiones. Si a veces también fallan las conexiones al puerto {translated_port} de otros hosts, reiniciar el router y después preguntar al proveedor
        advice: Repetirlo para ver con qué frecuencia falla: nc -zvw 2 {address} {port}
        advice: Ver qué conexiones de este equipo no reciben respuesta, y decir al proveedor a qué hosts llevan: ss -tno state {state}

        [tcp.slow]
        meaning: Conectarse tarda más que el umbral.
        summary: conectarse a {destination} tarda {time}, más de {limit}
        advice: Este equipo solicita ECN, y algunos dispositivos descartan esos intentos de conexión. Ver si funciona sin ello: sysctl -w {ecn}=2
        advice: Ver si una transferencia llena la línea, de modo que los paquetes esperan en la cola de {queue}; volver a intentarlo sin ella. Una gestión de colas en el router (SQM, con fq_codel o cake) mantiene la cola corta
        advice: Ver si se pierden los primeros paquetes: un SYN se reenvía al cabo de un segundo (tcpdump -ni any 'tcp[13] & 2 != 0' and host {address})
        advice: Ver en qué se va el tiempo: mtr -T -P {port} {address}
        advice: En {address}, ver si se desborda la cola de escucha: nstat -az TcpExtListenOverflows

        [tls.not-tls]
        meaning: El servidor habla algo que no es TLS.
        summary: {destination} no habla TLS: {detail}
        advice: Si el servicio debe ir sin cifrar, usar {plain}://
        advice: Ver qué dice: openssl s_client -connect {endpoint}

        [tls.handshake-timeout]
        meaning: La conexión se establece, pero no llega ningún ServerHello.
        summary: {destination} acepta la conexión, pero no responde al handshake TLS
        advice: Ver dónde falla: openssl s_client -connect {endpoint} -servername {name}
        advice: Una MTU demasiado pequeña en el camino produce este efecto: ping -M do -s 1400 {address}

        [tls.version]
        meaning: No hay ninguna versión del protocolo en común.
        summary: {destination} no ofrece ninguna versión de TLS que este equipo acepte
        advice: Ver qué ofrece: openssl s_client -connect {endpoint} -tls1_2
        advice: Configurar el servidor con TLS 1.2 o 1.3

        [tls.alert]
        meaning: El otro extremo rechaza el handshake con una alerta.
        summary: {destination} rechaza el handshake TLS: {detail}
        advice: El servidor no tiene ningún sitio para {unknown}: usar uno de sus nombres en la URL o añadir este a su configuración
        advice: Ver la alerta: openssl s_client -connect {endpoint} -servername {name}
        advice: Consultar el registro (log) del servidor

        [tls.expired]
        meaning: Un certificado ha caducado.
        summary: el certificado de {destination} ({subject}) ha caducado: {date}
        advice: Comprobar primero el reloj de este equipo, que indica {doubtful_time} y no está sincronizado: timedatectl
        advice: Renovar el certificado de {leaf} en el servidor, por ejemplo con certbot renew
        advice: Verlo: openssl s_client -connect {endpoint} -servername {leaf} | openssl x509 -noout -dates
        advice: Sustituirlo en el servidor, en el archivo con el certificado de {chained}, por el actual de esa autoridad; el de {chained} no hace falta renovarlo
        advice: Ver las fechas de todos los certificados: openssl s_client -connect {endpoint} -servername {chained} -showcerts
        advice: Si {stored} es una autoridad propia, instalar en su lugar su certificado actual: ca_file: del destino, o update-ca-certificates; si no, actualizar el paquete ca-certificates

        [tls.not-yet-valid]
        meaning: Un certificado aún no es válido.
        summary: el certificado de {destination} ({subject}) aún no es válido; entra en vigor: {date}
        advice: Comprobar el reloj de este equipo: timedatectl
        advice: Si es correcto, quien administra {operated} tiene que instalar un certificado que ya sea válido
        advice: Si {stored} es una autoridad propia, instalar en su lugar su certificado actual: ca_file: del destino, o update-ca-certificates; si no, actualizar el paquete ca-certificates

        [tls.wrong-host]
        meaning: El certificado es para otros nombres.
        summary: el certificado de {destination} es para {names}, no para {name}
        advice: {router_address} es una dirección del propio router {router}. Si reenvía el puerto a un equipo que está detrás de él, conectarse a la dirección de ese equipo, o activar el NAT hairpin (NAT loopback) en el router
        advice: La lista de búsqueda de este equipo (/etc/resolv.conf) completó el nombre como {searched}. Si se trata de otro equipo, corregir el nombre o escribirlo completo
        advice: Usar un nombre que figure en él, o hacer que se añada {name} al certificado
        advice: Ver qué servidor responde por {name}: netdiag resolve {name}

        [tls.self-signed]
        meaning: El certificado está autofirmado y no es de confianza.
        summary: el certificado de {destination} está autofirmado ({subject}) y no es de confianza
        advice: {router_address} es una dirección del propio router {router}. Si reenvía el puerto a un equipo que está detrás de él, conectarse a la dirección de ese equipo, o activar el NAT hairpin (NAT loopback) en el router
        advice: La conexión pasa por el proxy {proxied}, que quizá intercepta TLS y presenta un certificado propio. En ese caso, instalar el de su autoridad, que tienen sus administradores: update-ca-certificates
        advice: {public_name} tiene la dirección privada {private_address}, que pertenece a otra red. Si se trata de un host de Internet, el servidor DNS da una dirección errónea, por ejemplo para bloquear el nombre; comparar: netdiag resolve {public_name} --server ANOTHER-SERVER
        advice: El certificado es de {product}, que filtra nombres y páginas web: si {blocked_name} no es un equipo suyo, bloquea ese nombre, y sus administradores pueden permitirlo; comparar: netdiag resolve {blocked_name} --server ANOTHER-SERVER
        advice: Hacer que lo emita una autoridad de certificación en la que confíen los clientes
        advice: O bien confiar en él aquí: ca_file: del destino en /etc/netdiag/netdiag.yaml

        [tls.untrusted-issuer]
        meaning: La cadena está completa, pero su raíz no es de confianza.
        summary: el certificado de {destination} lo ha emitido {issuer}, y este equipo no confía en ese emisor
        advice: {router_address} es una dirección del propio router {router}. Si reenvía el puerto a un equipo que está detrás de él, conectarse a la dirección de ese equipo, o activar el NAT hairpin (NAT loopback) en el router
        advice: La conexión pasa por el proxy {proxied}, que quizá intercepta TLS y presenta un certificado propio. En ese caso, instalar el de su autoridad, que tienen sus administradores: update-ca-certificates
        advice: {public_name} tiene la dirección privada {private_address}, que pertenece a otra red. Si se trata de un host de Internet, el servidor DNS da una dirección errónea, por ejemplo para bloquear el nombre; comparar: netdiag resolve {public_name} --server ANOTHER-SERVER
        advice: El certificado es de {product}, que filtra nombres y páginas web: si {blocked_name} no es un equipo suyo, bloquea ese nombre, y sus administradores pueden permitirlo; comparar: netdiag resolve {blocked_name} --server ANOTHER-SERVER
        advice: Si la autoridad de certificación es propia, confiar en ella: ca_file: del destino, o update-ca-certificates
        advice: Si {intermediate} es una autoridad de certificación intermedia, el servidor no envía su certificado: instalar ahí la cadena completa (fullchain.pem)
        advice: Si no es propia, puede que algo en el camino hasta {destination} esté interceptando la conexión

        [tls.incomplete-chain]
        meaning: Falta un certificado intermedio.
        summary: {destination} no envía el certificado intermedio {issuer}, así que su certificado no se puede verificar
        advice: Configurar el servidor para que envíe la cadena completa (fullchain.pem)
        advice: Si {issuer} es una raíz propia, confiar en ella en su lugar: ca_file: del destino, o update-ca-certificates
        advice: Ver qué envía: openssl s_client -showcerts -connect {endpoint} -servername {name}

        [tls.client-certificate]
        meaning: El servidor exige un certificado de cliente.
        summary: {destination} exige un certificado de cliente
        advice: Ver qué autoridades de certificación acepta: openssl s_client -connect {endpoint}

        [tls.revoked]
        meaning: La respuesta OCSP adjunta (stapling) dice que el certificado está revocado.
        summary: el certificado de {destination} ({subject}) está revocado, según la respuesta OCSP adjunta de su autoridad de certificación
        advice: Solicitar un certificado nuevo y averiguar por qué se revocó este

        [tls.weak]
        meaning: TLS funciona, pero solo con una versión, una clave o una firma obsoletas; es un error si este equipo no lo acepta.
        summary: el TLS de {destination} es débil: {weakness}
        advice: Configurar el servidor con TLS 1.2 o 1.3, claves RSA de 2048 bits o más y SHA-256

        [tls.intercepted]
        meaning: El certificado es de confianza, pero la autoridad que lo emitió o su clave no es la configurada. Es un error si un dispositivo, o un programa de este equipo, presenta uno que no es de confianza en lugar de todos los hosts.
        summary: el certificado de {destination} lo ha emitido {issuer}, que no es lo que se espera: {expected}
        advice: Buscar la regla de este equipo que redirige el puerto {redirected}: nft list ruleset
        advice: Buscar qué intercepta TLS: un proxy o un software de seguridad en este equipo
        advice: Preguntar a los administradores por {issuer}; puede que otros lean el tráfico
        advice: Si {device} pertenece a la propia red, iniciar sesión en ella o instalar su certificado, que tienen los administradores: update-ca-certificates
        advice: Si el servidor tiene un certificado nuevo, corregir issuer: o pin: del destino; su clave es {pin}

        [tls.expires-soon]
        meaning: Un certificado caduca en menos días de los configurados.
        summary: el certificado de {destination} ({subject}) caduca pronto: {date}
        advice: Renovarlo en el servidor, por ejemplo con certbot renew

        [tls.failed]
        meaning: El handshake falla y nada indica cuál de los motivos conocidos es.
        summary: el handshake TLS con {destination} falla: {detail}
        advice: Hacer reemitir el certificado para servidores, con el extended key usage {purpose}
        advice: Hacer reemitir el certificado directamente por una autoridad superior a {lowest}
        advice: Hacer reemitir el certificado por una autoridad que pueda emitirlos para {forbidden}
        advice: Hacer reemitir el certificado por una autoridad, lo que {unentitled} o un emisor superior no es
        advice: Ver dónde falla: openssl s_client -connect {endpoint} -servername {name}

        [proxy.misconfigured]
        meaning: El ajuste del proxy no se puede interpretar, o su nombre no se resuelve.
        summary: el ajuste del proxy ({origin}) es erróneo: {detail}
        advice: {server} no tiene por qué conocer los nombres de la red de una empresa; si el proxy está en ella, usar los servidores DNS de esa red: cat /etc/resolv.conf; resolvectl status
        advice: Corregir {origin}, según el modelo http://proxy.example:3128
        advice: Probar una vez sin él: netdiag check --no-proxy {target}
        advice: Lo usan los programas que se inician desde esta shell; para prescindir de él: unset {variable}

        [proxy.unreachable]
        meaning: El proxy no acepta la conexión.
        summary: no se puede conectar con el proxy {proxy} ({origin}): {detail}
        advice: Ver si está en marcha: netdiag check {place}
        advice: Ver si el destino funciona sin él: netdiag check --no-proxy {target}
        advice: Lo usan los programas que se inician desde esta shell; para prescindir de él: unset {variable}

        [proxy.tls]
        meaning: El proxy es HTTPS y falla su handshake TLS.
        summary: el handshake TLS con el proxy {proxy} ({origin}) falla: {detail}
        advice: Verlo: netdiag check tls://{place}
        advice: Si habla HTTP sin cifrar, poner http:// en {origin}
        advice: Lo usan los programas que se inician desde esta shell; para prescindir de él: unset {variable}

        [proxy.auth-required]
        meaning: El proxy pide autenticación (407) y no hay credenciales configuradas.
        summary: el proxy {proxy} ({origin}) pide autenticación ({schemes}), pero no hay credenciales configuradas
        advice: Configurar un archivo con ellas: credentials: del proxy en /etc/netdiag/netdiag.yaml

        [proxy.auth-rejected]
        meaning: El proxy rechaza las credenciales (407).
        summary: el proxy {proxy} ({origin}) rechaza las credenciales{scheme}
        advice: Corregir las credenciales de {origin}; no se vuelven a probar hasta que cambien
        advice: Ver en el registro (log) del proxy si la cuenta está bloqueada

        [proxy.auth-scheme]
        meaning: El proxy no ofrece ningún esquema de autenticación que sirva para las credenciales.
        summary: el proxy {proxy} ({origin}) solo ofrece {schemes}, y las credenciales configuradas son para otros esquemas
        advice: Permitir uno de estos esquemas en credentials:, o hacer que el proxy ofrezca otro

        [proxy.auth-unavailable]
        meaning: El proxy pide autenticación, pero no se pueden obtener las credenciales configuradas.
        summary: el proxy {proxy} ({origin}) pide autenticación, pero no se pueden leer las credenciales: {detail}
        advice: Comprobar las credenciales de {origin}; con Kerberos, klist muestra los tickets

        [proxy.refused]
        meaning: El proxy rechaza el túnel o la URL.
        summary: el proxy {proxy} ({origin}) no permite el acceso a {destination}: {detail}
        advice: Comprobar las reglas del proxy, y su registro (log), para {ruled}
        advice: Con el estado {server_error}, el propio proxy ha fallado o no ha llegado a {destination}: comprobar su registro, y si el destino responde desde allí
        advice: Ver si el destino funciona sin él: netdiag check --no-proxy {target}

        [proxy.required]
        meaning: El camino directo está bloqueado; un proxy que está configurado, pero que no se usa para este destino, sí llega.
        summary: no se llega a {destination} directamente ({detail}), solo a través del proxy {proxy} ({origin}): {reason}
        advice: Usarlo: netdiag check --proxy {proxy} {target}
        advice: De forma permanente: proxy: {proxy} del destino en /etc/netdiag/netdiag.yaml, o quitar el equipo de no_proxy

        [proxy.failed]
        meaning: El proxy acepta la conexión, pero no responde como lo haría un proxy.
        summary: {proxy} ({origin}) no es un proxy que funcione ({detail})
        advice: Comprobar el esquema y el puerto de {origin}
        advice: Comprobar el registro (log) del proxy

        [proxy.transparent]
        meaning: Falla un proxy transparente, que acepta las conexiones al puerto 80 de todos los equipos.
        summary: un proxy transparente responde en lugar de {destination}, y falla: {failure}
        advice: Ver que responde por cualquier dirección: curl -I http://{nobody}/
        advice: Pedir a quien lo administra que lo repare: buscar en el router {gateway} una regla que redirija el puerto 80 (nft list ruleset), o preguntar al proveedor
        advice: Mientras tanto, usar HTTPS, que el proxy no toca

        [http.captive-portal]
        meaning: Responde un portal cautivo en lugar del destino.
        summary: un portal cautivo responde en lugar de {destination}: {portal} ({sign})
        advice: Abrir {notice} en un navegador de este equipo y ver qué pide el dispositivo; o usar HTTPS, que no toca
        advice: Abrir {login} en un navegador de este equipo e iniciar sesión o aceptar las condiciones
        advice: Si el navegador no encuentra {named}, porque los servidores DNS de este equipo no resuelven nada, buscarlo en el de esta red, y usar los servidores DNS de la red: netdiag resolve {named} --server {network_server}
        advice: Si el navegador no encuentra {unresolved}, porque el servidor DNS de esta red no resuelve nada, preguntar a quien administra la red por la dirección IP de la página, o por un servidor DNS que la conozca
        advice: Después, volver a comprobar: netdiag check {target}
        advice: Si nadie puede iniciar sesión en {login}, pedir que la red exima a este equipo del portal

        """#
    }
}
