import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AddressResolver, Config, NoAnswer, OutboundCalls } from '@tollgate/platform';
import { EngineUnavailable, type EngineCall, type TaxConnection } from './tax-engine.js';
import type { EngineResponse } from './engine-calls.rules.js';
import { taxEngines } from './registry.js';

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
    const engine = taxEngines[connection.engine];
    try {
      return await this.calls.send({
        url: `${engine.baseUrlOf(this.config, connection)}${path}`,
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...engine.credentialsOf(connection),
        },
        body: body === null ? null : JSON.stringify(body),
      });
    } catch (error) {
      throw error instanceof NoAnswer ? new EngineUnavailable(error.code) : error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.calls.close();
  }
}
