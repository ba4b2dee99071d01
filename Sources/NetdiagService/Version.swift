import CVersion

/// The version of the programs.
public enum Version {
    /// The version as in `1.2.3`, from the git tag (`scripts/version.sh`); `0.0.0-dev` for a build without `make`.
    public static let text = String(cString: netdiag_version())
}
