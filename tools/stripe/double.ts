// Starts a double of Stripe: a server of its own, with accounts, a clock and a control interface.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Account } from './account.ts';
import { startBankTransfer } from './cash-balance.ts';
import { reportOutcome } from './checkout.ts';
import { Clock } from './clock.ts';
import { control, type Controlled } from './control.ts';
import { Deliveries } from './deliveries.ts';
import { Failure } from './errors.ts';
import { Faults } from './faults.ts';
import { ApiKeys } from './keys.ts';
import { pageAt } from './pages.ts';
import { bodyOf, type RecordedCall, StripeServer } from './server.ts';

const maximumCalls = 100_000;

export interface DoubleSettings {
  /** 0, the default: a free one. */
  port?: number;
  host?: string;
  /** The address under which browsers reach the pages; by default that of the server. */
  publicUrl?: string;
  /** The secret key of the first account; by default a new one. */
  key?: string;
}

/** A running double. */
export interface StripeDouble {
  url: string;
  host: string;
  port: number;
  /** The secret key of the first account, and its id. */
  key: string;
  account: string;
  stop(): Promise<void>;
}

/** Answers what is no call of `/v1`: the control interface and the pages. */
async function handleOthers(on: Controlled, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://double');
  const method = request.method ?? '';
  const body = await bodyOf(request);
  if (pathname === '/_control' || pathname.startsWith('/_control/')) {
    const result = await control(on, method, pathname.slice('/_control/'.length), searchParams, body);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result));
    return;
  }
  const page = pageAt(on.accounts, pathname, searchParams, method === 'POST' ? new URLSearchParams(body) : undefined);
  if ('location' in page) response.writeHead(303, { Location: page.location }).end();
  else response.writeHead(page.status, { 'Content-Type': 'text/html; charset=utf-8' }).end(page.html);
}

function refuse(response: ServerResponse, error: unknown): void {
  const isFailure = error instanceof Failure;
  if (!isFailure) process.stderr.write(`The double of Stripe failed: ${(error as Error).stack ?? ''}\n`);
  if (response.headersSent) return void response.end();
  const body = isFailure ? error.body : { type: 'api_error', message: String(error) };
  response.writeHead(isFailure ? error.status : 500, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error: body }));
}

/** @returns a running double with one account. @throws Error if the port is taken */
export async function startStripe({
  port = 0,
  host = '127.0.0.1',
  publicUrl,
  key,
}: DoubleSettings = {}): Promise<StripeDouble> {
  const clock = new Clock();
  const deliveries = new Deliveries(clock);
  const faults = new Faults();
  const keys = new ApiKeys();
  const accounts = new Map<string, Account>();
  const calls: RecordedCall[] = [];
  const server = createServer();
  // Longer than clients leave connections unused, so that none is closed under a call.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The double of Stripe has no port');
  const url = `http://${host}:${address.port}`;

  const addAccount: Controlled['addAccount'] = ({ country = 'DE', currency = 'eur' }) => {
    const account = new Account(clock, publicUrl ?? url, { country, currency });
    account.onEvent = (event) => deliveries.send(account, event);
    account.onOutcome = (intent) => reportOutcome(account, intent);
    account.onBankTransfer = (intent, method) => startBankTransfer(account, intent, method);
    accounts.set(account.id, account);
    return { account, key: keys.add(account, undefined, accounts.size === 1 ? key : undefined) };
  };
  const first = addAccount({});
  const controlled: Controlled = { clock, keys, faults, deliveries, accounts, calls, first, addAccount };
  const record = (call: RecordedCall) => {
    if (calls.length >= maximumCalls) calls.shift();
    calls.push(call);
  };
  const stripe = new StripeServer({ clock, keys, faults, deliveries, record });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isStripe = /^\/v[12]\//.test(request.url ?? '');
    const handled = isStripe ? stripe.handle(request, response) : handleOthers(controlled, request, response);
    // A client that was killed needs no answer.
    handled.catch((error: unknown) => (request.socket.destroyed ? undefined : refuse(response, error)));
  });
  return {
    url,
    host,
    port: address.port,
    key: first.key,
    account: first.account.id,
    async stop() {
      clock.stop();
      deliveries.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
