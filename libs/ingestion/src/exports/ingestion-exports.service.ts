import { Injectable, type OnModuleInit } from '@nestjs/common';
import { eventsKind } from '@tollgate/contracts';
import { z } from 'zod';
import {
  Clock,
  CommandBus,
  exportFiltersOf,
  rowsOfKind,
  serveExports,
  type ExportPage,
  type ExportRequest,
} from '@tollgate/platform';
import { EventsService } from '../intake/events/events.service.js';
import { presentEvent } from '../model/accepted-events/accepted-event.js';

const Place = z.object({ subscription: z.string(), code: z.string(), timestamp: z.int(), transaction: z.string() });

/** Exports usage events from the usage store, page by page (docs/concepts/data.md). */
@Injectable()
export class IngestionExportsService implements OnModuleInit {
  constructor(
    private readonly events: EventsService,
    readonly commands: CommandBus,
    readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    serveExports(this, 'ingestion', [{ name: eventsKind.name, page: (request) => this.page(request) }]);
  }

  private async page(request: ExportRequest): Promise<ExportPage> {
    const { organization_id: organizationId, after, until, limit } = request;
    const { events, total } = await this.events.following(
      organizationId,
      exportFiltersOf(eventsKind.filters, request),
      {
        behind: after === null ? undefined : Place.parse(JSON.parse(after)),
        receivedUpTo: until,
        limit,
      },
    );
    const last = events.length < limit ? undefined : events.at(-1);
    return {
      rows: rowsOfKind(eventsKind, events.map(presentEvent)),
      walked: events.length,
      next: last
        ? JSON.stringify({
            subscription: last.external_subscription_id,
            code: last.code,
            timestamp: last.timestamp,
            transaction: last.transaction_id,
          } satisfies z.infer<typeof Place>)
        : null,
      total,
    };
  }
}
