import NetworkModel

/// What strangers find in place of the status: how it stands at all, and where the token is entered.
struct SignInPage: Sendable {
    let status: PublicStatus
    let admission: Admission
    /// What was wrong with the last try.
    var complaint: String?

    var html: String {
        PageFrame(
            mark: StatusMark(status.status), host: status.host,
            title: "\(status.host): \(StatusMark(status.status).word)",
            hasNavigation: false,
            content: """
                <h1>\(StatusMark(status.status).icon) \(status.host) <small>\(StatusMark(status.status).word)</small></h1>
                <section>
                <h2>Sign in to see more</h2>
                \(complaint.map { "<p class=\"bad\" role=\"alert\">\($0)</p>" } ?? "")
                \(way)
                </section>

                """,
            footer: "netdiag \(status.version)"
        ).text
    }

    private var way: HTML {
        if admission.takesToken {
            return """
                <form method="post" action="/login">
                <label for="token">Token</label>
                <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
                <button>Show the status</button>
                </form>
                """
        }
        if admission.hasToken {
            return """
                <p>No token is taken over plain HTTP from another host: everybody between could read it. Come over https
                (<code>listen: https:</code>), through <code>ssh -L 8053:localhost:8053 \(status.host)</code>, or from a
                network that may read (<code>access: read:</code>).</p>
                """
        }
        return """
            <p>It is shown to this machine itself, to networks that may read (<code>access: read:</code>), and to whoever has
            the token (<code>access: token_file:</code>), of which there is none yet: see netdiag.yaml(5).</p>
            """
    }
}
