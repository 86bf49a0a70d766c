// Calls as their bytes, because clients refuse to send what is wrong with these.
import { connect } from 'node:net';
import type { HostileCall } from './hostile-bodies.ts';

/** The first answer on a connection; status 0: the connection ended without one. */
export interface WireAnswer {
  status: number;
  type: string;
  body: Buffer;
  ms: number;
}

/** No answer may take longer, even for a body that does not come to its end. */
export const deadlineMs = 15_000;

/** Sends a call, closes the sending side where the body is cut, and reads the answer. */
export function send(
  baseUrl: string,
  path: string,
  { headers, body, length, isCut, key }: HostileCall & { key?: string },
): Promise<WireAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const began = performance.now();
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
    length === 'chunks' ? 'transfer-encoding: chunked' : `content-length: ${written(length ?? body.length)}`,
  ].join('\r\n');
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(), deadlineMs);
    socket.on('data', (part) => parts.push(part));
    // A service that has answered may close before the rest of a large body: what it has sent counts.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(answerOf(Buffer.concat(parts), performance.now() - began));
    });
    socket.write(`${head}\r\n\r\n`);
    socket.write(body);
    if (isCut) socket.end();
  });
}

const written = (length: number): string => (Number.isSafeInteger(length) ? String(length) : '9'.repeat(300));

function answerOf(bytes: Buffer, ms: number): WireAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
  const named = (name: string) =>
    lines.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2);
  const body = bytes.subarray(end + 4);
  const length = Number(named('content-length') ?? body.length);
  return { status, type: named('content-type') ?? '', body: body.subarray(0, length), ms };
}
