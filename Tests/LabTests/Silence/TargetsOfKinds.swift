/// The targets of a ``HealthyOffice``, of every kind, with their options.
enum TargetsOfKinds {
    static let socket = "/run/lab.sock"

    static let groups: [(targets: [String], options: [String])] = [
        (
            [
                "http://www.lab.example/", "https://www.lab.example/", "http://www.lab.example/redirect",
                "ws://www.lab.example:8080/echo", "wss://www.lab.example:8443/echo", "ftp://www.lab.example/",
                "ftps://www.lab.example/", "www.lab.example:80", "tls://www.lab.example:443",
                "dns://10.77.3.1/www.lab.example?type=AAAA", "icmp://10.77.2.1", "icmp://fd77:2::1", "www.lab.example",
                "10.77.2.1", "http://router.local/", "Web, one._http._tcp.local", "grpc://www.lab.example:50051",
                "imap://www.lab.example", "imaps://www.lab.example", "ldap://www.lab.example",
                "ldaps://www.lab.example", "mqtt://www.lab.example", "mqtts://www.lab.example",
                "ntp://www.lab.example", "postgres://www.lab.example", "smtp://www.lab.example",
                "ssh://www.lab.example", "unix:\(socket)",
                "unix:\(socket):/health",
            ], []
        ),
        (["udp://www.lab.example:4000"], ["--udp-send", "ping\\n", "--udp-expect", "^correct$"]),
        (["http://www.lab.example/", "https://www.lab.example/"], ["--proxy", "http://proxy.lab.example:3128"]),
        (["http://www.lab.example:8081/basic"], ["--credentials", "/run/login"]),
    ]

    static var count: Int { groups.reduce(0) { $0 + $1.targets.count } }
}
