/**
 * The status of rows with pending work. Its stored word is older: processes of the previous version read and write it,
 * and indexes name it (docs/contribute/migrations.md). Callers see `pending`.
 */
export const pendingStatus = 'owed';
