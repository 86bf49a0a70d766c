import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Faults, type Fault } from '@tollgate/stripe/faults';
import { answerControl, type Controlled, type RecordedCall } from './control.ts';
import { Deliveries } from './deliveries.ts';
import { Failure, type Provider, type ProviderAnswer, type ProviderCall, Refusal } from './provider.ts';

const maximumBody = 1024 * 1024;
const maximumCalls = 100_000;

/** The server of one double: its provider, and `/_control` for tests. */
export class ProviderServer implements Controlled {
  readonly faults = new Faults();
  readonly calls: RecordedCall[] = [];
  readonly provider: Provider;
  readonly deliveries: Deliveries;
  readonly #server: Server;

  constructor(provider: Provider) {
    this.provider = provider;
    this.deliveries = new Deliveries(provider);
    provider.emit = (event) => this.deliveries.add(event);
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        // A client that was killed needs no answer.
        if (!request.socket.destroyed) response.writeHead(500).end(String(error));
      });
    });
    // Longer than clients leave connections unused, so that none is closed under a call.
    this.#server.keepAliveTimeout = 60_000;
  }

  /** @param port 0 selects a free one. @returns the base address */
  async listen(port = 0, host = '127.0.0.1'): Promise<string> {
    await new Promise<void>((resolve, reject) => this.#server.once('error', reject).listen(port, host, resolve));
    return `http://${host}:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    const text = await textOf(request);
    if (text === null) return void response.writeHead(413).end();
    const call: ProviderCall = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: headersOf(request),
      body: parsed(text),
    };
    if (pathname.startsWith('/_control/')) return reply(response, await this.#control(call));
    await this.#answer(call, request, response);
  }

  async #control(call: ProviderCall): Promise<ProviderAnswer> {
    try {
      return { status: 200, body: (await answerControl(this, call)) ?? {} };
    } catch (error) {
      if (error instanceof Refusal) return { status: 400, body: { message: error.message } };
      throw error;
    } finally {
      this.deliveries.flush();
    }
  }

  async #answer(call: ProviderCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = call.headers['idempotency-key'] ?? null;
    const record: RecordedCall = { method: call.method, path: call.path, key, status: null };
    if (this.calls.length >= maximumCalls) this.calls.shift();
    this.calls.push(record);
    const struck = this.faults.take(call.method, call.path);
    const strikes = (kind: Fault['kind'], when: Fault['when']) =>
      struck.find((fault) => fault.kind === kind && fault.when === when);
    if (strikes('cut', 'before')) return void request.socket.destroy();
    await sleep(strikes('delay', 'before')?.milliseconds ?? 0);
    let answer: ProviderAnswer;
    if (strikes('rate_limit', 'before')) answer = this.provider.tooMany();
    else if (strikes('error', 'before')) answer = this.provider.broken();
    else answer = this.#execute(call);
    this.deliveries.flush();
    await sleep(strikes('delay', 'after')?.milliseconds ?? 0);
    if (strikes('error', 'after')) answer = this.provider.broken();
    if (strikes('cut', 'after')) return void request.socket.destroy();
    record.status = answer.status;
    reply(response, answer);
  }

  #execute(call: ProviderCall): ProviderAnswer {
    try {
      return this.provider.answer(call);
    } catch (error) {
      if (error instanceof Failure) return error.answer;
      throw error;
    }
  }
}

function reply(response: ServerResponse, { status, body }: ProviderAnswer): void {
  if (body === undefined) return void response.writeHead(status).end();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));

/** Null beyond the limit. */
async function textOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maximumBody) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}
