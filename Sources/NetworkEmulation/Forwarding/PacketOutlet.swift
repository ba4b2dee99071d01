/// Where forwarders send packets to the command: into the link, which delays and loses them.
protocol PacketOutlet: AnyObject {
    func sendToCommand(_ packet: UnsafeRawBufferPointer)
    /// To the kernel of the router's namespace, which ends the command's TCP connections.
    func sendToRouter(_ packet: UnsafeRawBufferPointer)
}

extension PacketOutlet {
    func sendToCommand(_ packet: [UInt8]?) {
        packet?.withUnsafeBytes { sendToCommand($0) }
    }
}
