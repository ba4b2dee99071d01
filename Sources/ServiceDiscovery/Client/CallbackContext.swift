/// The context pointer of a C callback, which is retained while the C object exists.
final class CallbackContext<Event> {
    private var handler: ((Event) -> Void)?

    init(_ handler: @escaping (Event) -> Void) { self.handler = handler }

    /// The pointer for C; ``release()`` releases it.
    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Disables the handler, whether or not the C object exists.
    func silence() { handler = nil }

    /// Releases the context. Called once, after the C object was freed.
    func release() {
        silence()
        // This pointer is not for C: it releases what `retained()` retained.
        Unmanaged.passUnretained(self).release()
    }

    static func call(_ context: UnsafeMutableRawPointer?, _ event: Event) {
        guard let context else { return }
        // Retained by this scope, since the handler may free its own C object.
        let object = Unmanaged<CallbackContext>.fromOpaque(context).takeUnretainedValue()
        object.handler?(event)
    }
}
