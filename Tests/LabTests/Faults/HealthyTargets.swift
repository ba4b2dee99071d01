import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Targets without a fault, in an office without faults. Those of other kinds are in Kinds.
enum HealthyTargets {
    static let rows: [Fault] = [
        Fault(nil, .connectionUp),
        Fault(nil, .connectionUp, "https://www.lab.example/"),
        Fault(nil, .connectionUp, "tls://www.lab.example:443"),
        Fault(nil, .connectionUp, "four.lab.example:80"),
        Fault(nil, .connectionUp, "http://10.77.2.1/redirect"),
        Fault(nil, .connectionUp, "http://[fd77:2::1]/"),
        Fault(nil, .connectionUp, "http://[::ffff:10.77.2.1]/"),
        Fault(nil, .connectionUp, "dns://10.77.3.1/www.lab.example?type=AAAA"),
        Fault(nil, .connectionUp, "icmp://www.lab.example"),
        Fault(nil, .connectionUp, "tcp://www.lab.example:80"),
    ]
}
