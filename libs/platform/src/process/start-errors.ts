import { Unavailable } from '../errors/api-errors.js';

type StartError = Error & {
  code?: string;
  /** Of Kafka's client. */
  type?: string;
  syscall?: string;
  path?: string;
  address?: string;
  port?: number;
  errors?: unknown[];
};

const migrateFirst = 'The database has not been brought up to date: run node apps/standalone/dist/migrate.js first.';

/** PostgreSQL's codes for missing roles, schemas, tables and columns. */
const notMigrated = new Set(['22023', '3F000', '42P01', '42703']);

/** Codes of certificates without a known authority. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$/;

/** Explains in one sentence why a process does not start, and what to do. */
export function explainStartError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown instanceof Unavailable) return thrown.reason;
  const error = rootOf(thrown);
  const { code, message, path } = error;
  if (error.syscall === 'listen') return explainListen(error);
  if (code === 'ENOSPC' || message.includes('No space left on device'))
    return 'The disk is full. Free some space and start again.';
  if (path && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')) {
    return `Tollgate has no right to use ${path}. Give it that, or set DATA_DIR to another directory.`;
  }
  if (path && code === 'ENOENT' && error.syscall === 'mkdir')
    return `${path} cannot be made there. Set DATA_DIR to another directory.`;
  if (path && (code === 'ENOTDIR' || code === 'EEXIST')) return `${path} is in the way: it is not a directory.`;
  if (code === 'ECONNREFUSED')
    return `Nothing answers at ${error.address}:${error.port}. Is the server of that address running, and its URL right?`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${message}: the host name of a URL cannot be found.`;
  if (code && untrusted.test(code))
    return `${message}: no authority that this process knows has signed the certificate of a server. Name it by KAFKA_CA_FILE, REDIS_CA_FILE, CLICKHOUSE_CA_FILE, or sslrootcert in DATABASE_URL.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${message}. Use the host name that the certificate has, or a certificate for this one.`;
  if (error.name === 'KafkaJSSASLAuthenticationError')
    return `Kafka refuses the login (${message}). Check KAFKA_SASL_MECHANISM, KAFKA_USERNAME and KAFKA_PASSWORD.`;
  if (error.type === 'UNKNOWN_TOPIC_OR_PARTITION') return `A Kafka topic is missing. ${migrateFirst}`;
  if (code && notMigrated.has(code)) return `${message}. ${migrateFirst}`;
  return message || code || String(error);
}

function explainListen({ code, address, port, message }: StartError): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that, or choose another port, such as PORT=${(port ?? 3000) + 1}.`;
  if (code === 'EACCES')
    return `Port ${port} is reserved for the administrator. Choose one from 1024 on, such as PORT=3000.`;
  if (code === 'EADDRNOTAVAIL') return `HOST=${address} is not an address of this machine.`;
  return message;
}

/** Connection attempts to several addresses fail as one error without text; Kafka's client wraps its causes. */
function rootOf(error: StartError): StartError {
  const inner = error.errors?.[0] ?? (error.name.startsWith('Kafka') ? error.cause : undefined);
  return inner instanceof Error ? rootOf(inner) : error;
}
