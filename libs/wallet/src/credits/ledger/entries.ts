import type { PaymentMethodReference } from '@tollgate/contracts';
import { newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { Decimal, matchFundings, type CreditAmount, type Funding } from '@tollgate/rating';
import { sectionsOfSale, type ChosenSections } from '../../model/custom-sections/section-selection.js';
import { consume } from '../../model/transactions/consumptions.repository.js';
import {
  insertTransaction,
  updateTransaction,
  type NewTransactionRow,
  type TransactionRow,
} from '../../model/transactions/transactions.repository.js';
import { selectedSections } from '../../model/custom-sections/selected-sections.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { lowerBalance, raiseBalance } from './balance.js';

/** The fields of a transaction besides its amount. */
export interface EntryFields {
  source?: TransactionRow['source'];
  priority?: number;
  name?: string | null;
  metadata?: TransactionRow['metadata'];
  purchaseOrderNumber?: string | null;
  requiresPayment?: boolean;
  /** The payment method of the request. */
  paymentMethod?: PaymentMethodReference;
  /** The payment method type when the request has no method; else the wallet's type applies. */
  paymentMethodType?: TransactionRow['payment_method_type'];
  ruleId?: string | null;
  sections?: ChosenSections | undefined;
  invoiceId?: string | null;
  creditNoteId?: string | null;
  voidedInvoiceId?: string | null;
  reserved?: boolean;
  /** The invoices of failed sales that this one replaces. */
  replacedInvoiceIds?: string[];
}

const defaultPriority = 50;

/** Builds the row of a transaction that settles at once. */
export function entryOf(
  wallet: WalletRow,
  kind: TransactionRow['transaction_status'],
  credits: CreditAmount,
  fields: EntryFields,
  now: Instant,
): NewTransactionRow {
  const inbound = kind === 'granted' || kind === 'purchased';
  const at = new Date(now);
  return {
    id: newId(),
    organization_id: wallet.organization_id,
    wallet_id: wallet.id,
    transaction_type: inbound ? 'inbound' : 'outbound',
    transaction_status: kind,
    status: 'settled',
    source: fields.source ?? 'manual',
    amount_cents: credits.amountCents,
    credit_amount: credits.creditAmount.toFixed(),
    remaining_amount_cents: inbound ? credits.amountCents : null,
    priority: fields.priority ?? defaultPriority,
    name: fields.name ?? null,
    metadata: JSON.stringify(fields.metadata ?? []),
    purchase_order_number: fields.purchaseOrderNumber ?? null,
    invoice_requires_successful_payment: fields.requiresPayment ?? wallet.invoice_requires_successful_payment,
    payment_method_type:
      fields.paymentMethod?.payment_method_type ?? fields.paymentMethodType ?? wallet.payment_method_type,
    payment_method_id: fields.paymentMethod?.payment_method_id ?? null,
    payment_method_given: fields.paymentMethod !== undefined,
    recurring_rule_id: fields.ruleId ?? null,
    skip_invoice_custom_sections: fields.sections?.skips ?? false,
    invoice_id: fields.invoiceId ?? null,
    credit_note_id: fields.creditNoteId ?? null,
    voided_invoice_id: fields.voidedInvoiceId ?? null,
    reserved: fields.reserved ?? false,
    settled_at: at,
    failed_at: null,
    created_at: at,
  };
}

/** Inserts a transaction with its selected texts. */
async function insertEntry(
  transaction: TenantTransaction,
  row: NewTransactionRow,
  { sections }: EntryFields,
  now: Instant,
): Promise<TransactionRow> {
  const written = await insertTransaction(transaction, row);
  if (sections && sections.ids.length > 0) await selectedSections.replace(transaction, row.id, sections.ids, now);
  return written;
}

export async function publishCreated(
  transaction: TenantTransaction,
  wallet: WalletRow,
  row: Pick<TransactionRow, 'id'>,
  now: Instant,
): Promise<void> {
  await publishAllCreated(transaction, [{ wallet, row, now }]);
}

export async function publishAllCreated(
  transaction: TenantTransaction,
  created: { wallet: WalletRow; row: Pick<TransactionRow, 'id'>; now: Instant }[],
): Promise<void> {
  await transaction.appendAll(
    'wallet_transaction.created',
    created.map(({ wallet: { customer_id: key }, row, now: occurredAt }) => ({
      id: newId(),
      key,
      occurredAt,
      payload: { wallet_transaction_id: row.id },
    })),
  );
}

/** Grants credits without a payment: they are available at once (wallets, section 3.1). The caller holds the wallet. */
export async function grant(
  transaction: TenantTransaction,
  wallet: WalletRow,
  credits: CreditAmount,
  fields: EntryFields,
  now: Instant,
): Promise<TransactionRow> {
  const row = await insertEntry(transaction, entryOf(wallet, 'granted', credits, fields, now), fields, now);
  await publishCreated(transaction, wallet, row, now);
  const change = { amountCents: credits.amountCents, credits: credits.creditAmount, now };
  await raiseBalance(transaction, wallet, change, { returned: row.voided_invoice_id !== null });
  return row;
}

/** Sells credits and requests their invoice: its payment makes them available (wallets, section 3.5). */
export async function sell(
  transaction: TenantTransaction,
  wallet: WalletRow,
  credits: CreditAmount,
  fields: EntryFields,
  now: Instant,
): Promise<TransactionRow> {
  const pending = { status: 'pending', remaining_amount_cents: null, settled_at: null } as const;
  const entry = { ...entryOf(wallet, 'purchased', credits, fields, now), ...pending };
  const row = await insertEntry(transaction, entry, fields, now);
  await publishCreated(transaction, wallet, row, now);
  const sections = await sectionsOfSale(transaction, fields.sections, wallet);
  const sold = {
    wallet_transaction_id: row.id,
    wallet_id: wallet.id,
    customer_id: wallet.customer_id,
    billing_entity_id: wallet.billing_entity_id,
    currency: wallet.currency,
    amount_cents: Number(row.amount_cents),
    credit_amount: credits.creditAmount.toFixed(),
    rate_amount: wallet.rate_amount,
    name: row.name,
    purchase_order_number: row.purchase_order_number,
    requires_successful_payment: row.invoice_requires_successful_payment,
    ...(fields.replacedInvoiceIds?.length ? { replaced_invoice_ids: fields.replacedInvoiceIds } : {}),
    ...(row.payment_method_type === 'manual' ? { skip_psp: true } : {}),
    ...(sections ? { custom_sections: sections } : {}),
  };
  await transaction.append('wallet.credits_sold', wallet.customer_id, sold, now);
  return row;
}

/** Takes credits off a wallet and off the inbound transactions that fund them. The caller holds the wallet. */
export async function voidCredits(
  transaction: TenantTransaction,
  wallet: WalletRow,
  { credits, fundings }: { credits: CreditAmount; fundings: Funding[] },
  fields: EntryFields,
  now: Instant,
): Promise<TransactionRow> {
  const shares = matchFundings(fundings, credits.amountCents);
  if (!shares) throw new Error('the inbound transactions do not cover a checked void');
  const row = await insertEntry(transaction, entryOf(wallet, 'voided', credits, fields, now), fields, now);
  await consume(transaction, [{ outboundId: row.id, shares, at: new Date(now) }]);
  // The credit note publishes its refund itself (wallets, section 9).
  if (row.credit_note_id === null) await publishCreated(transaction, wallet, row, now);
  await lowerBalance(transaction, wallet, { amountCents: credits.amountCents, credits: credits.creditAmount, now });
  return row;
}

/** Makes paid credits available; a second call changes nothing. The caller holds the wallet. */
export async function settle(
  transaction: TenantTransaction,
  wallet: WalletRow,
  row: TransactionRow,
  now: Instant,
): Promise<void> {
  if (row.status === 'settled') return;
  await updateTransaction(transaction, row.id, {
    status: 'settled',
    settled_at: new Date(now),
    failed_at: null,
    remaining_amount_cents: row.amount_cents,
  });
  await publishUpdated(transaction, wallet, row, now);
  const credits = new Decimal(row.credit_amount);
  await raiseBalance(transaction, wallet, { amountCents: row.amount_cents, credits, now });
}

/** Fails pending credits; settled ones stay settled, and failed ones may settle later. */
export async function fail(
  transaction: TenantTransaction,
  wallet: WalletRow,
  row: TransactionRow,
  now: Instant,
): Promise<void> {
  if (row.status !== 'pending') return;
  await updateTransaction(transaction, row.id, { status: 'failed', failed_at: new Date(now) });
  await publishUpdated(transaction, wallet, row, now);
}

async function publishUpdated(
  transaction: TenantTransaction,
  wallet: WalletRow,
  { id }: TransactionRow,
  now: Instant,
): Promise<void> {
  await transaction.append('wallet_transaction.updated', wallet.customer_id, { wallet_transaction_id: id }, now);
}
