extension SpanishTexts {
    static var network: String {
        #"""
        [gateway.none]
        meaning: No hay ruta predeterminada en la familia que se necesita, ni ninguna otra ruta al destino.
        summary: ninguna ruta lleva a {destination}
        advice: Ver las rutas: ip route; ip -6 route
        advice: Volver a solicitar una concesión o un anuncio de router: networkctl renew {interface}, nmcli device reapply {interface} o dhclient -v {interface}
        advice: El núcleo ignora los anuncios de router en {ignoring}; si no los leen systemd-networkd ni NetworkManager, aceptarlos: sysctl -w net.ipv6.conf.{ignoring}.accept_ra=2
        advice: O bien añadir la ruta a mano: ip route add default via ADDRESS-OF-THE-ROUTER

        [gateway.ipv4-literal]
        meaning: El destino es una dirección IPv4, y esta red solo tiene IPv6, con NAT64 para los nombres.
        summary: {address} es una dirección IPv4 y este equipo solo tiene IPv6: la red traduce nombres (NAT64, {prefix}), no direcciones
        advice: Usar el nombre del destino en lugar de su dirección: así el servidor DNS {server} da una dirección IPv6
        advice: O bien usar la dirección que la red traduce: {translated}
        advice: Para los programas que solo conocen IPv4, instalar un CLAT (RFC 6877), como clatd

        [gateway.no-ipv4]
        meaning: Este equipo solo llega a Internet por IPv6, y nada lleva a los equipos de allí que solo tienen direcciones IPv4.
        summary: no se puede llegar a los equipos que solo tienen direcciones IPv4: este equipo solo tiene IPv6, y ningún servidor DNS ni router ofrece NAT64
        advice: Si la red debería tener IPv4, solicitar una concesión: networkctl renew {interface}, nmcli device reapply {interface} o dhclient -v {interface}
        advice: Si debería tener NAT64, usar sus servidores DNS y no otros: resolvectl status; cat /etc/resolv.conf
        advice: Si no, pedir a su administrador NAT64 con DNS64 (RFC 6146, RFC 6147), o IPv4

        [gateway.unreachable]
        meaning: La puerta de enlace no responde ni a ARP o NDP ni a ICMP.
        summary: la puerta de enlace {gateway} en {interface} no responde
        advice: Quitar la ruta que lleva a ella, porque {near} está en la propia subred de {interface}: {detour}
        advice: Una regla de este equipo lleva a ella, por la tabla de rutas {table} y no por la principal; ver ambas y quitarlas si son restos: {rules} show table {table}; {routes} show table {table}
        advice: Si {resolver} es el router, corregir la dirección de la puerta de enlace en los ajustes de {interface}; mientras tanto: ip route replace default via {resolver} dev {interface}
        advice: Comprobar que el router está encendido y en la misma red que {plug}
        advice: La ruta hacia ella vino con una concesión, que quizá es de otra red; renovarla: networkctl renew {leased}, nmcli device reapply {leased} o dhclient -v {leased}
        advice: El enlace {multicast} funciona con IPv4. Comprobar que el router IPv6 está encendido, y si un switch o punto de acceso descarta el multicast, con el que se le encuentra (MLD snooping)
        advice: Es el otro extremo del túnel {tunnel}: ver adónde lleva y si llegan paquetes de allí: ip -d -s link show {tunnel}; en WireGuard, el último handshake: wg show {tunnel}
        advice: Su entrada de vecino es permanente, así que este equipo no la busca; ver si responde sin esa entrada: ip neigh del {fixed} dev {interface}
        advice: Ver su entrada de vecino: ip neigh show {gateway} dev {interface}
        advice: Ver si responden otros equipos del enlace: ip neigh show dev {interface}
        advice: Ver si el firewall de este equipo deja entrar el ICMPv6 de los tipos {types}: nft list ruleset
        advice: O el firewall de este equipo descarta {resolution}, lo que solo root puede comprobar: nft list ruleset

        [gateway.route-rejects]
        meaning: Una ruta blackhole, unreachable o prohibit abarca el destino.
        summary: una ruta de este equipo bloquea {destination}: {kind} {prefix}
        advice: Ver la ruta: {routes} show type {kind}
        advice: Eliminarla: {routes} del {kind} {prefix}
        advice: Si también aparece {half}, quitar asimismo la ruta a esa mitad: {routes} del {kind} {half}

        [gateway.policy]
        meaning: Una regla de enrutamiento de este equipo (ip-rule(8)) rechaza los paquetes hacia el destino o no los lleva a ninguna parte.
        summary: el enrutamiento por políticas de este equipo bloquea los paquetes {family} hacia {destination}: {how}
        advice: Ver las reglas en su orden: {rules}
        advice: Eliminar la regla: {rules} del priority {priority}
        advice: Ver las rutas de esa tabla: ip route show table {table}
        advice: Ejecutar el programa en el VRF: ip vrf exec {vrf} COMMAND
        advice: Averiguar quién la añade: el kill switch de una VPN, NetworkManager o systemd-networkd (networkctl status; nmcli connection show --active)

        [gateway.wrong-neighbour]
        meaning: Una entrada de vecino fija (permanent) no coincide con la dirección MAC de la puerta de enlace, o de un destino del enlace.
        summary: la entrada de vecino fija de {gateway} en {interface} es errónea: indica {fixed}, pero {gateway} tiene {real}
        advice: Eliminar la entrada, para que ARP o NDP encuentre el equipo: ip neigh del {gateway} dev {interface}
        advice: Averiguar quién la añade: grep -r {gateway} /etc/ethers /etc/network /etc/systemd/network; puede que esté ahí contra el ARP spoofing, así que conviene comprobar que {real} es el equipo correcto

        [gateway.dead-preferred]
        meaning: La ruta con la métrica más baja lleva a una puerta de enlace que no responde; otra funciona.
        summary: la puerta de enlace preferida {gateway} en {interface} no responde; {other}, sí
        advice: Desactivar {idle} hasta que vuelva a funcionar, ya que también la prefieren las rutas hacia su propia red: ip link set {idle} down
        advice: Quitar la ruta muerta hasta que vuelva su router: {removal}
        advice: Reiniciar la VPN de {interface}; o quitar sus rutas, si su tráfico puede salir sin ella: {uncovering}
        advice: Comprobar que el router {gateway} está encendido

        [gateway.loss]
        meaning: Se pierden respuestas de la puerta de enlace.
        summary: la puerta de enlace {gateway} en {interface} no ha respondido a {lost} de {sent} pings ({share} %)
        advice: Ver dónde se pierden: ip -s link show {interface}; ping -i 0.2 -c 50 {gateway}
        advice: Hay conexiones por {full} que reciben datos y quizá la llenen, como una descarga; ver cuáles: ss -tip
        advice: Probar otro cable u otro puerto para {interface}; si es inalámbrica, acercarse al punto de acceso
        advice: Comprobar si el router está sobrecargado o limita los pings

        [gateway.slow]
        meaning: La ida y vuelta hasta la puerta de enlace tarda más que el umbral.
        summary: la puerta de enlace {gateway} en {interface} es lenta: tarda {time} ms en responder, más de {limit} ms
        advice: Ver si el enlace está saturado: ip -s link show {interface}; tc -s qdisc show dev {interface}
        advice: Comprobar si el router está sobrecargado

        [gateway.no-icmp]
        meaning: La puerta de enlace reenvía, pero no responde a los pings: por sí solo nunca es un error.
        summary: la puerta de enlace {gateway} no responde a los pings, pero reenvía el tráfico
        advice: No hay que hacer nada

        [path.no-route]
        meaning: Un router del camino responde que no puede alcanzar la red o el equipo.
        summary: {who} no puede alcanzar {destination}: responde «{answer}»
        advice: Comprobar las rutas y los enlaces de {router}: ip route get {address}
        advice: Si responde «host unreachable», {address} puede estar apagado
        advice: Ver el camino: traceroute {address}, o mtr {address}

        [path.private-network]
        meaning: El destino tiene una dirección privada a la que no lleva ninguna ruta de este equipo: los paquetes siguen la ruta por defecto hacia Internet, donde esas direcciones no llevan a ninguna parte. A menudo, una VPN no está conectada.
        summary: ninguna ruta de este equipo lleva a la red privada de {address}: los paquetes siguen la ruta por defecto hasta {router}, en Internet, donde las direcciones privadas no llevan a ninguna parte
        advice: Conectar la VPN de esa red y ver si añade una ruta: ip route get {address}
        advice: Si está conectada, añadir la red a las que enruta (AllowedIPs de WireGuard, route de OpenVPN)
        advice: Si la red está aquí, añadir una ruta por el router que lleva a ella: ip route add {address} via ADDRESS-OF-THE-ROUTER

        [path.upstream-down]
        meaning: La puerta de enlace responde, pero nada más allá: su conexión a Internet está caída, o no reenvía o no traduce las direcciones.
        summary: la puerta de enlace {gateway} responde, pero Internet, detrás de ella, no: {proof}
        advice: La puerta de enlace es el otro extremo del túnel {tunnel}, como el de una VPN: desconectarlo y ver si Internet funciona sin él: ip link set dev {tunnel} down
        advice: Mirar la luz de Internet del router o su página de estado en http://{router}/. Si el router está sin conexión, reiniciarlo; si no basta, llamar al proveedor
        advice: {edge} no encuentra el siguiente router. Puede ser la propia dirección del router hacia el proveedor, que muestra su página de estado; en ese caso, ha fallado el módem o la línea detrás del router. Si no, es el router del proveedor, y el camino termina ahí
        advice: Los paquetes pasan el router y llegan hasta {passed}: nada responde más allá, o solo falla el servidor DNS. Si otro responde, configurar ese: netdiag resolve a.root-servers.net --server ANOTHER-SERVER
        advice: Si ninguno responde, llamar al proveedor: el camino termina después de {passed}
        advice: En otro equipo del enlace, ver si responde allí y, si no, reiniciarla: ping {deaf}
        advice: Si responde allí, ver qué le envía este equipo: tcpdump -ni {interface} host {deaf}
        advice: Quizá otro equipo tenga la dirección de este, {contested}, y reciba lo que es para este; para verlo, como root: arping -D -I {interface} {contested}
        advice: Si {resolver} es el router, corregir la dirección de la puerta de enlace en los ajustes de {interface}; mientras tanto: ip route replace default via {resolver} dev {interface}
        advice: Si la puerta de enlace es Linux, ver si reenvía y traduce: sysctl net.ipv4.ip_forward; nft list ruleset
        advice: Ver hasta dónde llegan los paquetes: mtr {address}
        advice: Usar mientras tanto {spare}, que funciona: ip route replace default {way} metric 1

        [path.tunnel-down]
        meaning: El tráfico entra en un túnel, como el de una VPN, y no vuelve nada: el otro extremo ha desaparecido o ya no conoce este equipo.
        summary: nada de lo que se envía por {interface} recibe respuesta: {proof}
        advice: Los paquetes de {looping} al servidor de la VPN deben salir por {outer}; añadir la ruta que falta: ip route add ADDRESS-OF-THE-SERVER via {router} dev {outer}
        advice: Ver si se recibe algo del otro extremo: ip -s link show {interface}; en WireGuard, su último handshake: wg show {interface}
        advice: Volver a iniciar la VPN; para prescindir de ella mientras tanto: ip link set dev {vpn} down
        advice: Volver a iniciar la conexión de {line}: la VPN, la sesión PPP o el módem

        [path.spare-down]
        meaning: Otra conexión de salida, que el tráfico no usa mientras exista la preferida, no lleva a ninguna parte.
        summary: la conexión de reserva {interface} no funciona (el tráfico sale por {used}): la puerta de enlace {gateway} responde, pero nada más allá de ella: {proof}
        advice: Comprobar el router {gateway}: su luz de Internet o su página de estado en http://{gateway}/
        advice: Probarlo con un equipo que se utilice: ping -I {interface} HOST

        [path.ipv6-down]
        meaning: IPv4 funciona, pero IPv6 no, aunque tiene ruta predeterminada: los programas que lo intentan primero esperan antes de recurrir a IPv4.
        summary: IPv6 no funciona más allá de la puerta de enlace {gateway}{contrast}: {effect}
        advice: Hasta que funcione IPv6, configurar un servidor DNS con una dirección IPv4 en lugar de {ipv6_servers}, o además
        advice: {other_router} también es un router IPv6 en {interface}. Si {doubted} no debe serlo, desactivar sus anuncios; hasta entonces, usar el otro: ip -6 route del default via {doubted} dev {interface}
        advice: Ver en el router si su IPv6 está conectado: si tiene un prefijo del proveedor y es ese el que anuncia (este equipo tiene {source})
        advice: Ver hasta dónde llegan los paquetes: mtr -6 {address}
        advice: Para prescindir de IPv6 hasta que funcione: ip -6 route del default dev {sole}

        [path.ipv4-down]
        meaning: IPv6 funciona, pero IPv4 no, aunque tiene ruta predeterminada: los equipos sin dirección IPv6 son inaccesibles.
        summary: IPv4 no funciona más allá de {last}{contrast}: {effect}
        advice: Si {rejecting} es propio, buscar en él la regla que rechaza: nft list ruleset, o iptables-save
        advice: Si el NAT64 ({nat64}) es el router de esta red, reiniciarlo; si no, o si eso no ayuda, llamar al proveedor y decirle que su NAT64 no responde
        advice: Ver hasta dónde llegan los paquetes hacia una dirección detrás del NAT64: mtr -6 {translated}
        advice: Hasta que {nat64} vuelva a llevar a equipos IPv4, solo son accesibles los nombres con direcciones IPv6
        advice: Ver en el router si su IPv4 está conectado, por ejemplo en su página de estado http://{unconnected}/, y reiniciarlo; después, llamar al proveedor
        advice: Ver hasta dónde llegan los paquetes: mtr -4 {address}

        [path.filtered]
        meaning: Un router o un equipo responde que una regla propia rechaza los paquetes.
        summary: los paquetes hacia {destination} se bloquean ({who}): la respuesta es «{answer}»
        advice: Si {router} es propio, buscar en él la regla que rechaza: nft list ruleset, o iptables-save
        advice: Pedir al administrador de {router} que permita a este equipo llegar a {destination}

        [path.dropped]
        meaning: Las conexiones con el destino se descartan por el camino sin aviso, mientras que los pings, o las conexiones a otro puerto, pasan.
        summary: las conexiones con {destination} se descartan por el camino, detrás del router {router}: {control} llegan más lejos, hasta {next}
        advice: Este equipo solicita ECN, y algunos dispositivos descartan esos intentos de conexión. Ver si funciona sin ello: sysctl -w {ecn}=2
        advice: Muchos proveedores de Internet descartan las conexiones al puerto {blocked_port}, así que preguntar al propio o probar por otra red
        advice: Preguntar a quien administra {router} si allí un cortafuegos descarta el puerto TCP {port}, o si la tabla de conexiones de un NAT está llena
        advice: Comparar los dos caminos: traceroute -n -T -p {port} {address}, y traceroute -n -I {pinged}
        advice: Comparar los dos caminos: traceroute -n -T -p {port} {address}, y traceroute -n -T -p {other_port} {address}
        advice: Probar por otra red, como el punto de acceso de un teléfono

        [path.corrupted]
        meaning: Los paquetes llegan dañados y este equipo los descarta: sus sumas de verificación son incorrectas.
        summary: los paquetes de {destination} llegan dañados y se descartan: {count} tenían una suma de verificación incorrecta, en vez de una respuesta
        advice: Ver si aumentan los contadores: nstat -az | grep -i csum
        advice: Cambiar el cable de {interface}, o usar otro puerto del conmutador o del router; reiniciar el router
        advice: En una máquina virtual o un contenedor, y con una VPN, probar sin descarga de sumas de verificación: ethtool -K {interface} rx off tx off

        [path.hairpin]
        meaning: El destino es la dirección pública del router de esta red. El router redirige el puerto a un equipo de la red, y no vuelve ninguna respuesta: ese equipo está apagado, o el router solo redirige las conexiones de fuera (sin NAT loopback).
        summary: {address} es el router de esta misma red: redirige el puerto {port} a un equipo de la red, y no vuelve ninguna respuesta: o bien ese equipo está apagado, o bien el router solo redirige las conexiones de fuera
        advice: Probar desde fuera, por ejemplo por el punto de acceso de un teléfono. Si tampoco funciona, revisar el equipo al que {gateway} redirige el puerto {port}
        advice: Si desde fuera funciona, activar NAT loopback (hairpin NAT) en los ajustes del router, por ejemplo en http://{gateway}/
        advice: O hacer que {name} lleve a la dirección del equipo en esta red: con una entrada en el DNS del router o una línea en /etc/hosts

        [path.other-gateway]
        meaning: Una ruta o una regla de enrutamiento de este equipo lleva los paquetes hacia el destino a una puerta de enlace distinta de la predeterminada, y nada responde detrás de ella, mientras que por la predeterminada se llega a Internet.
        summary: la ruta {route} de este equipo lleva los paquetes hacia {destination} a la puerta de enlace {gateway}, detrás de la cual nada responde, mientras que la predeterminada {usual} funciona
        advice: En {redirecting}, ver la ruta hacia {address}, pues ha indicado a este equipo que use {gateway} (ICMP Redirect): ip route get {address}; después, olvidarlo en este equipo: {cache}
        advice: En {gateway}, ver si reenvía paquetes: sysctl net.ipv4.ip_forward; nft list ruleset
        advice: Una regla de enrutamiento elige la tabla {table}. Ver las reglas en su orden: {rules}
        advice: Si {usual} también lleva a {address}, eliminar la ruta: {removal}
        advice: Si la ruta es correcta y {gateway} reenvía los paquetes, quizá {address} esté apagado. Ver si responden otros equipos detrás de {gateway}

        [path.loop]
        meaning: El límite de saltos de los paquetes hacia el destino se agota: van en círculos.
        summary: los paquetes hacia {destination} dan vueltas en un bucle: {hops}
        advice: {foreign} es una dirección privada, accesible solo desde su propia red, y solo la ruta predeterminada la cubre; conectarse a esa red o a su VPN, y ver si añade una ruta: ip route get {foreign}
        advice: Comprobar las rutas de estos routers: ip route get {address}, en cada uno de ellos
        advice: Ver el bucle: traceroute -n {address}

        [path.hop-limit]
        meaning: Los paquetes hacia el destino se quedan por el camino por su límite de saltos, y nada va en círculos.
        summary: los paquetes hacia {destination} se quedan en el router {router}, {what}
        advice: Si el proveedor descarta lo que ha pasado por un router, como contra el anclaje a red, hacer que los paquetes salgan con un límite mayor, o preguntarle: sysctl -w net.ipv4.ip_default_ttl={raised}
        advice: Ver con qué valor salen los paquetes de este equipo: sysctl {setting}; los equipos empiezan con 64
        advice: Buscar en {culprit} una regla que fije el TTL: nft list ruleset, iptables -t mangle -S
        advice: Ver dónde se quedan los paquetes: traceroute -n {address}

        [path.mtu]
        meaning: Los paquetes pequeños llegan al destino; los de tamaño completo desaparecen sin aviso.
        summary: los paquetes de hasta {mtu} bytes hacia o desde {address} llegan, pero {large} se pierden por el camino
        advice: Comprobar que los paquetes de este tamaño obtienen respuesta, y los mayores no: ping -M do -s {data} {address}
        advice: Encontrar el firewall del camino que descarta los mensajes ICMP «fragmentation needed» o «packet too big» y hacer que los deje pasar
        advice: Hasta entonces, hacer que este equipo y los demás extremos usen paquetes más pequeños: ip link set dev {link} mtu {mtu}
        advice: Hasta entonces, hacer que este equipo y el host usen paquetes más pequeños: ip route replace {address} {route} mtu {mtu}

        [path.loss]
        meaning: Se pierden paquetes hacia el destino más allá de la puerta de enlace.
        summary: se pierden {lost} de {sent} {what} a {address}
        advice: La puerta de enlace {detour} pasa los paquetes a {next}, que también está en el enlace de este equipo, de modo que sus respuestas no pasan por {detour}. Usar {next} como puerta de enlace: ip route replace default via {next} dev {interface}
        advice: Buscar un cortafuegos que solo ve un sentido de una conexión, por ejemplo con routers distintos de ida y de vuelta: traceroute -n -T -p {port} {address}
        advice: Ver dónde se pierden: mtr {address}

        [path.shared-loss]
        meaning: Se pierden paquetes hacia varios hosts más allá de la misma puerta de enlace.
        summary: se pierden paquetes a {count} hosts más allá de la puerta de enlace {gateway}: {lost} de {sent} {what}
        advice: Ver en la página de estado del router {gateway} si su línea está saturada o tiene errores
        advice: Ver a partir de qué router se pierden: mtr {address}

        [path.jitter]
        meaning: Los tiempos de ida y vuelta hasta el destino varían más de lo tolerable.
        summary: el tiempo de ida y vuelta hasta {address} varía en {jitter} ms, más de {limit} ms
        advice: Ver de dónde viene: mtr {address}
        advice: Ver si alguna conexión de salida está saturada: ip -s link

        [path.rate-limited]
        meaning: Los tiempos de ida y vuelta se disparan con una pequeña ráfaga de paquetes.
        summary: el camino hasta {address} no soporta una ráfaga: los paquetes sueltos tardan {calm} ms, pero de {sent} a la vez se pierden {lost} y el último tarda {longest} ms
        advice: Ver si otra cosa está llenando la línea: ip -s link, o la gráfica de tráfico del router
        advice: Buscar un shaper o un policer en el camino: tc -s qdisc show, en cada router

        """#
    }
}
