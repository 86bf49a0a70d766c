import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AddressResolver, Config, NoAnswer, OutboundCalls } from '@tollgate/platform';
import { EngineUnavailable, type EngineCall, type TaxConnection } from './tax-engine.js';
import type { EngineResponse } from './engine-calls.rules.js';

/** AvaTax expects the identity of its clients: name, version, adapter, its version, machine. */
const avalaraClient = 'Tollgate; 1.0; REST; v2; tollgate';

/** Calls tax engines. */
@Injectable()
export class EngineClient implements OnApplicationShutdown {
  private readonly calls: OutboundCalls;

  constructor(
    private readonly config: Config,
    resolver: AddressResolver,
  ) {
    this.calls = new OutboundCalls(config, resolver);
  }

  /** @throws EngineUnavailable when there is no whole answer in time */
  async send(connection: TaxConnection, { method, path, body }: EngineCall): Promise<EngineResponse> {
    try {
      return await this.calls.send({
        url: `${this.baseUrlOf(connection)}${path}`,
        method,
        headers: headersOf(connection),
        body: body === null ? null : JSON.stringify(body),
      });
    } catch (error) {
      throw error instanceof NoAnswer ? new EngineUnavailable(error.code) : error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.calls.close();
  }

  private baseUrlOf({ engine, sandbox }: TaxConnection): string {
    if (engine === 'anrok') return this.config.anrokUrl;
    return sandbox ? this.config.avalaraSandboxUrl : this.config.avalaraUrl;
  }
}

function headersOf({ engine, secret, accountId }: TaxConnection): Record<string, string> {
  const common = { 'content-type': 'application/json', accept: 'application/json' };
  if (engine === 'anrok') return { ...common, authorization: `Bearer ${secret}` };
  const credentials = Buffer.from(`${accountId ?? ''}:${secret}`).toString('base64');
  return { ...common, authorization: `Basic ${credentials}`, 'x-avalara-client': avalaraClient };
}
