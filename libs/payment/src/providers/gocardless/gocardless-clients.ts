import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GoCardlessClient } from 'gocardless-nodejs/client';
import { Environments } from 'gocardless-nodejs/constants';
import { Config } from '@tollgate/platform';
import type { ProviderAccount } from '../payment-provider.js';

const mostConnections = 16;

/** Whether a token belongs to GoCardless's sandbox, where no money moves. */
export const isSandboxToken = (token: string): boolean => token.startsWith('sandbox_');

/** Clients of GoCardless's interface, one for a token. They share their connections. */
@Injectable()
export class GoCardlessClients implements OnApplicationShutdown {
  private readonly agents = {
    http: new HttpAgent({ keepAlive: true, maxSockets: mostConnections }),
    https: new HttpsAgent({ keepAlive: true, maxSockets: mostConnections }),
  };

  constructor(private readonly config: Config) {}

  onApplicationShutdown(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  /** The client of a connection. @throws Error without a token */
  of({ secrets: { key }, connectionId }: ProviderAccount): GoCardlessClient {
    if (key === null) throw new Error(`connection ${connectionId} has no key`);
    const isSandbox = isSandboxToken(key);
    const environment = isSandbox ? Environments.Sandbox : Environments.Live;
    const client = new GoCardlessClient(key, environment, { proxy: this.agents });
    setAddress(client, isSandbox ? this.config.gocardlessSandboxUrl : this.config.gocardlessUrl);
    return client;
  }
}

/** The SDK has no setting for its address. @throws Error when its inner part has another shape */
function setAddress(client: GoCardlessClient, url: string): void {
  const { _api: api } = client as unknown as { _api?: { _baseUrl?: unknown } };
  if (typeof api?._baseUrl !== 'string') throw new Error('the SDK of GoCardless stores its address elsewhere');
  api._baseUrl = url;
}
