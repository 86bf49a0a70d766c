import {
  addOnsKind,
  billableMetricsKind,
  chargesKind,
  couponsKind,
  exchangeRatesKind,
  featuresKind,
  fixedChargesKind,
  invoiceCustomSectionsKind,
  plansKind,
  taxRatesKind,
} from './catalog-kinds.js';
import { customersKind, subscriptionsKind } from './customer-kinds.js';
import { numberSequencesKind } from './document-kinds.js';
import type { ExportKind } from './export-kind.js';
import { appliedCouponsKind, creditNotesKind, feesKind, invoicesKind, taxesKind } from './invoice-kinds.js';
import {
  dunningCampaignsKind,
  paymentReceiptsKind,
  paymentRequestsKind,
  paymentsKind,
  walletsKind,
  walletTransactionsKind,
} from './money-kinds.js';
import { priceTestResultsKind } from './price-test-kinds.js';
import { billedEventsKind, eventsKind, usageKind } from './usage-kinds.js';

/** Every kind of records that files can have. */
export const exportKinds = [
  customersKind,
  subscriptionsKind,
  plansKind,
  chargesKind,
  fixedChargesKind,
  billableMetricsKind,
  addOnsKind,
  couponsKind,
  appliedCouponsKind,
  featuresKind,
  taxRatesKind,
  exchangeRatesKind,
  invoiceCustomSectionsKind,
  invoicesKind,
  feesKind,
  creditNotesKind,
  taxesKind,
  paymentsKind,
  paymentReceiptsKind,
  paymentRequestsKind,
  dunningCampaignsKind,
  walletsKind,
  walletTransactionsKind,
  usageKind,
  eventsKind,
  billedEventsKind,
  numberSequencesKind,
  priceTestResultsKind,
] as const;

/** The name of a kind. */
export type ExportKindName = (typeof exportKinds)[number]['name'];

export const exportKindNames = exportKinds.map(({ name }) => name) as [ExportKindName, ...ExportKindName[]];

const kinds = new Map<string, ExportKind>(exportKinds.map((kind) => [kind.name, kind]));

/** The kind of a name; undefined for files of another sort, such as an archive of documents. */
export const exportKindOf = (name: string): ExportKind | undefined => kinds.get(name);
