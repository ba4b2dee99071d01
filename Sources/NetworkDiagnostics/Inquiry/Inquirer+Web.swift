import Diagnosis
import NetworkModel

extension Inquirer {
    func answer(_ question: WebQuestion) async throws -> Amendment {
        switch question {}
    }
}
