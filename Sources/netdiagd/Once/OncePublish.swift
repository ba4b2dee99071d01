import ArgumentParser
import FoundationEssentials
import Glibc
import NetdiagService
import NetworkModel
import ServiceDiscovery

/// `netdiagd --once publish`: a service that is announced until the process is asked to end, and its states, one a line.
struct OncePublish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a service until interrupted.")

    @Argument(help: "The service's name, 1 to 63 bytes.") var name: String
    @Option(
        help: ArgumentHelp(
            "What is published, as PUT /v1/services/NAME takes it: {\"types\": [\"_http._tcp\"], \"port\": 8080}.",
            valueName: "json"))
    var order: String

    func run() async throws {
        let registration: ServiceRegistration
        do throws(BodyError) {
            let order = try ServiceOrder.read(Data(self.order.utf8))
            guard order.lease == nil else {
                throw BodyError(
                    description: "lease: it is of no use here; the service is there until this process ends")
            }
            registration = try order.registration(named: name)
        } catch {
            StandardError.write(error.description)
            throw ExitCode(EX_USAGE)
        }
        let process = try OnceProcess()
        do {
            try await PublishOnce(connection: process.services).run(registration, for: process.reader) {
                try OnceProcess.print($0)
            }
        } catch let error as ServiceDiscoveryError {
            StandardError.write(error.description)
            OnceProcess.end(3)
        } catch {
            // Its reader has gone, which has been told.
            OnceProcess.end(3)
        }
        OnceProcess.end(0)
    }
}
