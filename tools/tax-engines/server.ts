import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Anrok } from './anrok.ts';
import { Avalara } from './avalara.ts';
import type { Engine, EngineAnswer, EngineRequest } from './engine.ts';
import { Fault, Faults } from './faults.ts';

const maxBodyBytes = 16 * 1024 * 1024;
/** Refused requests that are remembered. */
const maxRefusals = 1000;
const names = ['anrok', 'avalara'] as const;
type EngineName = (typeof names)[number];

/** A request that an engine refused for its shape. */
interface Refusal {
  engine: EngineName;
  account: string | null;
  path: string;
  status: number;
  reason: unknown;
}

const Lock = z.strictObject({ engine: z.enum(names), account: z.string(), id: z.string() });

/** Doubles of both engines behind one port: `/anrok`, `/avalara`, and `/control` for tests. */
export class TaxEngineServer {
  private readonly engines: Record<EngineName, Engine> = { anrok: new Anrok(), avalara: new Avalara() };
  private readonly faults = new Faults();
  private readonly refusals: Refusal[] = [];
  private readonly calls = new Map<string, number>();
  private readonly server = createServer((request, response) => {
    this.handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  /** @param port 0 selects a free one. @returns the base address */
  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://engines');
    const [, first = '', ...rest] = pathname.split('/');
    const text = await textOf(request);
    if (text === null) return void response.writeHead(413).end();
    const call: EngineRequest = {
      method: request.method ?? '',
      path: `/${rest.join('/')}`,
      query: searchParams,
      headers: headersOf(request),
      body: parsed(text),
    };
    if (first === 'control') return reply(response, this.control(call));
    const engine = names.find((name) => name === first);
    if (!engine) return void response.writeHead(404).end();
    await this.call(engine, call, response);
  }

  private async call(engine: EngineName, call: EngineRequest, response: ServerResponse): Promise<void> {
    const account = secretOf(call.headers['authorization']);
    this.calls.set(`${engine} ${account}`, (this.calls.get(`${engine} ${account}`) ?? 0) + 1);
    const fault = this.faults.take(engine, account);
    if (fault?.kind === 'cut_before') return void response.destroy();
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'slow') await sleep(fault.delay_ms ?? 1000);
    if (fault?.kind === 'status') {
      const retryAfter = fault.retry_after === undefined ? {} : { 'retry-after': String(fault.retry_after) };
      return void response.writeHead(fault.status ?? 503, retryAfter).end('fault');
    }
    const answer = this.engines[engine].answer(call);
    if (answer.status >= 400 && answer.status !== 409)
      this.remember({ engine, account, path: call.path, ...reasonOf(answer) });
    // The engine has done its work, but its answer is lost.
    if (fault?.kind === 'cut_after') return void response.destroy();
    if (fault?.kind === 'garbage') return void response.writeHead(200).end('<html>');
    reply(response, answer);
  }

  private remember(refusal: Refusal): void {
    this.refusals.push(refusal);
    if (this.refusals.length > maxRefusals) this.refusals.shift();
  }

  /** The interface for tests: faults, locks, documents, refused requests and numbers of calls. */
  private control({ method, path, query, body }: EngineRequest): EngineAnswer {
    const account = query.get('account');
    const engine = names.find((name) => name === query.get('engine'));
    if (path === '/faults' && method === 'POST') {
      const fault = Fault.safeParse(body);
      if (!fault.success) return { status: 422, body: fault.error.issues };
      this.faults.add(fault.data);
      return { status: 200, body: {} };
    }
    if (path === '/faults' && method === 'DELETE') {
      this.faults.clear(account);
      return { status: 200, body: {} };
    }
    if (path === '/locks' && method === 'POST') {
      const lock = Lock.safeParse(body);
      if (!lock.success) return { status: 422, body: lock.error.issues };
      const found = this.engines[lock.data.engine].lock(lock.data.account, lock.data.id);
      return { status: found ? 200 : 404, body: {} };
    }
    if (path === '/documents' && engine && account !== null)
      return { status: 200, body: { documents: this.engines[engine].documentsOf(account) } };
    if (path === '/refusals')
      return {
        status: 200,
        body: { refusals: this.refusals.filter((each) => account === null || each.account === account) },
      };
    if (path === '/calls' && engine && account !== null)
      return { status: 200, body: { calls: this.calls.get(`${engine} ${account}`) ?? 0 } };
    return { status: 404, body: {} };
  }
}

function reply(response: ServerResponse, { status, body }: EngineAnswer): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}

const reasonOf = ({ status, body }: EngineAnswer) => ({ status, reason: body });

/** The secret that names an account: the bearer token, or the password. */
function secretOf(authorization: string | undefined): string | null {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  if (scheme === 'Bearer') return value;
  if (scheme !== 'Basic') return null;
  return Buffer.from(value, 'base64').toString().split(':').slice(1).join(':');
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));

/** Null beyond the limit. */
async function textOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}
