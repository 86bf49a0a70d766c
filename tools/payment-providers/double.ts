// Starts a double in this process.
import { randomBytes } from 'node:crypto';
import { Adyen } from './adyen.ts';
import { ProviderControl } from './control-client.ts';
import { GoCardless } from './gocardless.ts';
import { type Provider, randomId } from './provider.ts';
import { ProviderServer } from './server.ts';

export const providerNames = ['gocardless', 'adyen'] as const;
export type ProviderName = (typeof providerNames)[number];

export interface DoubleSettings {
  /** 0, the default: a free one. */
  port?: number;
  host?: string;
}

/** A running double. */
export interface ProviderDouble {
  url: string;
  /** The key of calls, and the secret that signs events. */
  key: string;
  webhookSecret: string;
  /** Of Adyen; empty at GoCardless. */
  merchantAccount: string;
  control: ProviderControl;
  stop(): Promise<void>;
}

/** @throws Error if the port is taken */
export async function startProvider(
  name: ProviderName,
  { port = 0, host }: DoubleSettings = {},
): Promise<ProviderDouble> {
  const key = name === 'gocardless' ? randomId('sandbox_', 36) : randomId('AQE', 60);
  const webhookSecret = randomBytes(32).toString('hex').toUpperCase();
  const merchantAccount = name === 'adyen' ? 'AcmeCOM' : '';
  const provider: Provider =
    name === 'gocardless' ? new GoCardless(key, webhookSecret) : new Adyen(key, webhookSecret, merchantAccount);
  const server = new ProviderServer(provider);
  const url = await server.listen(port, host);
  const stop = () => server.close();
  return { url, key, webhookSecret, merchantAccount, control: new ProviderControl(url), stop };
}
