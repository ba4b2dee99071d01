#ifndef LAB_BOOT_H
#define LAB_BOOT_H

// Makes the namespaces that the calling process has just been given into a host of this name. Returns the name of the step
// that failed, with its errno, or NULL.
const char *lab_boot(const char *name);

#endif
