// node clickhouse-server.ts DATA_DIRECTORY PORT
// ClickHouse's HTTP interface over chDB, the same engine in process: enough of it for @clickhouse/client and for curl.
// Statements, data and results pass through as bytes; the engine does all parsing and formatting. Not supported: users
// and rights (every credential is accepted), sessions across requests, other wire protocols.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate, gzip } from 'node:zlib';
import type * as chdb from 'chdb';
import { messageOf } from '@tollgate/harness/report';

const { Session } = createRequire(import.meta.url)('chdb') as typeof chdb;
const [, , data, port] = process.argv;

// One session stays open for the life of the process. Each request gets its own session (0.1 ms), so its settings,
// parameters and database end with it.
const keeper = new Session(data);
const version = (await keeper.queryAsync('SELECT version()', { format: 'TabSeparatedRaw' })).text().trim();

// Parameters of the HTTP layer that are not settings of the engine.
const notSettings = new Set([
  'query',
  'database',
  'default_format',
  'query_id',
  'session_id',
  'session_timeout',
  'session_check',
  'role',
  'user',
  'password',
  'quota_key',
  'compress',
  'decompress',
  'buffer_size',
  'close_session',
  'stacktrace',
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'enable_http_compression',
  'http_zlib_compression_level',
  'http_response_buffer_size',
  'http_headers_progress_interval_ms',
  'http_response_compression_method',
  'http_native_compression_disable_checksumming_on_decompress',
]);
const rawInsertFormats = new Set<string>([
  'JSONEachRow',
  'JSONCompactEachRow',
  'CSV',
  'CSVWithNames',
  'TSV',
  'TabSeparated',
  'TSVWithNames',
  'TabSeparatedWithNames',
]);
const badRequest = new Set([
  6, 26, 27, 36, 38, 41, 42, 43, 46, 47, 53, 62, 69, 70, 72, 115, 117, 130, 131, 179, 452, 456, 457,
]);
const notFound = new Set([60, 81, 218]);
const unavailable = new Set([159, 202, 209, 439]);

const isRawInsertFormat = (format: string): format is chdb.RawInsertFormat => rawInsertFormats.has(format);

const literal = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
const identifier = (name: string): string => `\`${name.replace(/[\\`]/g, '\\$&')}\``;

function httpStatus(code: number): number {
  if (notFound.has(code)) return 404;
  if (badRequest.has(code)) return 400;
  if (code === 48) return 501;
  return unavailable.has(code) ? 503 : 500;
}

const decoders = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const encoding = request.headers['content-encoding'];
  const decoder = decoders.get(encoding ?? 'identity');
  if (encoding && encoding !== 'identity' && !decoder) {
    throw new Error(`Code: 36. DB::Exception: Unknown Content-Encoding ${encoding}. (BAD_ARGUMENTS)`);
  }
  const stream = decoder ? request.pipe(decoder()) : request;
  if (stream !== request) request.once('error', (error) => stream.destroy(error));
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The fields of a multipart/form-data body, which carries long query parameters. */
async function readForm(body: Buffer, contentType: string): Promise<[string, string][]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  return [...form.entries()].map(([name, value]) => [name, String(value)]);
}

/** Characters of a statement: the default of a server, which does not count the parameters. */
const longestStatement = 262_144;

/** Sets parameters and settings of a request. A server reads them outside of statements, so their length has no bound. */
async function set(session: chdb.Session, settings: string[]): Promise<void> {
  await session.queryAsync(`SET max_query_size = ${Number.MAX_SAFE_INTEGER}`);
  await session.queryAsync(`SET ${settings.join(', ')}`);
  await session.queryAsync(`SET max_query_size = ${longestStatement}`);
}

/** The numbers of rows and bytes that the engine has read and written. */
interface Progress {
  rowsRead?: number;
  bytesRead?: number;
  rowsWritten?: number;
  bytesWritten?: number;
  elapsed?: number;
}

