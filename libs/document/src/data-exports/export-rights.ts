import {
  creditNoteRoutes,
  customerRoutes,
  customerUsageRoutes,
  feeRoutes,
  invoiceRoutes,
  numberSequenceRoutes,
  paymentReceiptRoutes,
  paymentRoutes,
  permittedParts,
  walletTransactionRoutes,
  type ExportedResource,
  type Route,
} from '@tollgate/contracts';
import { Forbidden, type Rights } from '@tollgate/platform';

/** The calls that show what a file has. */
const shownBy: Record<ExportedResource, readonly Route[]> = {
  customers: [customerRoutes.list],
  invoices: [invoiceRoutes.list],
  fees: [feeRoutes.list],
  usage: [customerUsageRoutes.current],
  credit_notes: [creditNoteRoutes.list],
  taxes: [invoiceRoutes.list, creditNoteRoutes.list],
  payments: [paymentRoutes.list],
  payment_receipts: [paymentReceiptRoutes.list],
  wallet_transactions: [walletTransactionRoutes.list],
  documents: [invoiceRoutes.list, creditNoteRoutes.list, paymentReceiptRoutes.list],
  number_sequences: [numberSequenceRoutes.list],
  accounting_entries: [invoiceRoutes.list, creditNoteRoutes.list, paymentRoutes.list, customerRoutes.list],
};

const refusedPart = (may: Rights, resource: ExportedResource): Route | undefined =>
  shownBy[resource].flatMap(permittedParts).find((part) => !may(part));

/** Whether a caller may see what a file has: nothing that calls for the same would refuse. */
export const mayRead = (may: Rights, resource: ExportedResource): boolean => refusedPart(may, resource) === undefined;

/** @throws Forbidden for a resource that the caller may not view */
export function requireRead(may: Rights, resource: ExportedResource): void {
  const refused = refusedPart(may, resource);
  if (refused) throw new Forbidden(`read_action_not_allowed_for_${refused.permission}`);
}
