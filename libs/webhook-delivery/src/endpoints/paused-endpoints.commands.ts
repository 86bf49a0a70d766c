import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { CommandBus, isoSeconds, Logger, paginate } from '@tollgate/platform';
import { endPause, pausedPartitions } from '../partitions/delivery-partitions.repository.js';
import { tables } from '../tables/webhook-delivery.tables.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';

/** Lists paused endpoints for operators and resumes them. */
@Injectable()
export class PausedEndpointCommands implements OnModuleInit {
  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly commands: CommandBus,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.commands.handle('webhook-delivery', 'webhook_endpoint.list_paused', (request) => this.list(request));
    // Idempotent: a repeated command finds no pause.
    this.commands.handle('webhook-delivery', 'webhook_endpoint.resume', (request) => this.resume(request));
  }

  private async list(
    page: CommandRequest<'webhook_endpoint.list_paused'>,
  ): Promise<CommandAnswer<'webhook_endpoint.list_paused'>> {
    const { rows, meta } = await this.database.everyTenant((transaction) =>
      paginate(pausedPartitions(transaction), page),
    );
    return {
      webhook_endpoints: rows.map((row) => ({
        svc_id: row.id,
        organization_id: row.organization_id,
        webhook_url: row.webhook_url,
        reason: row.pause_reason,
        hung_attempts: row.hung,
        paused_until: isoSeconds(row.paused_until as Date),
      })),
      meta,
    };
  }

  private async resume({
    webhook_endpoint_id: id,
  }: CommandRequest<'webhook_endpoint.resume'>): Promise<CommandAnswer<'webhook_endpoint.resume'>> {
    const owner = await this.database.everyTenant((transaction) =>
      tables(transaction)
        .selectFrom('webhook_delivery.webhook_endpoints')
        .select('organization_id')
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (!owner) return { outcome: 'gone' };
    const { organization_id: organizationId } = owner;
    const resumed = await this.database.tenant(organizationId, (transaction) => endPause(transaction, id));
    if (resumed)
      this.logger.info('webhook endpoint resumed by an operator', { organization_id: organizationId, endpoint_id: id });
    return { outcome: resumed ? 'resumed' : 'not_paused' };
  }
}
