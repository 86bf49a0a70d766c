import { bounds, isBlank, isStorableText, type FieldErrors, type WalletTransactionCreate } from '@tollgate/contracts';
import type { Decimal } from '@tollgate/rating';
import { paymentMethodOf, type SectionSelection } from '@tollgate/subscription/reader';
import type { EntryFields } from '../../credits/ledger/entries.js';
import { creditsIn } from '../../model/inputs/credit-inputs.js';
import { readPriority, readPurchaseOrder } from '../../model/inputs/plain-inputs.js';
import { selectionIn } from '../../model/inputs/selection-input.js';
import { mostPairs, readTransactionMetadata } from '../../model/inputs/transaction-metadata.js';

const defaultPriority = 50;

/** A request for transactions as read, before its wallet is known (wallets, section 3.2). */
export interface TransactionsDraft {
  walletId: string;
  paidCredits: Decimal;
  grantedCredits: Decimal;
  voidedCredits: Decimal;
  ignoreLimits: boolean;
  /** The inbound transaction to void; null without one. It may be any text. */
  voidedTransactionId: string | null;
  /** The named payment method; the checks know whether it exists. */
  rawPaymentMethod: unknown;
  /** The texts of the sale's invoice; undefined if the request selects none. */
  selection: SectionSelection | undefined;
  /** Null leaves the choice to the wallet. */
  purchaseOrderNumber: string | null;
  requiresPayment: boolean | null;
  fields: Pick<EntryFields, 'name' | 'metadata' | 'priority' | 'paymentMethod'>;
  /** All fields that are wrong by themselves. */
  problems: FieldErrors;
  /** Wrong texts; they are reported when no other field is wrong. */
  selectionProblems: FieldErrors;
}

/** Reads a request for transactions, without looking anything up. It never throws. */
export function draftTransactions(input: WalletTransactionCreate): TransactionsDraft {
  const problems: FieldErrors = {};
  const credits = {
    paidCredits: creditsIn('paid_credits', input.paid_credits, problems),
    grantedCredits: creditsIn('granted_credits', input.granted_credits, problems),
    voidedCredits: creditsIn('voided_credits', input.voided_credits, problems),
  };
  const name = readName(input.name, problems);
  const metadata = readTransactionMetadata(input.metadata, mostPairs.transaction);
  if (typeof metadata === 'string') problems['metadata'] = [metadata];
  const priority = isBlank(input.priority) ? defaultPriority : readPriority(input.priority);
  if (priority === undefined) problems['priority'] = ['value_is_invalid'];
  const purchaseOrderNumber = readPurchaseOrder(input.purchase_order_number, problems);
  const { selection, problems: selectionProblems } = selectionIn(input.invoice_custom_section);
  return {
    walletId: input.wallet_id ?? '',
    ...credits,
    ignoreLimits: input.ignore_paid_top_up_limits === true,
    voidedTransactionId: namedTransactionId(input.voided_transaction_id),
    rawPaymentMethod: input.payment_method,
    selection,
    purchaseOrderNumber,
    requiresPayment: input.invoice_requires_successful_payment ?? null,
    fields: {
      name,
      metadata: typeof metadata === 'string' ? [] : metadata,
      priority: priority ?? defaultPriority,
      ...(input.payment_method ? { paymentMethod: paymentMethodOf(input.payment_method) } : {}),
    },
    problems,
    selectionProblems,
  };
}

/** A value that is no text names no transaction. */
function namedTransactionId(raw: unknown): string | null {
  if (isBlank(raw)) return null;
  return typeof raw === 'string' ? raw : '';
}

function readName(raw: unknown, problems: FieldErrors): string | null {
  if (raw === undefined || raw === null) return null;
  if (typeof raw !== 'string' || !isStorableText(raw)) problems['name'] = ['invalid_value'];
  else if (raw.length > bounds.line) problems['name'] = ['too_long'];
  return String(raw);
}
