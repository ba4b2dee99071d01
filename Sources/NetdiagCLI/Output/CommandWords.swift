/// Finds the commands in a sentence of advice, as in `See what it sends: curl -s http://a.example/`, word by word. Readers paste
/// them, so that no line may break within one.
struct CommandWords {
    /// The first words of commands in advice. Other words after a colon are prose, as in `or: try another server`.
    static let programs = Set(
        """
        apt apt-get arping cat chmod chown chronyc conntrack curl date delv dhclient dig doveadm doveconf echo \
        ethtool firewall-cmd for getent grep grpc_health_probe grpcurl ip iptables iw journalctl kill klist ldapsearch ls lsof \
        lspci mosquitto_pub mosquitto_sub mtr namei nc ndisc6 netdiag netdiagd networkctl nft nmcli nscd nstat ntpq openssl pgrep ping \
        postconf psql rdisc6 resolvectl rfkill rm sed setcap slapcat ss ssh-keygen sshd sudo swanctl sysctl systemctl tc \
        tcpdump tcptraceroute timedatectl tracepath traceroute unset update-ca-certificates usermod wg
        """.split(separator: " ").map { String($0) })
    /// The words of a shell loop after a semicolon.
    private static let loop: Set<String> = ["do", "done", "done;"]
    /// The words between two alternatives, in all languages.
    private static let alternatives: Set<String> = [
        "or", "then", "oder", "dann", "ou", "puis", "o", "luego", "或", "然后",
    ]

    private var isInCommand = false
    private var isFound = false
    private var previous = ""

    /// Takes the next word.
    ///
    /// - Parameter blanks: The number of blanks before it.
    /// - Returns: Whether it continues the command to which the previous word belongs.
    mutating func continues(_ word: String, after blanks: Int) -> Bool {
        defer { previous = word }
        // Two blanks precede a remark.
        if isInCommand, blanks == 1, !previous.hasSuffix(","), !Self.alternatives.contains(word), !endsPart {
            return true
        }
        let isBegin = Self.programs.contains(word) || isInCommand && endsPart && Self.loop.contains(word)
        let isAfterColon = [":", "："].contains { previous.hasSuffix($0) }
        let isNext = isFound && (Self.alternatives.contains(previous) || endsPart || previous.hasSuffix(","))
        isInCommand = isBegin && (isAfterColon || isNext)
        isFound = isFound || isInCommand
        return false
    }

    /// Whether the previous word ends a command that another one may follow.
    private var endsPart: Bool { previous.hasSuffix(";") || previous.hasSuffix("；") }
}
