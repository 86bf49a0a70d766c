import type { InvoiceCredit } from '@tollgate/contracts';
import { readCoupons } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/invoicing.tables.js';
import { notesByIds, type CreditRow } from '../../model/credit-notes/credit-notes.repository.js';
import { centsNumber } from '@tollgate/rating';

type Item = Pick<InvoiceCredit['item'], 'svc_item_id' | 'code' | 'name'>;

/**
 * Presents deductions of invoices, in the same order (invoices, section 9.12). A coupon has its code and name, a credit
 * note its number and that of its own invoice, and a progressive invoice its number.
 */
export async function presentCredits(transaction: TenantTransaction, credits: CreditRow[]): Promise<InvoiceCredit[]> {
  if (credits.length === 0) return [];
  const sourcesOf = (kind: CreditRow['kind']) =>
    credits.filter((credit) => credit.kind === kind).map((credit) => credit.source_id);
  const notes = await notesByIds(transaction, sourcesOf('credit_note'));
  const invoices = await invoicesByIds(transaction, [
    ...credits.map((credit) => credit.invoice_id),
    ...sourcesOf('invoice'),
    ...notes.map((note) => note.invoice_id),
  ]);
  const numberOf = (id: string) => invoices.get(id)?.number ?? '';
  const items = new Map<string, Item>([
    ...notes.map((note): [string, Item] => [
      note.id,
      { svc_item_id: note.id, code: note.number, name: numberOf(note.invoice_id) },
    ]),
    ...sourcesOf('invoice').map((id): [string, Item] => [
      id,
      { svc_item_id: id, code: numberOf(id), name: numberOf(id) },
    ]),
    ...(await couponItems(transaction, sourcesOf('coupon'))),
  ]);
  return credits.map((credit) => ({
    svc_id: credit.id,
    amount_cents: centsNumber(credit.amount_cents),
    amount_currency: credit.currency,
    before_taxes: credit.before_taxes,
    item: { ...(items.get(credit.source_id) as Item), type: credit.kind },
    invoice: {
      svc_id: credit.invoice_id,
      payment_status: invoices.get(credit.invoice_id)?.payment_status ?? 'pending',
    },
  }));
}

async function invoicesByIds(transaction: TenantTransaction, ids: string[]) {
  const rows = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select(['id', 'number', 'payment_status'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Codes and names of coupons, by the ids of their applications to customers. */
export async function couponItems(
  transaction: TenantTransaction,
  appliedCouponIds: string[],
): Promise<[string, Item][]> {
  if (appliedCouponIds.length === 0) return [];
  const applied = await tables(transaction)
    .selectFrom('invoicing.applied_coupons')
    .select(['id', 'coupon_id'])
    .where('id', 'in', appliedCouponIds)
    .execute();
  const coupons = await readCoupons(
    transaction,
    applied.map((row) => row.coupon_id),
  );
  return applied.map((row) => {
    const coupon = coupons.get(row.coupon_id);
    return [row.id, { svc_item_id: row.coupon_id, code: coupon?.code ?? '', name: coupon?.name ?? '' }];
  });
}
