import CVersion

/// The version of the programs.
public enum Version {
    public static let text = String(cString: netdiag_version())
}
