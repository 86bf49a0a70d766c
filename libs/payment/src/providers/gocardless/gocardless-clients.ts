import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { GoCardlessClient } from 'gocardless-nodejs/client';
import { Environments } from 'gocardless-nodejs/constants';
import type { ProviderAccount } from '../ports/account.js';
import { isSandboxToken } from './tokens.rules.js';

const mostConnections = 16;

/** The base addresses of the interface, and of the one for tokens of the sandbox. */
export interface GoCardlessAddresses {
  live: string;
  sandbox: string;
}

/** Clients of GoCardless's interface, one for a token. They share their connections. */
export class GoCardlessClients {
  private readonly agents = {
    http: new HttpAgent({ keepAlive: true, maxSockets: mostConnections }),
    https: new HttpsAgent({ keepAlive: true, maxSockets: mostConnections }),
  };

  constructor(private readonly addresses: GoCardlessAddresses) {}

  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  /** The client of a connection. @throws Error without a token */
  of({ secrets: { key }, connectionId }: ProviderAccount): GoCardlessClient {
    if (key === null) throw new Error(`connection ${connectionId} has no key`);
    const isSandbox = isSandboxToken(key);
    const environment = isSandbox ? Environments.Sandbox : Environments.Live;
    const client = new GoCardlessClient(key, environment, { proxy: this.agents });
    adapt(client, isSandbox ? this.addresses.sandbox : this.addresses.live);
    return client;
  }
}

type RequestOptions = (...args: unknown[]) => object;

/**
 * The SDK has no settings for its address and its tries. A try of its own after the call has failed would end the process;
 * the jobs that call repeat their calls. @throws Error when its inner part has another shape
 */
function adapt(client: GoCardlessClient, url: string): void {
  const { _api: api } = client as unknown as { _api?: { _baseUrl?: unknown; createRequestOptions?: RequestOptions } };
  const options = api?.createRequestOptions;
  if (typeof api?._baseUrl !== 'string' || typeof options !== 'function')
    throw new Error('the SDK of GoCardless makes its calls elsewhere');
  api._baseUrl = url;
  api.createRequestOptions = (...args) => ({ ...options.apply(api, args), retry: 0 });
}
