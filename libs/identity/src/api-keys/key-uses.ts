import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { eventSendingPaths } from '@tollgate/contracts';
import type { FastifyInstance } from 'fastify';
import { Logger, type ApiRequest } from '@tollgate/platform';
import { LastUses } from '../access/last-uses.js';
import { IdentityDatabase } from '../identity.database.js';
import { writeLastUses } from './api-keys.repository.js';

/** Records the last call of each key, except calls that send events (customers, section 13). */
@Injectable()
export class KeyUses implements OnModuleInit, BeforeApplicationShutdown {
  private readonly uses: LastUses;

  constructor(
    private readonly http: HttpAdapterHost,
    database: IdentityDatabase,
    logger: Logger,
  ) {
    this.uses = new LastUses('API keys', database, logger, writeLastUses);
  }

  onModuleInit(): void {
    this.http.httpAdapter
      .getInstance<FastifyInstance>()
      .addHook('onResponse', ({ tenant, method, url }: ApiRequest, _reply, done) => {
        if (tenant?.apiKeyId && (method === 'GET' || !eventSendingPaths.test(url))) this.uses.note(tenant.apiKeyId);
        done();
      });
  }

  /** Writes the collected uses now. */
  write(): Promise<void> {
    return this.uses.write();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.uses.end();
  }
}
