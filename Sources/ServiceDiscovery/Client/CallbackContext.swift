/// The context pointer of a C callback: retained while the C object exists.
final class CallbackContext<Event> {
    private var handler: ((Event) -> Void)?

    init(_ handler: @escaping (Event) -> Void) { self.handler = handler }

    /// What to hand to C; ``release()`` takes it back.
    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Nothing is called any more, whether or not the C object exists.
    func silence() { handler = nil }

    /// Once, after the C object has gone.
    func release() {
        silence()
        // No pointer for C: takes back what `retained()` gave.
        Unmanaged.passUnretained(self).release()
    }

    static func call(_ context: UnsafeMutableRawPointer?, _ event: Event) {
        guard let context else { return }
        // Retained by this scope: the handler may free its own C object.
        let object = Unmanaged<CallbackContext>.fromOpaque(context).takeUnretainedValue()
        object.handler?(event)
    }
}
