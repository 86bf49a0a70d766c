interface PostgresError {
  code: string;
  constraint?: string;
}

/** The name of the unique index that a write violated, or null for any other error. */
export function brokenUniqueIndex(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as PostgresError;
  return code === '23505' ? (constraint ?? '') : null;
}

/** A concurrent call changed or held the same data: a unique index, a serialization failure, a deadlock. */
const concurrentChange = new Set(['23505', '40001', '40P01', '55P03']);

/** Whether a write lost to a concurrent one, so that a retry may succeed. */
export const lostToAnotherWrite = (error: unknown): boolean =>
  concurrentChange.has(((error ?? {}) as PostgresError).code);

/** Whether a statement waited for a lock as long as it may. */
export const isLockTimeout = (error: unknown): boolean => ((error ?? {}) as PostgresError).code === '55P03';

/**
 * PostgreSQL's error classes for no connection, no resources (disk, memory, connections), shutdown, and file errors. Two
 * codes say that it ended a statement, or a transaction that paused, after the longest time.
 */
const unavailableCode = /^(08|53|57P0|57014|25P03|58)/;
const clientGaveUp =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;
const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'ENOSPC',
]);

/**
 * Whether an error means that the database is unavailable, stopping, starting or full: the same call may be retried
 * later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A server that dies resets connections at any system call. Calls over HTTP have the same code, without one.
  if (code === 'ECONNRESET') return syscall !== undefined;
  // A local server's socket is a file, which exists only while the server runs.
  if (code === 'ENOENT') return syscall === 'connect';
  return (
    (code !== undefined && (connectionErrorCodes.has(code) || unavailableCode.test(code))) ||
    clientGaveUp.test(error.message)
  );
}
