import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Stripe } from 'stripe';
import type { ProviderAccount } from '../ports/account.js';
import { plainError } from './errors.rules.js';

/** The version of Stripe's interface that this code is written for; events of our endpoints have it too. */
export const stripeVersion = '2026-10-28.endive';

/** Limit of a call in ms. The jobs that call repeat a call without an answer. */
const timeoutMs = 30_000;
const mostConnections = 16;

/** Clients of Stripe's interface, one for a key. They share their connections. */
export class StripeClients {
  private readonly agent: HttpAgent;
  private readonly settings: Stripe.StripeConfig;

  /** @param url the base address of the interface */
  constructor(url: string) {
    const { protocol, hostname, port } = new URL(url);
    const isPlain = protocol === 'http:';
    const pool = { keepAlive: true, maxSockets: mostConnections };
    this.agent = isPlain ? new HttpAgent(pool) : new HttpsAgent(pool);
    this.settings = {
      apiVersion: stripeVersion,
      host: hostname,
      port: port === '' ? (isPlain ? 80 : 443) : Number(port),
      protocol: isPlain ? 'http' : 'https',
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      telemetry: false,
      httpClient: Stripe.createNodeHttpClient(this.agent),
      appInfo: { name: 'Tollgate' },
    };
  }

  close(): void {
    this.agent.destroy();
  }

  /** The client of a connection. @throws Error without a key */
  of({ secrets: { key }, connectionId }: ProviderAccount): Stripe {
    if (key === null) throw new Error(`connection ${connectionId} has no key`);
    return new Stripe(key, this.settings);
  }
}

/** Makes a call whose failure says nothing of keys and requests. @throws Error with Stripe's words */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw plainError(error);
  }
}
