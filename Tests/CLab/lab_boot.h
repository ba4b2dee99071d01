#ifndef LAB_BOOT_H
#define LAB_BOOT_H

// Sets up the new namespaces of the calling process as a host with this name. Returns the name of the failed step, with its errno,
// or NULL.
const char *lab_boot(const char *name);

#endif
