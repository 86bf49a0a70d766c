import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Logger, outOfContext, type ApiRequest } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { writeLastUses } from './api-keys.repository.js';

const writtenAfterMs = 60_000;
/** Calls that send events are too frequent to record. */
const eventsPath = /^\/api\/v1\/events(\/|\?|$)/;

/**
 * Records the last call of each key, except calls that send events (customers, section 13). It collects them where
 * callers arrive and writes them in one statement a minute. A killed process loses that minute.
 */
@Injectable()
export class KeyUses implements OnModuleInit, BeforeApplicationShutdown {
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly database: IdentityDatabase,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.http.httpAdapter
      .getInstance<FastifyInstance>()
      .addHook('onResponse', ({ tenant, method, url }: ApiRequest, _reply, done) => {
        if (tenant?.apiKeyId && (method === 'GET' || !eventsPath.test(url))) this.note(tenant.apiKeyId);
        done();
      });
  }

  /** Writes the collected uses now; retains them if the database fails. */
  async write(): Promise<void> {
    if (this.uses.size === 0) return;
    const { uses } = this;
    this.uses = new Map();
    try {
      await outOfContext(() => this.database.everyTenant((transaction) => writeLastUses(transaction, uses)));
    } catch (error) {
      this.uses = new Map([...uses, ...this.uses]);
      this.logger.warn('last uses of API keys are not written yet', { keys: this.uses.size, error });
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.write();
  }

  private note(apiKeyId: string): void {
    this.uses.set(apiKeyId, new Date());
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.write();
    }, writtenAfterMs);
  }
}
