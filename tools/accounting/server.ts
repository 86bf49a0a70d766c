import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Fault, Faults } from './faults.ts';
import { Xero, type XeroAnswer, type XeroRequest } from './xero.ts';

const maxBodyBytes = 16 * 1024 * 1024;
/** Refused requests that are remembered. */
const maxRefusals = 1000;
const api = '/api.xro/2.0';

/** A request that Xero refused. */
interface Refusal {
  account: string | null;
  call: string;
  status: number;
  reason: unknown;
}

const Limits = z.strictObject({
  account: z.string(),
  minute: z.int().min(1).optional(),
  day: z.int().min(1).optional(),
  concurrent: z.int().min(1).optional(),
});

/** A double of Xero behind one port: `/identity`, `/api.xro/2.0`, and `/control` for tests. */
export class XeroServer {
  private readonly xero = new Xero();
  private readonly faults = new Faults();
  private readonly refusals: Refusal[] = [];
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
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://xero');
    const text = await textOf(request);
    if (text === null) return void response.writeHead(413).end();
    const call: XeroRequest = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: headersOf(request),
      text,
    };
    if (pathname.startsWith('/control/')) return reply(response, this.control(call));
    if (pathname === '/identity/connect/token') return this.spoil(call, response, null, () => this.xero.token(call));
    if (!pathname.startsWith(`${api}/`)) return void response.writeHead(404).end();
    await this.call({ ...call, path: pathname.slice(api.length) }, response);
  }

  /** Counts the call before anything else: Xero's limits hold for refused calls too. */
  private async call(call: XeroRequest, response: ServerResponse): Promise<void> {
    const account = this.xero.accountOf(call);
    const limits = account === null ? null : this.xero.account(account).limits;
    const exceeded = limits?.begin() ?? null;
    if (exceeded) {
      const wait = exceeded.waitSeconds === null ? {} : { 'retry-after': String(exceeded.waitSeconds) };
      return void response.writeHead(429, { 'x-rate-limit-problem': exceeded.problem, ...wait }).end('limit');
    }
    try {
      await this.spoil(call, response, account, () => this.xero.answer(call));
    } finally {
      limits?.end();
    }
  }

  private async spoil(
    call: XeroRequest,
    response: ServerResponse,
    account: string | null,
    work: () => XeroAnswer,
  ): Promise<void> {
    const fault = this.faults.take({ account, method: call.method, path: call.path });
    if (fault?.kind === 'cut_before') return void response.destroy();
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'slow') await sleep(fault.delay_ms ?? 1000);
    if (fault?.kind === 'status') {
      const retryAfter = fault.retry_after === undefined ? {} : { 'retry-after': String(fault.retry_after) };
      return void response.writeHead(fault.status ?? 503, retryAfter).end('fault');
    }
    const answer = work();
    if (answer.status >= 400)
      this.remember({ account, call: `${call.method} ${call.path}`, status: answer.status, reason: answer.body });
    // Xero has done its work, but its answer is lost.
    if (fault?.kind === 'cut_after') return void response.destroy();
    if (fault?.kind === 'garbage') return void response.writeHead(200).end('<html>');
    reply(response, answer);
  }

  private remember(refusal: Refusal): void {
    this.refusals.push(refusal);
    if (this.refusals.length > maxRefusals) this.refusals.shift();
  }

  /** The interface for tests: faults, limits, tokens, books, refused requests and numbers of calls. */
  private control({ method, path, query, text }: XeroRequest): XeroAnswer {
    const account = query.get('account');
    const call = `${method} ${path.replace('/control', '')}`;
    if (call === 'POST /faults') return taken(Fault, text, (fault) => this.faults.add(fault));
    if (call === 'POST /limits')
      return taken(Limits, text, ({ account: name, ...limits }) =>
        Object.assign(this.xero.account(name).limits.limits, limits),
      );
    if (call === 'DELETE /faults') {
      this.faults.clear(account);
      return { status: 200, body: {} };
    }
    if (call === 'GET /refusals') {
      const refusals = this.refusals.filter((each) => account === null || each.account === account);
      return { status: 200, body: { refusals } };
    }
    if (account === null) return { status: 404, body: {} };
    const { books, limits } = this.xero.account(account);
    if (call === 'DELETE /tokens') {
      this.xero.expireTokens(account);
      return { status: 200, body: {} };
    }
    if (call === 'GET /calls') return { status: 200, body: { calls: limits.total, most_at_once: limits.mostAtOnce } };
    if (call !== 'GET /books') return { status: 404, body: {} };
    const invoices = [...books.invoices.values()].map((each) => ({
      ...each,
      due: each.total - books.settled(each.id),
    }));
    const notes = [...books.creditNotes.values()].map((each) => ({
      ...each,
      left: each.total - books.settled(each.id),
    }));
    return {
      status: 200,
      body: {
        contacts: [...books.contacts.values()],
        invoices,
        credit_notes: notes,
        payments: [...books.payments.values()],
        allocations: [...books.allocations.values()],
      },
    };
  }
}

function taken<S extends z.ZodType>(shape: S, text: string, take: (value: z.output<S>) => unknown): XeroAnswer {
  const read = shape.safeParse(JSON.parse(text));
  if (!read.success) return { status: 422, body: read.error.issues };
  take(read.data);
  return { status: 200, body: {} };
}

function reply(response: ServerResponse, { status, body }: XeroAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
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
