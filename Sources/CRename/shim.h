#pragma once

/// Gives a file another name: rename(2), with flags. stdio.h declares it under _GNU_SOURCE alone, which Swift does not set.
int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned int flags);

/// The flag under which a name that is taken is an error, EEXIST (linux/fs.h).
enum { netdiag_rename_noreplace = 1 };
