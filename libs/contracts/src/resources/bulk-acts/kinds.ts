import type { ServiceName } from '../../services.js';
import { applyCoupon, changePlans, endSubscriptions, requestPayments } from './customer-acts.js';
import {
  addInvoiceMetadata,
  finalizeInvoices,
  refreshInvoices,
  retryInvoicePayments,
  sendInvoices,
  voidCreditNotes,
  voidInvoices,
} from './invoice-acts.js';

/** Every act that a job can make on many records. */
export const bulkActKinds = [
  finalizeInvoices,
  refreshInvoices,
  voidInvoices,
  retryInvoicePayments,
  sendInvoices,
  addInvoiceMetadata,
  applyCoupon,
  requestPayments,
  endSubscriptions,
  changePlans,
  voidCreditNotes,
] as const;

type Kind = (typeof bulkActKinds)[number];

/** The name of an act. */
export type BulkActName = Kind['name'];
/** The acts that a service performs. */
export type BulkActsOf<Service extends ServiceName> = Extract<Kind, { service: Service }>['name'];
/** The arguments of an act. */
export type BulkActArguments<Name extends BulkActName> = Extract<Kind, { name: Name }>['arguments'];

export const bulkActNames = bulkActKinds.map(({ name }) => name) as [BulkActName, ...BulkActName[]];

/** The kinds of records that acts are on. */
export const bulkActRecords = [...new Set(bulkActKinds.map(({ records }) => records.name))] as [string, ...string[]];

const kinds = new Map<BulkActName, Kind>(bulkActKinds.map((kind) => [kind.name, kind]));

/** The act of a name. */
export function bulkActKindOf(name: BulkActName): Kind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`no act ${name}`);
  return kind;
}
