import { Injectable } from '@nestjs/common';
import { billedEventsKind, type Fee, type FeeEvent, type FeeFilters } from '@tollgate/contracts';
import type { RatedPlace } from '@tollgate/ingestion/reader';
import {
  exportFiltersOf,
  exportWalkOf,
  NotFound,
  rowsOfKind,
  walk,
  type ExportPage,
  type ExportReader,
  type ExportRequest,
  type TenantTransaction,
} from '@tollgate/platform';
import { z } from 'zod';
import { presentFees } from '../../documents/fees/fee.presenter.js';
import { restrictFees } from '../../documents/fees/fees.service.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { feesFound } from '../../model/fees/fees.repository.js';
import { FeeEventsService } from '../explanations/fee-events.service.js';

/** The maximum number of fees of a page: each has a statement of its own in the usage store. */
const mostFees = 20;

/** Where a file continues: behind some fees, and within the next one. */
const Place = z.object({
  fees: z.string().nullable(),
  event: z.object({ timestamp: z.int(), receivedAt: z.int(), id: z.string() }).nullable(),
});
type Place = z.infer<typeof Place>;

/** Exports the events behind fees, fee by fee, as they were when each was computed (metering, section 3). */
@Injectable()
export class BilledEvents implements ExportReader {
  readonly name = billedEventsKind.name;

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly feeEvents: FeeEventsService,
  ) {}

  async page(request: ExportRequest): Promise<ExportPage> {
    const { organization_id: organizationId, limit } = request;
    const start: Place = request.after === null ? { fees: null, event: null } : Place.parse(JSON.parse(request.after));
    const { fees, total } = await this.fees(request, start.fees);
    const records: object[] = [];
    let place = start;
    let walked = 0;
    for (const { fee, behind } of fees) {
      const room = limit - records.length;
      const read = await this.following(organizationId, fee.svc_id, { after: place.event, limit: room });
      records.push(...read.events.map((event) => recordOf(fee, event)));
      if (read.next !== null) return pageOf(records, { fees: place.fees, event: read.next }, walked, total);
      place = { fees: behind, event: null };
      walked += 1;
      if (records.length >= limit) break;
    }
    const isEnd = walked === fees.length && fees.length < mostFees;
    return pageOf(records, isEnd ? null : place, walked, total);
  }

  /** The events of a fee; none when the fee of a draft is computed again meanwhile. */
  private async following(
    organizationId: string,
    feeId: string,
    place: { after: RatedPlace | null; limit: number },
  ): Promise<{ events: FeeEvent[]; next: RatedPlace | null }> {
    try {
      return await this.feeEvents.following(organizationId, feeId, place);
    } catch (error) {
      if (error instanceof NotFound) return { events: [], next: null };
      throw error;
    }
  }

  private async fees(
    request: ExportRequest,
    after: string | null,
  ): Promise<{ fees: { fee: Fee; behind: string }[]; total: number | null }> {
    return this.database.tenant(request.organization_id, async (transaction) => {
      const query = await chargeFees(transaction, exportFiltersOf(billedEventsKind.filters, request));
      const position = { ...exportWalkOf(billedEventsKind, request), after, limit: mostFees };
      const { rows, places, total } = await walk(query, 'invoicing.fees', position);
      const fees = await presentFees(transaction, rows);
      return { fees: fees.map((fee, index) => ({ fee, behind: places[index] ?? '' })), total };
    });
  }
}

/** The fees of usage that the filters select. */
const chargeFees = async (transaction: TenantTransaction, filters: FeeFilters) =>
  feesFound(transaction, filters, await restrictFees(transaction, filters)).where('charge_id', 'is not', null);

const recordOf = (fee: Fee, event: object): object => ({
  ...event,
  svc_fee_id: fee.svc_id,
  svc_invoice_id: fee.svc_invoice_id,
  external_customer_id: fee.external_customer_id,
  external_subscription_id: fee.external_subscription_id,
  code: fee.item.code,
  fee_created_at: fee.created_at,
});

const pageOf = (records: object[], next: Place | null, walked: number, total: number | null): ExportPage => ({
  rows: rowsOfKind(billedEventsKind, records),
  walked,
  next: next && JSON.stringify(next),
  total,
});
