/** Matches the names that `nameBackup` gives. The order of the names is that of their time. */
export const backupName = /^alahas-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.gz$/

/** Returns the file name of a backup that is made now. */
export const nameBackup = () => `alahas-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
