import NetworkModel

/// The causes in name resolution.
enum DNSCauses {
    static let noServer = CauseEntry(
        "dns.no-server", .error, "No resolver is configured.",
        summary: "no DNS server is configured, so {consequence}",
        advice: [
            "See what is configured: cat /etc/resolv.conf; resolvectl status",
            "Configure one: echo 'nameserver ADDRESS' > /etc/resolv.conf, or resolvectl dns INTERFACE ADDRESS",
        ],
        evidence:
            "neither resolv.conf nor systemd-resolved names a server, and none answers at 127.0.0.1, which programs"
            + " then query",
        side: .machine, incident: .init(scope: .machine, basis: .configuration, breaks: .nothing))
    static let misconfigured = CauseEntry(
        "dns.misconfigured", .error,
        "A configured resolver is not an IP address, its file cannot be parsed, or nsswitch.conf leaves out the hosts file.",
        summary: "the resolver configuration has an error: {problem}",
        advice: [
            "Remove the carriage returns: sed -i 's/\\r$//' {returns}",
            "Save the file without a byte order mark: sed -i '1s/^\\xef\\xbb\\xbf//' {marked}",
            "Let every program read it: chmod 644 {unreadable}",
            "Start the service that writes {goal}, as in systemctl enable --now systemd-resolved; or replace the link by a file: rm {link}; echo 'nameserver ADDRESS' > {link}",
            "Write the file, with the address of a DNS server: echo 'nameserver ADDRESS' > {unwritten}",
            "Correct this line: {place}; see resolv.conf(5)",
            "Add files to this line, before dns: {services}; see nsswitch.conf(5)",
            "Add a line `127.0.0.1 {unlisted}` to /etc/hosts, and a line `::1 {unlisted}` for IPv6",
        ],
        evidence:
            "the file has a line that the system's resolver does not accept, and no other server; or programs do not find a "
            + "name that only the hosts file has, and the line hosts of nsswitch.conf(5) lacks the service files; or they do not "
            + "find localhost, which the hosts file lacks",
        side: .machine, incident: .init(scope: .machine(by: "problem"), basis: .configuration, breaks: .nothing))
    static let serverUnreachable = CauseEntry(
        "dns.server-unreachable", .error, "No configured DNS server answers in time.",
        summary: "no DNS server answers in time: {servers}",
        advice: [
            "{bare} lacks the address 127.0.0.1, without which packets to {server} do not stay on this machine: ip address add 127.0.0.1/8 dev {bare}",
            "See which server is responsible for {forwarded}, as a rule for its domain may name one that is gone: grep -rs 'server=/\\|forward-zone\\|zone ' /etc/dnsmasq.conf /etc/dnsmasq.d /etc/unbound /etc/bind",
            "The servers of {unheard}, or the path from {server} to them, are silent; see whether another server knows it: netdiag resolve {unheard} --server ANOTHER-SERVER",
            "{connected} answers over TCP but not over UDP: allow UDP port 53 in the firewall on the path; until then, put `options use-vc` into /etc/resolv.conf",
            "{waiting} accepts TCP connections on port 53, so either it is waiting for the servers to which it forwards queries, or a firewall drops UDP port 53. It is the firewall if this gets an answer: dig +tcp {name} @{waiting}",
            "{foreign} is a private address, and only the default route leads there: connect the VPN or network that it belongs to, or configure a DNS server of this network, which is often {router}: cat /etc/resolv.conf",
            "Queries get past {passed}, and nothing comes back: the server, or a filter on the way, drops UDP port 53. Use the router's own DNS server, which is often {own_server}: cat /etc/resolv.conf",
            "Behind the router, {fourth} alone is heard over IPv4, and more is heard over IPv6, so {server} may not reach other servers over IPv4. See on the router's status page whether IPv4 is connected, or call the provider",
            "See whether it answers now: netdiag resolve {name} --server {server}",
            "See whether its host answers: ping {unpinged}",
            "See which servers are configured: cat {configuration}; resolvectl status",
        ],
        evidence:
            "none of the servers answers a query or its repetitions. If they answer for other names, the servers of this one, or the"
            + " way to them, are to blame",
        incident: .init(scope: .target(by: "servers"), basis: .silence, breaks: .nothing))
    static let serverClosed = CauseEntry(
        "dns.server-closed", .error, "The server's host answers, but nothing listens on its DNS port.",
        summary: "no DNS server is running on {servers}",
        advice: [
            "{own} is an address of this machine, where no DNS server listens; see at which addresses one does: ss -Hlnu 'sport = :53'",
            "No default route leads away from this machine. If {twin} is the router's address, this machine has it by mistake: give this machine another one, or let DHCP do so",
            "Start the DNS server of this machine: systemctl status {local}",
            "{docker} is the DNS server that Docker provides in a container: restart the container; on its host, see journalctl -u docker",
            "{mute} is also the default gateway, and nothing behind it answers; see whether it is this network's router: ip route; ip neigh",
            "See as root whether two hosts have the address {contested}, with different hardware addresses: arping -c 3 {contested}",
            "Ask whoever runs {far} to start its DNS server; then check it: netdiag resolve {name} --server {server}",
            "Or configure another one: cat {configuration}",
        ],
        evidence:
            "queries are answered with ICMP port unreachable; since hosts limit such errors, one is enough for each server if "
            + "nothing else is answered",
        incident: .init(scope: .target(by: "servers"), basis: .answer, breaks: .nothing))
    static let someServersDead = CauseEntry(
        "dns.some-servers-dead", .warning, "A server answers, but an earlier one in the list does not, or fails.",
        summary: "the DNS server {server} {what}{cost}; {other} answers",
        advice: [
            "Restart the program that runs the tunnel {tunnel}, which leads to {server}: systemctl list-units --all 'openvpn*' 'vpn*' 'tailscaled*'",
            "{sleeping} is switched off, and {server} belongs to its network: start the program that runs it, or switch it on: ip link set {sleeping} up",
            "See where packets to {unsent} go: ip route get {unsent}",
            "{server} lies in {bridged}, the subnet of {bridge} on this machine, so that packets to it do not leave it. If it is a server elsewhere, give {bridge} another subnet: with Docker `default-address-pools` in /etc/docker/daemon.json, with libvirt `virsh net-edit`",
            "Repair {server}, or remove it from the list: cat /etc/resolv.conf; resolvectl status",
            "Do the same with {others}",
        ],
        evidence:
            "queries to it get no answer, find the port closed or fail, and the next server answers the same queries",
        incident: .init(scope: .target(by: "server"), basis: .silence, breaks: .nothing))
    static let refused = CauseEntry(
        "dns.refused", .error, "The DNS server refuses to answer (REFUSED, NOTIMP).",
        summary: "the DNS server {server} refuses to answer for {name} ({code}){why}",
        advice: [
            "{redirecting} answers queries to {server} itself, so a rule there redirects port 53: remove it, or repair the DNS server that it leads to",
            "Check the server's access list, and whether its own upstream server answers",
            "Then ask it again: netdiag resolve {name} --server {server}",
        ],
        evidence: "the response code is REFUSED or NOTIMP, or the response only refers to other servers",
        incident: .init(scope: .target(by: "server"), basis: .relayedAnswer, breaks: .nothing))
    static let servfail = CauseEntry(
        "dns.servfail", .error, "The DNS server failed (SERVFAIL), and DNSSEC validation is not the reason.",
        summary: "the DNS server {server} answered SERVFAIL for {name}{why}",
        advice: [
            "{redirecting} answers queries to {server} itself, so a rule there redirects port 53: remove it, or repair the DNS server that it leads to",
            "See what it answers without DNSSEC validation: dig @{server} +cd {signed}; if that is right, the zone's DS record must match its keys: delv {signed}",
            "Ask another server: netdiag resolve {name} --server ANOTHER-SERVER",
            "See which of the name's own servers fails: dig +trace {typed}", "Check the server's log on {server}",
        ],
        evidence: "the response code is SERVFAIL, even with checking disabled (the CD bit)",
        side: .remote, incident: .init(scope: .target(by: "server"), basis: .relayedAnswer, breaks: .nothing))
    static let dnssecBogus = CauseEntry(
        "dns.dnssec-bogus", .error,
        "SERVFAIL that goes away with checking disabled: the DNSSEC signatures are not valid.",
        summary:
            "the DNSSEC signatures of {name} are not valid: {server} answers only with checking disabled{why}",
        advice: [
            "See which signature is not valid: delv @{server} {name}, or dig @{server} +cd +dnssec {name}",
            "Check the clock of the machine that runs {server}, which signatures depend on: timedatectl",
            "Tell the administrator of the zone of {zone}: its DS record must match its keys",
        ],
        evidence:
            "the response is SERVFAIL twice, but the same query with the CD bit is answered (RFC 4035); if the "
            + "server does the same for names of the root, the server is at fault, not the zone",
        side: .remote, incident: .init(scope: .target(by: "name"), basis: .answer, breaks: .nothing))
    static let nxdomain = CauseEntry(
        "dns.nxdomain", .error, "The name does not exist.",
        summary: "the name {name} does not exist, according to {server}{nearest}{why}",
        advice: [
            "The DNS server {absent}, which comes before {server} and does not answer, may know this name alone, as one of a company does. Connect to its network or VPN, or have it repaired, and try again",
            "Check the spelling of {typed}",
            "Use the full name of {short}, with its domain, or its address",
            "Check this machine's search domains, which complete the name to {completed}: grep search /etc/resolv.conf; resolvectl domain",
            "Or have names like {short} completed, with a line `search DOMAIN` in /etc/resolv.conf, or resolvectl domain INTERFACE DOMAIN",
            "See which servers answer for {parent}: netdiag resolve --type NS {parent}",
            "See whether another server knows it: netdiag resolve {typed} --server ANOTHER-SERVER",
            "Use a DNS server other than {denier}, or have it repaired: cat /etc/resolv.conf; resolvectl status",
            "{limited} is meant to know certain names only: ask its administrator to add those that are missing",
        ],
        evidence: "the server's response code is NXDOMAIN; the parent names were queried at the same server",
        side: .remote, incident: .init(scope: .target, basis: .answer, breaks: .nothing))
    static let noAddress = CauseEntry(
        "dns.no-address", .error,
        "The name exists, but has no address of the required family, or no record of the requested type.",
        summary: "the name {name} exists, but has {lack}{why}",
        advice: [
            "See what it has: netdiag resolve {name}; netdiag resolve {name} --type MX",
            "Add the record in the zone of {typed}, or ask for another name",
            "See whether the DNS server {filterer} filters AAAA records out, as dnsmasq does with its option filter-AAAA",
            "Use a DNS server other than {denier}, or have it repaired: cat /etc/resolv.conf; resolvectl status",
            "{limited} is meant to know certain names only: ask its administrator to add those that are missing",
        ],
        evidence:
            "the server answers without an error, but without a record of the requested type; if it has none of type "
            + "AAAA for a root server either, it filters them",
        side: .remote, incident: .init(scope: .target, basis: .answer, breaks: .nothing))
    static let noDNS64 = CauseEntry(
        "dns.no-dns64", .error,
        "The name has only IPv4 addresses, this machine has only IPv6, and the DNS server does not translate them (DNS64).",
        summary:
            "{name} has only IPv4 addresses ({addresses}), and this machine has only IPv6: the DNS server {server} does not translate them (no DNS64)",
        advice: [
            "Ask {other} instead, which does DNS64 with the prefix {prefix}: netdiag resolve {name} --server {other}",
            "The router {router} announces NAT64 with the prefix {prefix}: switch on DNS64 in the DNS server, or install a CLAT (RFC 6877), such as clatd",
            "Use the DNS servers that the network announces, and not others: resolvectl status; rdisc6 INTERFACE",
        ],
        evidence:
            "the name has only IPv4 addresses, no route leads to them, this machine has only IPv6 addresses, and "
            + "the server has no IPv6 address for ipv4only.arpa (RFC 7050)",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing))
    static let splitServerDead = CauseEntry(
        "dns.split-server-dead", .warning,
        "A DNS server that is responsible for some domains only, such as a VPN's, does not answer.",
        summary:
            "the DNS server {server} on {interface}, which is responsible for {domains}, does not answer ({reason}): names there cannot be resolved",
        advice: [
            "Check that the VPN or network of {interface} is connected: ip -s link show {interface}",
            "See whether it answers now: netdiag resolve {domain} --type NS --server {server}",
            "See which server is responsible for which domain: resolvectl domain; resolvectl dns",
        ],
        evidence:
            "systemd-resolved sends the server only queries for names in its link's routing domains, and a query "
            + "for the first of these domains gets no answer or fails",
        incident: .init(scope: .machine(by: "server"), basis: .silence, breaks: .nothing))
    static let tlsBlocked = CauseEntry(
        "dns.tls-blocked", .error,
        "systemd-resolved is configured to use only DNS over TLS, but the server cannot be reached that way.",
        summary:
            "the DNS server {server} cannot be reached over TLS (port {port}: {reason}), and systemd-resolved is configured to use only DNS over TLS",
        advice: [
            "See whether the network lets port {port} through: netdiag check tcp://{server}:{port}",
            "Allow unencrypted DNS where TLS fails: DNSOverTLS=opportunistic in /etc/systemd/resolved.conf, then systemctl restart systemd-resolved",
            "Or use a server that offers DNS over TLS: resolvectl dns INTERFACE ADDRESS#NAME",
        ],
        evidence:
            "DNSOverTLS=yes is set, programs find no address, and connecting to the server's port for DNS over "
            + "TLS, or the handshake there, fails",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing))
    static let tlsCertificate = CauseEntry(
        "dns.tls-certificate", .error,
        "systemd-resolved is configured to use only DNS over TLS, but the server's certificate is not valid.",
        summary:
            "the certificate of the DNS server {server} (DNS over TLS) is not valid for {expected}: {reason}, so systemd-resolved does not use it",
        advice: [
            "See the certificate: openssl s_client -connect {server}:{port} -servername {expected}",
            "Configure the name that the certificate has: resolvectl dns INTERFACE {server}#NAME",
            "If it is your own server, add its authority: update-ca-certificates",
        ],
        evidence:
            "DNSOverTLS=yes is set, programs find no address, and the server's certificate is not valid for the "
            + "configured name, or for the server's address if no name is configured",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing))
    static let familyDropped = CauseEntry(
        "dns.family-dropped", .warning,
        "Queries for one type (usually AAAA) are never answered, while others are answered immediately.",
        summary:
            "the DNS server {server} ignores queries for {type} records, but answers those for {other}: programs that need both wait {delay} or longer",
        advice: [
            "Verify it by hand: netdiag resolve {name} --server {server} --type {type}; the same with --type {other}",
            "An answer may arrive later than a status waits, while programs still do; see whether one does: dig @{server} +timeout=15 +tries=1 {name} {later}",
            "Repair or replace {server}, or the filter on the path to it",
            "Until then, have programs send no {dropped} queries: put options no-aaaa into /etc/resolv.conf (glibc 2.36), or use another server",
        ],
        evidence:
            "the query for one record type is answered, but the query for the other type and its repetitions are not",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing))
    static let cnameBroken = CauseEntry(
        "dns.cname-broken", .error, "An alias loops or leads to a name that does not exist.",
        summary: "the name {name} is an alias that leads to {end}, {what}: {chain}",
        advice: [
            "See the chain: netdiag resolve {name} --server {server} --type CNAME",
            "Correct the alias in the zone of the last name before {end}",
        ],
        evidence: "the aliases in the server's answer form a loop, or end in NXDOMAIN",
        side: .remote, incident: .init(scope: .target, basis: .answer, breaks: .nothing))
    static let tcpBlocked = CauseEntry(
        "dns.tcp-blocked", .error, "Answers are truncated and TCP to port 53 fails.",
        summary: "the answer of the DNS server {server} for {name} is too long for UDP, and TCP to it fails ({reason})",
        advice: [
            "Allow TCP port 53 to {server}, and have it listen there (RFC 7766)",
            "Then ask it again: netdiag resolve {name} --server {server}",
        ],
        evidence: "the answer over UDP has the TC bit, and the same query over TCP fails",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing))
    static let malformed = CauseEntry(
        "dns.malformed", .error, "The answer is not valid DNS, or has another id, question or sender.",
        summary: "the DNS server {server} gave no valid answer for {name}: {what}",
        advice: [
            "{elsewhere} replies in place of {server}, and programs ignore such replies: if both are addresses of one host, make its DNS server listen on {server} itself, and see there whether a rule changes the source: nft list ruleset",
            "See the answer: netdiag resolve {name} --server {server}",
            "Check whether something on the path answers in place of {server}",
        ],
        evidence: "replies cannot be parsed, answer another query or come from elsewhere, and no other follows",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing))
    static let hijacked = CauseEntry(
        "dns.hijacked", .warning, "Names that cannot exist get an address.",
        summary: "the DNS server {server} returns addresses for names that do not exist: {addresses}",
        advice: [
            "{spelled} has such an address, so it probably does not exist, unless the server leads every name there: check its spelling",
            "Verify it by hand: netdiag resolve {random} --server {server}",
            "{rogue} is a host of this network that leads every name to itself, while {truthful} answers truthfully. Do not enter a password on its pages; find it by its hardware address: ip neigh show {rogue}",
            "Use a server that answers truthfully; see which are configured: cat /etc/resolv.conf; resolvectl status",
        ],
        evidence:
            "a name of 20 random letters under .invalid (RFC 6761), under root-servers.net, or next to the name in its"
            + " domain, has an address. It is an error if the target has that address and fails, or if every resolver"
            + " returns it for names that exist as well, and no connection was established; or if the address is that of the first"
            + " server itself, a host on the link, while another one answers truthfully",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing))
    static let blockedAnswer = CauseEntry(
        "dns.blocked-answer", .error, "A public name gets 0.0.0.0, ::, a loopback address or a private address.",
        summary: "the DNS server {server} answers for {name} with {addresses}, which cannot be right{other}{why}",
        advice: [
            "Look for {filtered} in the filter lists of {server} (Pi-hole, AdGuard, a firewall, the provider)",
            "If {collided} is a private name, use the DNS server of the network that it belongs to, such as that of a company or a VPN: resolvectl status",
            "Have the private zone of {collided} moved to a domain of your own, or to one below internal",
            "If {rebound} is meant to have a private address, exempt it from the rebind protection of {server} (dnsmasq: rebind-domain-ok)",
            "Compare with another server: netdiag resolve {filtered} --server ANOTHER-SERVER",
        ],
        evidence:
            "no address belongs to another machine; or the server answers without an address, and says that it blocks the name; or the addresses are private and do not answer, while another"
            + " server returns others; or another host's server returns a loopback address for a name of the search "
            + "list, and nothing answers there",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing))
    static let hostsOverride = CauseEntry(
        "dns.hosts-override", .warning, "The hosts file contradicts DNS.",
        summary: "the hosts file says that {name} is {hosts}, but DNS says {dns}",
        advice: [
            "Check whether the line is still needed: grep -n {name} /etc/hosts",
            "Query only DNS: netdiag resolve {name} --server {server}",
        ],
        evidence:
            "the hosts file and DNS have no address in common, either within one family, or in different families"
            + " with only an address from DNS accepting a connection. It is an error if only an address from DNS accepts a"
            + " connection, or if the server at that of the hosts file has a certificate for another name, or does not serve the"
            + " site (421). It is information if that address is this machine's or on its link, and serves the name: with a valid"
            + " certificate, or over plain HTTP with a page",
        side: .machine, incident: .init(scope: .target(by: "name"), basis: .answer, breaks: .nothing))
    static let systemDiffers = CauseEntry(
        "dns.system-differs", .error, "Programs get a different answer than DNS on the wire, or none.",
        summary: "programs on this machine {here} for {name}, although the DNS server {server} {there}{why}",
        advice: [
            "See what programs get: getent ahosts {name}",
            "Try it without these environment variables, and remove them where they are set: unset {variables}",
            "Programs ask the cache of {cache} first: empty it, or restart it if it hangs: nscd --invalidate=hosts; systemctl restart {cache}",
            "Let every program read it: chmod 644 {unreadable}",
            "Remove the domain from the search list, or lower ndots: {search}",
            "Give the DNS servers more time: raise timeout and attempts in this line, or remove it: {patience}",
            "Test without the options use-vc, edns0 and trust-ad, which change how programs query: {queries}",
            "Remove the option no-aaaa, with which programs query IPv4 addresses only: {hiding}",
            "Add dns to the services of this line: grep {lacking}: /etc/nsswitch.conf",
            "Put dns before the service of multicast DNS, or remove [NOTFOUND=return], which ends the search there: grep {ending}: /etc/nsswitch.conf",
            "Install {absent}, or remove its service from the line hosts of /etc/nsswitch.conf",
            "Remove the service that does not answer ({hanging}) from the line hosts of /etc/nsswitch.conf, or repair the program that it asks",
            "See which services they use, in which order: grep {database}: /etc/nsswitch.conf",
            "See the files that they read: ls -lL /etc/nsswitch.conf /etc/resolv.conf /etc/hosts",
        ],
        evidence:
            "getaddrinfo(3), called again in a new process, returns something other than the configured DNS "
            + "servers; or a name completed from the search list, which is tried first, has an address that the "
            + "name itself does not have",
        side: .machine, incident: .init(scope: .machine, basis: .answer, breaks: .nothing))
    static let serversDisagree = CauseEntry(
        "dns.servers-disagree", .warning, "Configured servers give answers that contradict each other.",
        summary: "the DNS servers disagree about {name}: {server} says that it {here}, {other} says that it {there}",
        advice: [
            "Compare them: netdiag resolve {name} --server {server}; netdiag resolve {name} --server {other}",
            "Configure only servers that know the same names, or give each its domains (resolvectl domain)",
        ],
        evidence:
            "the name does not exist according to one of the servers, or only the addresses from one of them "
            + "accept a connection",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing))
    static let slow = CauseEntry(
        "dns.slow", .warning, "Answers take longer than the threshold.",
        summary: "the DNS server {server} took {took} to answer for {name} (the threshold is {limit})",
        advice: [
            "Shorten the search list, or lower ndots, so that programs query the name itself first: {search}",
            "See whether it is always slow: netdiag resolve {typed} --server {server}",
            "See how long packets to it take: ping {server}",
        ],
        evidence: "the time from the first packet of the query to the answer is above the threshold",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing).ofLoss)
    static let loss = CauseEntry(
        "dns.loss", .warning, "Queries to the DNS server, or its answers, are lost.",
        summary:
            "{lost} of {sent} queries to the DNS server {server} were not answered, so name resolution is slow or fails",
        advice: [
            "See where packets are lost: mtr {server}",
            "If {server} is your router, they are lost behind it: check its Internet light or signal, and call the provider",
        ],
        evidence:
            "an answer arrived only after the query was repeated, or programs waited although the server answered"
            + " on the wire; and of ten further queries for names that no cache holds, each sent once within a "
            + "second, two or more get no answer, or one if programs got no answer twice",
        incident: .init(scope: .target(by: "server"), basis: .silence, breaks: .nothing).ofLoss)
    static let oneAnswer = CauseEntry(
        "dns.one-answer", .error,
        "Of two queries that programs send at the same time, only one is answered.",
        summary:
            "the DNS server {server}, or a firewall before it, answers only one of the two queries (IPv4 and IPv6) that programs send from one port, so name resolution fails or takes seconds",
        advice: [
            "See the difference: getent ahosts {name}; RES_OPTIONS=single-request-reopen getent ahosts {name}",
            "Have programs send one query at a time, each from a port of its own: add options single-request-reopen to /etc/resolv.conf",
            "Update or replace the firewall or router before {server}: it may keep one response for each port only",
        ],
        evidence:
            "programs wait although the server answers on the wire; each of three pairs of queries for IPv4 and "
            + "IPv6 addresses, with one socket per pair, gets only one answer",
        incident: .init(scope: .target(by: "server"), basis: .answer, breaks: .nothing))
    static let mdnsUnavailable = CauseEntry(
        "dns.mdns-unavailable", .error, "The name ends in .local, but no mDNS resolver runs on this machine.",
        summary: "{name} is a multicast DNS name, and nothing on this machine resolves such names",
        advice: [
            "Install what is missing: apt-get install {packages}",
            "Start avahi-daemon: systemctl start avahi-daemon",
        ],
        evidence: "nothing listens on avahi-daemon's socket, and nsswitch.conf names no other resolver for .local",
        side: .machine, incident: .init(scope: .machine, basis: .answer, breaks: .nothing))
    static let mdnsNotInNsswitch = CauseEntry(
        "dns.mdns-not-in-nsswitch", .warning,
        "Avahi resolves the .local name, but the system's resolver is not configured to ask it.",
        summary: "Avahi knows {name}, but programs on this machine do not use it (hosts: {services})",
        advice: ["Install libnss-mdns, and put mdns4_minimal [NOTFOUND=return] before dns in /etc/nsswitch.conf"],
        evidence: "avahi-daemon resolves the name, but the hosts line of nsswitch.conf has no mdns module",
        side: .machine, incident: .init(scope: .machine, basis: .answer, breaks: .nothing))

    static let unexpectedAnswer = CauseEntry(
        "dns.unexpected-answer", .error, "The server answers, but not with the expected records.",
        summary: "the answer of {server} for {name} lacks {missing}; it has {found}",
        advice: [
            "See its whole answer: netdiag resolve {name} --server {server}",
            "Or correct the expected records: records: of the target in /etc/netdiag/netdiag.yaml",
        ],
        evidence: "the answer lacks a record that the target is required to have",
        side: .remote, incident: .init(scope: .target, basis: .answer, breaks: .nothing))

    static let all = [
        unexpectedAnswer, noDNS64, splitServerDead, tlsBlocked, tlsCertificate, noServer, misconfigured,
        serverUnreachable, serverClosed, someServersDead, refused, servfail, dnssecBogus, nxdomain, noAddress,
        familyDropped, cnameBroken, tcpBlocked, malformed, hijacked, blockedAnswer, hostsOverride, systemDiffers,
        serversDisagree, slow, loss, oneAnswer, mdnsUnavailable, mdnsNotInNsswitch,
    ]
}
