import NetworkModel
import Translations

/// The status in a word or two.
extension ConnectionStatus {
    func word(isDegraded: Bool = false) -> String {
        switch self {
        case .noErr: Phrase.notCheckedYet.text
        case .err: Phrase.couldNotBeChecked.text
        case .connectionUp: isDegraded ? Phrase.worksWithWarnings.text : Phrase.works.text
        case .connectionIndeterminate: Phrase.cannotBeTold.text
        case .connectionDown: Phrase.doesNotWork.text
        }
    }

    /// The status, with the side at fault if the target is down, which is the first question of most readers.
    func sentence(isDegraded: Bool, _ cause: Finding?) -> String {
        let word = word(isDegraded: isDegraded)
        guard self == .connectionDown, let cause, cause.severity == .error, let side = cause.side else { return word }
        return Phrase.wordAndDetail.text(["word": word, "detail": side.localWords])
    }
}
