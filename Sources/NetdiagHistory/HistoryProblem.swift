/// Why a database is not used, which is not for SQLite to say.
enum HistoryProblem: Error, Equatable {
    /// It has a version later than the one that is known.
    case newer(Int, Int)
    /// It is another program's.
    case foreign
    /// Another netdiagd writes to it.
    case held(String)
}
