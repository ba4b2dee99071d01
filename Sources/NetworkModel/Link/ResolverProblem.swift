/// What is wrong with a file of the resolver configuration, and where. In JSON, it is a sentence.
public struct ResolverProblem: Sendable, Hashable {
    /// A line of a file, or the whole file.
    public struct Place: Sendable, Hashable {
        /// The path of the file.
        public var file: String
        /// The number of the line, from 1 on; `nil` for the whole file.
        public var line: Int?

        /// Creates a place.
        public init(file: String, line: Int? = nil) {
            self.file = file
            self.line = line
        }
    }

    /// What is wrong, with the words of the file that it is about.
    public enum Kind: Sendable, Hashable {
        /// The file begins with a byte order mark, so that its first line is not read.
        case byteOrderMark
        /// The line ends in a carriage return, which belongs to the address.
        case carriageReturn(String)
        /// The line does not begin with the keyword.
        case indented(String)
        /// The keyword has no value.
        case noValue(String)
        /// resolv.conf(5) has no such keyword.
        case unknownKeyword(String)
        /// resolv.conf(5) has no such option.
        case unknownOption(String)
        /// The option needs a number.
        case notANumber(String)
        /// The server is not an IP address.
        case notAnAddress(String)
        /// The link-local address names no interface, so that the kernel sends nothing to it.
        case lacksZone(IPAddress)
        /// There is no interface of the name in the address.
        case missingInterface(IPAddress)
        /// The address is a broadcast address, to which the kernel sends no queries.
        case broadcast(IPAddress)
        /// The server is not queried, since three others precede it (`MAXNS`).
        case beyondMax(IPAddress)
        /// Only the first 64 KiB of the file were read.
        case truncated
        /// The file does not exist.
        case missingFile
        /// The file is a symbolic link, and there is no file at its target, which is escaped.
        case danglingLink(String)
        /// Another one, in words: those of the system if it cannot open the file.
        case other(String)
    }

    /// Where it is.
    public var place: Place
    /// What is wrong.
    public var kind: Kind

    /// Creates a problem.
    public init(_ kind: Kind, at place: Place) {
        self.kind = kind
        self.place = place
    }
}
