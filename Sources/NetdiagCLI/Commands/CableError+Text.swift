import Glibc
import NetworkEmulation
import Translations

extension CableError {
    /// The description in the language of the reader.
    var text: String {
        switch self {
        case .unavailable(let step, let code):
            let problem = ToolPhrase.stepFailed.text([
                "step": ToolPhrase.text(of: step), "error": FactWords.local(ErrorNumber.text(code)),
            ])
            return switch (step, code) {
            case ("make a user namespace", EPERM), ("make a user namespace", ENOSPC), ("make a user namespace", EACCES):
                ToolPhrase.withoutNamespaces.text(["problem": problem])
            case ("open /dev/net/tun", ENOENT), ("open /dev/net/tun", ENODEV), ("open /dev/net/tun", EPERM):
                ToolPhrase.withoutTunnels.text(["problem": problem])
            case ("open /dev/net/tun", EACCES):
                ToolPhrase.tunnelsForRoot.text(["problem": problem, "command": "sudo chmod 666 /dev/net/tun"])
            default: problem
            }
        }
    }
}
