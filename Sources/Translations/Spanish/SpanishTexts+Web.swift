extension SpanishTexts {
    static var web: String {
        #"""
        [http.captive-portal]
        meaning: Responde un portal cautivo en lugar del destino.
        summary: un portal cautivo responde en lugar de {destination}: {portal} ({sign})
        advice: Abrir {portal} en un navegador de este equipo e iniciar sesión o aceptar las condiciones
        advice: Después, volver a comprobar: netdiag check {target}
        advice: Donde nadie pueda iniciar sesión, pedir que la red exima a este equipo del portal

        [http.redirect-loop]
        meaning: Las redirecciones forman un bucle o superan el límite.
        summary: {url} redirige sin fin: {chain}
        advice: Seguirlas a mano: curl -sIL --max-redirs 10 {url}
        advice: Comprobar las reglas de redirección del servidor

        [http.redirect-downgrade]
        meaning: Una redirección lleva de https a http.
        summary: {url} lleva de https a http: {chain}
        advice: Hacer que el servidor redirija a https

        [http.redirect-refused]
        meaning: Una redirección lleva a un lugar que netdiag no sigue.
        summary: no se sigue una redirección de {url}: {detail}
        advice: Ver adónde lleva: curl -sI {url}
        advice: Comprobar las reglas de redirección del servidor

        [http.auth-required]
        meaning: El servidor pide autenticación (401) y no hay credenciales.
        summary: {url} requiere autenticación (401, {schemes}), pero no hay credenciales configuradas
        advice: Configurar un archivo con ellas: credentials: del destino en /etc/netdiag/netdiag.yaml
        advice: O bien comprobar una página que no requiera autenticación

        [http.auth-rejected]
        meaning: El servidor rechaza las credenciales (401).
        summary: {url} rechaza las credenciales{scheme}
        advice: Corregir las credenciales del destino; no se vuelven a probar hasta que cambien
        advice: Ver en el registro (log) del servidor si la cuenta está bloqueada

        [http.auth-scheme]
        meaning: El servidor no ofrece ningún esquema de autenticación que sirva para las credenciales (401).
        summary: {url} solo ofrece {schemes}, y las credenciales configuradas son para otros esquemas
        advice: Permitir uno de estos esquemas en credentials: del destino, o hacer que el servidor ofrezca otro

        [http.auth-unavailable]
        meaning: El servidor pide autenticación (401), pero no se pueden obtener las credenciales configuradas.
        summary: {url} requiere autenticación, pero no se pueden leer las credenciales: {reason}
        advice: Comprobar las credenciales del destino; con Kerberos, klist muestra los tickets

        [http.forbidden]
        meaning: El servidor prohíbe la petición (403).
        summary: el acceso a {url} está prohibido (403)
        advice: Comprobar las reglas de acceso y el registro (log) del servidor
        advice: Probarlo a mano: curl -v {url}

        [http.not-found]
        meaning: No hay nada en la ruta (404 o 410).
        summary: no hay nada en {url} ({status})
        advice: Comprobar que la ruta está bien escrita
        advice: Ver si el servidor es el correcto: curl -v {url}

        [http.rate-limited]
        meaning: El servidor limita la frecuencia de las peticiones (429).
        summary: {url} rechaza por ahora más peticiones (429 Too Many Requests, reintentar tras {retry})
        advice: Comprobarla con menos frecuencia: interval: del destino en /etc/netdiag/netdiag.yaml

        [http.client-error]
        meaning: El servidor rechaza la petición con otro 4xx.
        summary: {url} responde {status}
        advice: Probarlo a mano: curl -v {url}
        advice: Consultar el registro (log) del servidor

        [http.gateway-error]
        meaning: El proxy funciona, pero el servicio que hay detrás no responde (502, 503 o 504).
        summary: {url} responde {status}: contesta el intermediario ({who}), pero no el servicio que hay detrás
        advice: Comprobar el servicio que hay detrás del proxy y el registro de errores del proxy{server}

        [http.server-error]
        meaning: El servidor falla (otro 5xx).
        summary: {url} responde {status}: el servidor tiene un error interno
        advice: Comprobar el registro de errores del servidor{server}
        advice: Probarlo a mano: curl -v {url}

        [http.no-answer]
        meaning: Conexión establecida y petición enviada, pero el primer byte no llega a tiempo.
        summary: {url} acepta la petición, pero no responde a tiempo
        advice: Comprobar si todos los workers del servidor están ocupados o esperan a un servicio que hay detrás
        advice: Probar con un límite mayor: curl -v --max-time 60 {url}

        [http.stalled]
        meaning: El cuerpo no termina a tiempo.
        summary: la respuesta de {url} no ha terminado a tiempo: llegaron {bytes} bytes del cuerpo
        advice: Si dura más, dar más tiempo al destino (timeout:); verlo: curl -Nv --max-time 60 {url}
        advice: Ver si pasan los paquetes grandes: ping -M do -s 1400 {address}
        advice: Consultar el registro (log) del servidor

        [http.truncated]
        meaning: El cuerpo es más corto de lo declarado.
        summary: la respuesta de {url} termina tras {bytes} bytes, antes de la longitud declarada
        advice: Buscar en el registro (log) del servidor una caída en mitad de una respuesta

        [http.malformed]
        meaning: La respuesta no es HTTP o infringe su formato de mensajes.
        summary: la respuesta de {url} no es HTTP válido: {detail}
        advice: Ver la respuesta: curl -v --http0.9 {url}
        advice: El servidor ha terminado HTTP/2; comparar con HTTP/1.1: curl -v --http1.1 {newer}
        advice: Comprobar si el puerto {port} sirve HTTP

        [http.unexpected-status]
        meaning: El código de estado no es ninguno de los que se esperan de este destino.
        summary: {url} responde {status}, que no es un código de estado esperado
        advice: Probarlo a mano: curl -v {url}
        advice: O bien corregir status: del destino en /etc/netdiag/netdiag.yaml

        [http.unexpected-body]
        meaning: El código de estado es el esperado, pero el contenido no.
        summary: el código de estado de {url} es el esperado, pero el contenido no: no se cumple {rule}, se encuentra {found}
        advice: Ver qué envía: curl -s {url}
        advice: O bien corregir la regla del destino en /etc/netdiag/netdiag.yaml

        [http.slow]
        meaning: La página tarda más que el umbral.
        summary: {url} es lenta: tarda {total}, de los que {time} corresponden a una sola fase ({phase}); el límite es {limit}
        advice: Ver el tiempo de cada fase: netdiag check --json {url} | jq '.layers[-1].evidence.phases'
        advice: Si lo que más tarda es el primer byte, comprobar la carga del servidor y los servicios que hay detrás
        advice: O bien dar más tiempo: thresholds: page: en /etc/netdiag/netdiag.yaml

        [http.failed]
        meaning: La petición ha fallado y nada indica cuál de los motivos conocidos es.
        summary: la petición a {url} falla: {detail}
        advice: Probarlo a mano: curl -v {url}

        [ws.upgrade-refused]
        meaning: El servidor no cambia a WebSocket (no hay 101).
        summary: {url} no cambia a WebSocket: el servidor responde {status}
        advice: Comprobar que la ruta es la del WebSocket
        advice: Un proxy situado delante tiene que dejar pasar Upgrade y Connection

        [ws.handshake-invalid]
        meaning: El servidor responde 101, pero con una clave, un subprotocolo o una extensión incorrectos.
        summary: {url} responde 101, pero no a este handshake: {detail}
        advice: Comprobar si algo en el camino responde desde una caché
        advice: Revisar la biblioteca WebSocket del servidor

        [ws.no-pong]
        meaning: El WebSocket está abierto, pero un ping queda sin respuesta.
        summary: {url} se abre, pero no responde a un ping
        advice: Comprobar si el bucle de eventos del servidor está bloqueado
        advice: Puede que un proxy retenga tramas: comprobar su almacenamiento en búfer (buffering)

        [ws.protocol-error]
        meaning: Las tramas infringen el RFC 6455, o lo dice un código de cierre.
        summary: {url} infringe el protocolo WebSocket: {detail}
        advice: Comprobar la biblioteca WebSocket del servidor y cualquier proxy del camino que modifique las tramas

        [ws.unexpected-message]
        meaning: El WebSocket funciona, pero no llega ningún mensaje que coincida con lo esperado.
        summary: {url} no envía ningún mensaje que coincida con la regla: {detail}
        advice: Ver qué envía; la regla es websocket: expect: del destino

        [ws.closed]
        meaning: El servidor cierra el WebSocket antes de haber respondido.
        summary: {url} se cierra antes de haber respondido: {detail}
        advice: Consultar el registro (log) del servidor

        [grpc.no-answer]
        meaning: El servidor gRPC acepta la conexión, pero no responde a la comprobación de estado (health check).
        summary: {destination} no responde cuando se le pregunta por el estado (health): {service}
        advice: En el servidor, ver si todos sus workers están ocupados o bloqueados, y qué hay en su registro (log)
        advice: Puede que espere TLS desde el primer byte: netdiag check grpcs://{destination}

        [grpc.closed]
        meaning: La conexión termina antes de que el servidor gRPC haya respondido al health check.
        summary: {destination} no responde al health check: {how}
        advice: En el servidor, averiguar por qué: su registro (log) y si se ha reiniciado
        advice: Puede que espere TLS desde el primer byte: netdiag check grpcs://{destination}

        [grpc.not-grpc]
        meaning: Lo que responde en el puerto no habla gRPC.
        summary: {destination} no habla gRPC: responde {detail}
        advice: Si el servidor es propio, ver qué escucha en él: ss -ltnp
        advice: Un proxy intermedio tiene que dejar pasar HTTP/2 y gRPC: grpc_pass en nginx, h2c o h2 hacia el backend en otros

        [grpc.malformed]
        meaning: No se puede interpretar la respuesta del servidor gRPC.
        summary: no se puede interpretar la respuesta de {destination} al health check: {detail}
        advice: Ver qué responde: grpc_health_probe -addr={destination}, o grpcurl
        advice: Ver si algo intermedio modifica la respuesta, como hacen los proxies que eliminan los trailers

        [grpc.not-serving]
        meaning: El servidor gRPC dice que no está dando servicio.
        summary: {destination} informa de que no está dando servicio ({service}): {health}
        advice: En el servidor, ver a qué espera el servicio: casi siempre, a sus propias dependencias
        advice: UNKNOWN: el servicio no ha informado de su estado desde el arranque

        [grpc.unknown-service]
        meaning: El servidor gRPC no conoce el servicio por el que se le pregunta.
        summary: {destination} no conoce {service}{message}
        advice: Comparar el nombre con los que el servidor tiene registrados: grpcurl {destination} list
        advice: El nombre es el del archivo .proto con su paquete, como en my.package.Service, salvo que el servidor haya elegido otro

        [grpc.unimplemented]
        meaning: El servidor gRPC no ofrece health checks.
        summary: {destination} habla gRPC, pero no implementa grpc.health.v1.Health{message}
        advice: Hacer que el servidor registre el servicio de health de su biblioteca gRPC
        advice: Donde no sea posible, comprobar solo el puerto: netdiag check {destination}

        [grpc.refused]
        meaning: El servidor gRPC rechaza el health check o falla al hacerlo.
        summary: {destination} responde al health check con {status}{message}
        advice: UNAVAILABLE: está arrancando, apagándose, o es un proxy cuyo backend no está disponible
        advice: UNAUTHENTICATED, PERMISSION_DENIED: no permite health checks a desconocidos; hacer que los deje pasar
        advice: Otros: ver el registro (log) del servidor

        [unix.no-socket]
        meaning: No hay nada en la ruta del socket.
        summary: no hay ningún socket {destination}: {what}
        advice: Ver si el servicio está en marcha y dónde escucha: ss -xlp, systemctl list-sockets
        advice: Muchos servicios crean su carpeta en /run al arrancar y la eliminan al terminar
        advice: Un daemon en un sandbox de systemd ve otras carpetas: PrivateTmp=, ProtectHome=, RootDirectory= de su unidad

        [unix.not-a-socket]
        meaning: Lo que hay en la ruta no es un socket.
        summary: {destination} no es un socket ({type})
        advice: Ver qué lo ha creado, quitarlo y reiniciar el servicio: ls -l {destination}
        advice: Ver dónde escucha el servicio: ss -xlp

        [unix.refused]
        meaning: El socket está ahí, pero nada escucha.
        summary: nada escucha en {destination}; solo queda el archivo
        advice: Iniciar el servicio: al terminar dejó el archivo, o alguien lo ha sustituido
        advice: Si el servicio está en marcha, escucha en otro archivo de la misma ruta: ss -xlp, y reiniciarlo

        [unix.permission]
        meaning: El usuario que hace la comprobación no puede conectarse al socket.
        summary: no se permite la conexión a {destination}: {what}
        advice: Añadir el usuario al grupo que puede hacerlo: usermod -aG, SupplementaryGroups= en una unidad
        advice: Ver los permisos a lo largo de la ruta: namei -l {destination}
        advice: Ver si ese usuario debe poder conectarse: algunos sockets, como el de Docker, equivalen a ser root

        [unix.backlog-full]
        meaning: Un servicio escucha en el socket, pero no acepta ninguna conexión.
        summary: la cola de {destination} está llena: hay conexiones en espera y no se acepta ninguna
        advice: Ver si el servicio está colgado o sobrecargado: ss -xl muestra las conexiones en espera y su límite (Recv-Q, Send-Q)
        advice: Con un backlog mayor pueden esperar más: listen(2), Backlog= de una unidad de socket, net.core.somaxconn

        [unix.wrong-type]
        meaning: El socket no admite conexiones de tipo stream.
        summary: {destination} es un socket de datagramas o de paquetes, no de tipo stream
        advice: Ver para qué sirve: ss -xlp; /dev/log y los sockets de sd_notify(3) son de datagramas
        advice: Ver dónde tiene el servicio su socket de tipo stream

        [unix.closed]
        meaning: El servicio acepta conexiones en el socket, pero las cierra sin responder.
        summary: el servicio de {destination} no responde: {how}
        advice: Ver el registro (log) del servicio: journalctl -u
        advice: Puede que no acepte a este usuario (SO_PEERCRED) o que hable un protocolo distinto de HTTP

        [unix.no-answer]
        meaning: El servicio acepta conexiones en el socket, pero no responde.
        summary: el servicio de {destination} no responde a la petición
        advice: Ver si el servicio está colgado: systemctl status, journalctl -u
        advice: Con la activación por socket, systemd acepta conexiones mientras el servicio aún está arrancando: systemctl list-sockets

        """#
    }
}
