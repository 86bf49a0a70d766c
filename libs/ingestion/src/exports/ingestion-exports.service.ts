import { Injectable, type OnModuleInit } from '@nestjs/common';
import { eventsKind } from '@tollgate/contracts';
import { z } from 'zod';
import {
  Clock,
  CommandBus,
  exportFiltersOf,
  flushUsage,
  rowsOfKind,
  serveExports,
  type ExportPage,
  type ExportRequest,
} from '@tollgate/platform';
import { EventsService } from '../intake/events/events.service.js';
import { presentEvent } from '../model/accepted-events/accepted-event.js';

const Place = z.object({ subscription: z.string(), code: z.string(), timestamp: z.int(), transaction: z.string() });

/** A command must be answered before its deadline. */
const longestFlushMs = 60_000;

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

  /** @throws Unavailable while accepted events are not in the usage store: no later run would have them */
  private async page(request: ExportRequest): Promise<ExportPage> {
    const { organization_id: organizationId, after, until, changed_from: from, limit } = request;
    if (after === null) await flushUsage(this.commands, organizationId, longestFlushMs);
    const { events, next, total } = await this.events.following(
      organizationId,
      exportFiltersOf(eventsKind.filters, request),
      {
        behind: after === null ? undefined : Place.parse(JSON.parse(after)),
        receivedUpTo: until,
        receivedFrom: from ?? undefined,
        limit,
      },
    );
    return {
      rows: rowsOfKind(eventsKind, events.map(presentEvent)),
      walked: events.length,
      next: next && JSON.stringify(next satisfies z.infer<typeof Place>),
      total,
    };
  }
}
