// SPDX-License-Identifier: Apache-2.0
// Folders of intermediate files, which go when the program ends, also by a signal.
#ifndef CUPRUM_DRIVER_TEMPORARY_H
#define CUPRUM_DRIVER_TEMPORARY_H

#include "base/base.h"

typedef struct TempFolder TempFolder;

// A new folder within `parent` (NULL: within $TMPDIR, else /tmp); its path goes to *path and lives
// as long as the context. Until temp_folder_remove, SIGHUP, SIGINT and SIGTERM remove it before
// they end the program (not those that the caller has ignored). To be called before there are other
// threads: it blocks these signals. NULL: errno says why.
TempFolder *temp_folder_make(Ctx *ctx, const char *parent, const char **path);
// Removes it with what is in it, or leaves it (keep), and lets signals act as before. NULL is none.
void temp_folder_remove(TempFolder *folder, bool keep);
// In a child process, before it becomes another program: signals act there as usual.
void temp_folder_in_child(void);

#endif
