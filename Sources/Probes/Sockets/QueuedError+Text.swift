import SystemAddresses

extension QueuedError {
    var detail: String { SystemError.text(code) }
}
