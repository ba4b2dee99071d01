import CAvahi

/// An object of a client in avahi-daemon: a browser, a resolver, an entry group.
final class ObjectHandle<Event> {
    let client: ClientHandle
    private(set) var pointer: OpaquePointer?
    private let context: CallbackContext<Event>
    private let freeing: (OpaquePointer) -> Void

    /// Creates an object.
    ///
    /// - Parameters:
    ///   - make: Creates the C object with this context pointer; `nil` is a failure whose reason the client knows.
    ///   - freeing: Frees it.
    init?(
        _ client: ClientHandle, handler: @escaping (Event) -> Void,
        make: (_ client: OpaquePointer, _ context: UnsafeMutableRawPointer) -> OpaquePointer?,
        freeing: @escaping (OpaquePointer) -> Void
    ) {
        guard let connection = client.pointer, client.hasRoom else { return nil }
        self.client = client
        self.freeing = freeing
        context = CallbackContext(handler)
        let argument = context.retained()
        guard let pointer = client.call({ make(connection, argument) }) else {
            context.release()
            return nil
        }
        self.pointer = pointer
        client.countNewObject()
    }

    /// Frees the object, unless its client has done so. The handler is not called any more.
    func free() {
        guard let pointer else { return }
        self.pointer = nil
        client.countFreedObject()
        context.silence()
        guard client.pointer != nil else { return client.releaseLater { [context] in context.release() } }
        client.call { freeing(pointer) }
        context.release()
    }
}
