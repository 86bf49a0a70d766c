import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Logger, type ApiRequest } from '@tollgate/platform';
import { LastUses } from '../access/last-uses.js';
import { IdentityDatabase } from '../identity.database.js';
import { writeSessionUses } from './sessions.repository.js';

/** Records the last call of each session: one of the console ends after hours without any. */
@Injectable()
export class SessionUses implements OnModuleInit, BeforeApplicationShutdown {
  private readonly uses: LastUses;

  constructor(
    private readonly http: HttpAdapterHost,
    database: IdentityDatabase,
    logger: Logger,
  ) {
    this.uses = new LastUses('sessions', database, logger, writeSessionUses);
  }

  onModuleInit(): void {
    this.http.httpAdapter
      .getInstance<FastifyInstance>()
      .addHook('onResponse', ({ tenant, person }: ApiRequest, _reply, done) => {
        const sessionId = tenant?.member?.sessionId ?? person?.sessionId;
        if (sessionId) this.uses.note(sessionId);
        done();
      });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.uses.end();
  }
}
