import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Logger, outOfContext, type ApiRequest } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { writeLastUses } from './api-keys.repository.js';

const writtenAfterMs = 60_000;
/** Sending events is too frequent to be told apart. */
const eventsPath = /^\/api\/v1\/events(\/|\?|$)/;

/**
 * When each key made its last call, other than one that sends events (customers, section 13). Gathered where callers arrive,
 * and written in one statement a minute; a process that is killed forgets that minute.
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

  /** Has what was gathered written now. What the database does not take is gathered on. */
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
