import Diagnosis
import NetworkModel

extension Inquirer {
    func answer(_ question: NameQuestion) async throws -> Amendment {
        switch question {}
    }
}
