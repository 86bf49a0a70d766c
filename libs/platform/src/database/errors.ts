interface PostgresError {
  code: string;
  constraint?: string;
}

/** The name of the unique index that a write broke, or null for any other error. */
export function brokenUniqueIndex(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as PostgresError;
  return code === '23505' ? (constraint ?? '') : null;
}

/** Another call changed or held the same at the same time: a unique index, a serialization failure, a deadlock. */
const concurrentChange = new Set(['23505', '40001', '40P01', '55P03']);

/** Whether a write lost to another one that was made at the same time, and may work when it is repeated. */
export const lostToAnotherWrite = (error: unknown): boolean =>
  concurrentChange.has(((error ?? {}) as PostgresError).code);

/** PostgreSQL's classes for: no connection, no resources (disk, memory, connections), going down, trouble with its files. */
const unavailableCode = /^(08|53|57P0|58)/;
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

/** Whether an error says that a database is away, going down, coming up or full: what failed so can be done later as it is. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET') return syscall === 'read';
  // The socket of a server on the same machine is a file, which is not there while the server is not.
  if (code === 'ENOENT') return syscall === 'connect';
  return (code !== undefined && (connectionErrorCodes.has(code) || unavailableCode.test(code))) || clientGaveUp.test(error.message);
}
