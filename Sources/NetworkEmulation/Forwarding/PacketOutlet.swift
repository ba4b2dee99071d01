/// The destination of the forwarders' packets for the command: the link, which delays and drops them.
protocol PacketOutlet: AnyObject {
    func sendToCommand(_ packet: UnsafeRawBufferPointer)
    /// Sends a packet to the kernel of the router's namespace, which terminates the command's TCP connections.
    func sendToRouter(_ packet: UnsafeRawBufferPointer)
}

extension PacketOutlet {
    func sendToCommand(_ packet: [UInt8]?) {
        packet?.withUnsafeBytes { sendToCommand($0) }
    }
}
