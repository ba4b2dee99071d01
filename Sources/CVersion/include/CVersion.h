#pragma once

/// The version of this build: `1.0.0` for the commit that is tagged `v1.0.0`, `1.0.0+5.g1a2b3c4` five commits later, and
/// `0.0.0-dev` where nobody said (scripts/version.sh says it to `make build`).
///
/// In C, so that another version compiles this file alone.
const char *netdiag_version(void);
