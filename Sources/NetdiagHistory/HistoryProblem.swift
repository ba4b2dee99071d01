/// A reason not to use a database, other than an error of SQLite.
enum HistoryProblem: Error, Equatable {
    /// The version of the database, which is newer than the supported one, and the latter.
    case newer(Int, Int)
    /// The database belongs to another program.
    case foreign
    /// Another netdiagd writes to the database; its description.
    case held(String)
}