/** INSERT … FORMAT X with its data: plain statements pass the bytes to the engine unchanged. */
async function insert(session: chdb.Session, sql: string, body: Buffer): Promise<Progress> {
  const match = /^\s*INSERT\s+INTO\s+(?:TABLE\s+)?([\w.`"]+)\s*(?:\(([\w\s,`"]*)\))?\s*FORMAT\s+(\w+)\s*;?\s*$/i.exec(
    sql,
  );
  if (body.length === 0) return { rowsWritten: 0, bytesWritten: 0, elapsed: 0 };
  const [, table = '', names = '', format = ''] = match ?? [];
  if (isRawInsertFormat(format)) {
    const plain = (name: string) => name.trim().replace(/[`"]/g, '');
    const columns = names.trim() ? names.split(',').map(plain) : undefined;
    return session.insert({ table: plain(table), columns, format, values: body });
  }
  const result = await session.queryAsync(`${sql}\n${body.toString('utf8')}`);
  return { rowsWritten: result.rowsRead, bytesWritten: body.length, elapsed: result.elapsed };
}

const summary = ({ rowsRead = 0, bytesRead = 0, rowsWritten = 0, bytesWritten = 0, elapsed = 0 }: Progress): string =>
  JSON.stringify({
    read_rows: String(rowsRead),
    read_bytes: String(bytesRead),
    written_rows: String(rowsWritten),
    written_bytes: String(bytesWritten),
    total_rows_to_read: '0',
    result_rows: String(rowsRead),
    result_bytes: String(bytesRead),
    elapsed_ns: String(Math.round(elapsed * 1e9)),
  });

// More simultaneous statements than this only wait for each other on the processor.
let slots = 8;
const queue: (() => void)[] = [];
async function exclusive<T>(work: () => Promise<T>): Promise<T> {
  if (slots === 0) await new Promise<void>((resolve) => queue.push(resolve));
  else slots--;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else slots++;
  }
}

interface Result {
  bytes: Buffer;
  format: string;
  /** JSON, for the header that reports progress. */
  summary: string;
}

const headerOf = (request: IncomingMessage, name: string): string | undefined => [request.headers[name]].flat()[0];

async function execute(url: URL, request: IncomingMessage): Promise<Result> {
  const body = await readBody(request);
  let parameters = [...url.searchParams];
  let payload = body;
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.startsWith('multipart/form-data')) {
    parameters = [...parameters, ...(await readForm(body, contentType))];
    payload = Buffer.alloc(0);
  }
  const value = (name: string) => parameters.findLast(([key]) => key === name)?.[1];
  const inUrl = value('query');
  const sql = inUrl ?? payload.toString('utf8');
  const defaultFormat = value('default_format') ?? headerOf(request, 'x-clickhouse-format') ?? 'TabSeparated';
  const database = value('database') ?? headerOf(request, 'x-clickhouse-database');
  const settings = parameters
    .filter(([name]) => !notSettings.has(name))
    .map(([name, text]) => `${identifier(name)} = ${literal(text)}`);

  const session = new Session(data);
  try {
    if (database) await session.queryAsync(`USE ${identifier(database)}`);
    if (settings.length > 0) await set(session, settings);
    if (inUrl !== undefined && /^\s*INSERT\s/i.test(inUrl) && /\sFORMAT\s+\w+\s*;?\s*$/i.test(inUrl)) {
      return { bytes: Buffer.alloc(0), format: defaultFormat, summary: summary(await insert(session, inUrl, payload)) };
    }
    const statement = inUrl !== undefined && payload.length > 0 ? `${inUrl}\n${payload.toString('utf8')}` : sql;
    const result = await session.queryAsync(statement, { format: defaultFormat });
    const format = /\sFORMAT\s+(\w+)[\s;]*$/i.exec(statement)?.[1] ?? defaultFormat;
    const bytes = Buffer.from(result.bytes());
    return { bytes, format, summary: summary(result) };
  } finally {
    session.close();
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping' || (url.pathname === '/' && request.method === 'GET' && !url.search)) {
    response.end('Ok.\n');
    return;
  }
  if (url.pathname !== '/') {
    response.writeHead(404).end('There is no such handler\n');
    return;
  }

  const queryId = (url.searchParams.get('query_id') ?? randomUUID()).replace(/[^\x20-\x7e]/g, '?');
  response.setHeader('X-ClickHouse-Query-Id', queryId);
  response.setHeader('X-ClickHouse-Server-Display-Name', `chDB ${version}`);
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  try {
    const { bytes, format, summary: counts } = await exclusive(() => execute(url, request));
    response.setHeader('X-ClickHouse-Format', format);
    response.setHeader('X-ClickHouse-Summary', counts);
    response.setHeader(
      'Content-Type',
      /^JSON/.test(format) ? 'application/json; charset=UTF-8' : 'text/plain; charset=UTF-8',
    );
    const zip =
      url.searchParams.get('enable_http_compression') === '1' &&
      /\bgzip\b/.test(headerOf(request, 'accept-encoding') ?? '');
    if (zip) response.setHeader('Content-Encoding', 'gzip');
    response.end(zip ? await promisify(gzip)(bytes) : bytes);
  } catch (error) {
    const message = messageOf(error);
    const code = Number(/Code: (\d+)/.exec(message)?.[1] ?? 1002);
    const text = /^Code: \d+/.test(message) ? message : `Code: 1002. DB::Exception: ${message} (UNKNOWN_EXCEPTION)`;
    process.stdout.write(`${new Date().toISOString()} ${queryId} ${text.slice(0, 2000)}\n`);
    response.writeHead(httpStatus(code), {
      'X-ClickHouse-Exception-Code': String(code),
      'Content-Type': 'text/plain; charset=UTF-8',
    });
    response.end(`${text} (version ${version})\n`);
  }
}

// Query parameters are in the URL: the default limit of 16 KiB for the request line would truncate them.
const server = createServer(
  { maxHeaderSize: 1 << 20, requestTimeout: 0, keepAliveTimeout: 30_000 },
  (request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  },
);
server.listen(Number(port), '127.0.0.1');

function stop(): void {
  server.close(() => {
    keeper.close();
    process.exit(0);
  });
  server.closeIdleConnections();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
