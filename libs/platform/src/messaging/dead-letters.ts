import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Message, ServiceName } from '@tollgate/contracts';
import { PlatformDatabase } from '../database/platform-database.js';
import { schemaOf } from '../database/tenancy.js';
import { Logger } from '../observability/logger.js';
import { clearInFlight } from './in-flight.js';

/** Messages that a handler could not do in many tries: kept with the reason, for an operator to look at. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly database: PlatformDatabase,
    private readonly logger: Logger,
  ) {}

  async park(message: Message, consumer: ServiceName, error: unknown): Promise<void> {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.logger.error('message parked', { type: message.type, message_id: message.id, consumer, reason });
    await this.database.tenant(message.organization_id, async (transaction) => {
      await sql`
        insert into platform.dead_letters (message_id, consumer, organization_id, message, error)
        values (${message.id}, ${schemaOf(consumer)}, ${message.organization_id}, ${JSON.stringify(message)}::jsonb, ${reason})
        on conflict (message_id, consumer) do nothing
      `.execute(transaction);
      await clearInFlight(transaction, message.organization_id, `${message.id}-${consumer}`);
    });
  }
}
