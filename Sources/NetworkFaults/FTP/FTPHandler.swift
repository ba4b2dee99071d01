import NIOCore
import NIOPosix

/// The control connection of one client (RFC 959).
final class FTPHandler: ChannelInboundHandler {
    typealias InboundIn = String
    typealias OutboundOut = ByteBuffer

    /// The data connection that the client last requested.
    private enum DataPort {
        case none
        /// A listener, or a closed port, to which the client connects.
        case passive(FTPDataListener)
        /// An address of the client, to which the server connects.
        case active(SocketAddress)
    }

    private let behaviour: FTPBehaviour
    private let files: FTPFiles
    private let host: String
    private var directory = "/"
    private var user: String?
    private var isLoggedIn = false
    private var dataPort = DataPort.none
    /// Whether a port is being opened, and whether data is being transferred; at most one of each at a time.
    private var isOpening = false
    private var isTransferring = false
    private var renamed: String?

    init(_ behaviour: FTPBehaviour, _ files: FTPFiles, host: String) {
        (self.behaviour, self.files, self.host) = (behaviour, files, host)
    }

    func channelActive(context: ChannelHandlerContext) {
        switch behaviour {
        case .silence: break
        case .greets(let text):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        default: reply("220 netdiag serve", context)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        closeDataPort()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let line = unwrapInboundIn(data)
        switch behaviour {
        case .silence, .greets: return
        default: break
        }
        let parts = line.split(separator: " ", maxSplits: 1)
        handle(parts.first?.uppercased() ?? "", parts.count > 1 ? String(parts[1]) : "", context)
    }

    private func handle(_ verb: String, _ argument: String, _ context: ChannelHandlerContext) {
        switch verb {
        case "USER":
            user = argument
            reply("331 password please", context)
        case "PASS":
            guard user != nil else { return reply("503 USER comes first", context) }
            if case .rejectsLogins = behaviour { return reply("530 login incorrect", context) }
            isLoggedIn = true
            reply("230 logged in", context)
        case "AUTH": reply("502 no TLS here", context)
        case "SYST": reply("215 UNIX Type: L8", context)
        case "FEAT": reply("211-extensions\r\n EPSV\r\n EPRT\r\n SIZE\r\n211 end", context)
        case "NOOP": reply("200 nothing done", context)
        case "QUIT":
            reply("221 bye", context)
            context.close(mode: .output, promise: nil)
        case _ where !isLoggedIn: reply("530 log in first", context)
        case "TYPE", "MODE", "STRU", "OPTS": reply("200 as you like", context)
        case "PWD": reply("257 \"\(directory)\"", context)
        case "EPSV", "PASV": listen(verb, context)
        case "PORT", "EPRT": connectLater(argument, context)
        default: replyOnFiles(verb, FTPFiles.resolve(argument, in: directory), argument, context)
        }
    }

    private func replyOnFiles(
        _ verb: String, _ path: String, _ argument: String, _ context: ChannelHandlerContext
    ) {
        if ["STOR", "APPE", "MKD", "DELE", "RNFR", "RNTO", "RMD"].contains(verb), case .deniesWriting = behaviour {
            return reply(verb == "STOR" ? "553 not allowed" : "550 not allowed", context)
        }
        switch verb {
        case "CWD":
            guard files.isDirectory(path) else { return reply("550 no such directory", context) }
            directory = path
            reply("250 here", context)
        case "SIZE":
            reply(read(path).map { "213 \($0.count)" } ?? "550 no such file", context)
        case "MDTM": reply(read(path) == nil ? "550 no such file" : "213 20260101000000", context)
        case "RETR":
            guard let bytes = read(path) else { return reply("550 no such file", context) }
            transfer(context) { .send(bytes) }
        case "LIST", "NLST":
            let place = argument.isEmpty || argument.hasPrefix("-") ? directory : path
            guard files.isDirectory(place) else { return reply("550 no such directory", context) }
            let text = files.list(place, isLong: verb == "LIST") { self.read($0) != nil }
            transfer(context) { .send(Array(text.utf8)) }
        case "STOR": transfer(context) { .store(path) }
        case "DELE": reply(files.remove(path) ? "250 removed" : "550 no such file", context)
        case "MKD", "RMD": reply("257 \"\(path)\"", context)
        case "RNFR":
            renamed = read(path) == nil ? nil : path
            reply(renamed == nil ? "550 no such file" : "350 to what", context)
        case "RNTO":
            guard let from = renamed, let bytes = files.read(from) else {
                return reply("503 RNFR comes first", context)
            }
            _ = files.remove(from)
            reply(files.store(bytes, at: path) ? "250 renamed" : "452 no room", context)
        case "ABOR": reply("226 nothing to end", context)
        default: reply("502 not known", context)
        }
    }

    /// The content of a file that the client may know of.
    private func read(_ path: String) -> [UInt8]? {
        if case .hides(path) = behaviour { return nil }
        return files.read(path)
    }

    // MARK: Data connections

    private func listen(_ verb: String, _ context: ChannelHandlerContext) {
        guard !isOpening else { return reply("425 a port is being opened already", context) }
        isOpening = true
        closeDataPort()
        let isClosed = if case .closesDataPorts = behaviour { true } else { false }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        FTPDataListener.open(host: host, on: context.eventLoop, isClosed: isClosed).whenComplete { result in
            let (handler, context) = bound.value
            handler.isOpening = false
            guard case .success(let listener) = result, context.channel.isActive else {
                if case .success(let listener) = result { listener.close() }
                return handler.reply("425 no port is free", context)
            }
            // The client may have sent PORT in the meantime.
            handler.closeDataPort()
            handler.dataPort = .passive(listener)
            if verb == "EPSV" { return handler.reply("229 there (|||\(listener.port)|)", context) }
            guard !handler.host.contains(":") else { return handler.reply("522 use EPSV", context) }
            let numbers =
                handler.host.split(separator: ".").map(String.init)
                + ["\(listener.port >> 8)", "\(listener.port & 0xff)"]
            handler.reply("227 there (\(numbers.joined(separator: ",")))", context)
        }
    }

    /// Parses `h1,h2,h3,h4,p1,p2`, or `|1|address|port|` (RFC 2428 section 2).
    private func connectLater(_ argument: String, _ context: ChannelHandlerContext) {
        closeDataPort()
        let extended = argument.split(separator: "|")
        let numbers = argument.split(separator: ",").compactMap { Int($0) }.filter { (0...255).contains($0) }
        let port = extended.count == 3 ? Int(extended[2]) : numbers.count == 6 ? numbers[4] << 8 | numbers[5] : nil
        // Only the client's own address is used, so that the server cannot be made to connect to other hosts (RFC 2577
        // section 3).
        guard let port, (1_024...65_535).contains(port), let peer = context.remoteAddress?.ipAddress,
            let address = try? SocketAddress(ipAddress: peer, port: port)
        else { return reply("501 not there", context) }
        dataPort = .active(address)
        reply("200 there", context)
    }

    private func transfer(_ context: ChannelHandlerContext, _ what: () -> FTPDataTransfer) {
        guard !isTransferring else { return reply("425 data is being transferred already", context) }
        let connection: EventLoopFuture<any Channel>
        switch dataPort {
        case .none: return reply("425 PASV or PORT comes first", context)
        case .passive(let listener): connection = listener.connection
        case .active(let address):
            connection = ClientBootstrap(group: context.eventLoop).connectTimeout(FTPFileServer.dataPatience)
                .connect(to: address)
        }
        let (transfer, files) = (what(), files)
        reply("150 here it comes", context)
        if case .holdsData = behaviour { return }
        isTransferring = true
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        connection.flatMap { transfer.run(on: $0, files) }.whenComplete { result in
            let (handler, context) = bound.value
            handler.isTransferring = false
            handler.closeDataPort()
            switch result {
            case .success(let line): handler.reply(line, context)
            case .failure: handler.reply("425 no data connection", context)
            }
        }
    }

    private func closeDataPort() {
        if case .passive(let listener) = dataPort { listener.close() }
        dataPort = .none
    }

    private func reply(_ line: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: line + "\r\n")), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
