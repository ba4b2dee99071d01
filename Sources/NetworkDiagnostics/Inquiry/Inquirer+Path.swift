import Diagnosis
import NetworkModel

extension Inquirer {
    func answer(_ question: PathQuestion) async throws -> Amendment {
        switch question {}
    }
}
