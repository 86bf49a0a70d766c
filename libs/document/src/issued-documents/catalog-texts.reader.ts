import { readItemTexts, readPartTexts, readTranslatedSections, readTranslatedTaxes } from '@tollgate/catalog/reader';
import type { CreditNote, Fee, SingleInvoice } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import type { CatalogTexts } from '../content/customer-texts.js';

/**
 * Reads the texts that documents translate, in a constant number of statements.
 * @param invoices with the plans of the subscriptions that notes reduce, too
 */
export async function readCatalogTexts(
  transaction: TenantTransaction,
  invoices: SingleInvoice[],
  notes: CreditNote[] = [],
): Promise<CatalogTexts> {
  const taxCodes = [...invoices, ...notes].flatMap(({ applied_taxes: taxes }) => taxes.map((tax) => tax.tax_code));
  const sections = invoices.flatMap((invoice) => invoice.applied_invoice_custom_sections);
  const fees = [
    ...invoices.flatMap((invoice) => invoice.fees),
    ...notes.flatMap(({ items }) => items.flatMap(({ fee }) => fee ?? [])),
  ];
  const periods = invoices.flatMap((invoice) => invoice.billing_periods);
  const planIds = [...new Set(periods.map((period) => period.svc_plan_id))];
  const items = await readItemTexts(transaction, { ...itemsOf(fees), planIds });
  const { filters, commitments, coupons } = await readPartTexts(transaction, {
    filterIds: [...new Set(fees.flatMap((fee) => fee.svc_charge_filter_id ?? []))],
    planIds: fees.some(({ item }) => item.type === 'commitment') ? planIds : [],
    couponIds: couponsOf(invoices),
  });
  const bySubscription = <T>(texts: ReadonlyMap<string, T>): Map<string, T> =>
    new Map(
      periods.flatMap(({ svc_subscription_id: id, svc_plan_id: planId }) => {
        const found = texts.get(planId);
        return found ? [[id, found] as const] : [];
      }),
    );
  return {
    taxes: await readTranslatedTaxes(transaction, [...new Set(taxCodes)]),
    sections: await readTranslatedSections(transaction, [...new Set(sections.map(({ code }) => code))]),
    items,
    plans: bySubscription(items),
    filters,
    commitments: bySubscription(commitments),
    coupons,
  };
}

const couponsOf = (invoices: SingleInvoice[]): string[] => [
  ...new Set(
    invoices.flatMap(({ credits }) => credits.flatMap(({ item }) => (item.type === 'coupon' ? item.svc_item_id : []))),
  ),
];

function itemsOf(fees: Fee[]) {
  const idsOf = (pick: (fee: Fee) => string | null) => [...new Set(fees.flatMap((fee) => pick(fee) ?? []))];
  return {
    chargeIds: idsOf((fee) => fee.svc_charge_id),
    fixedChargeIds: idsOf((fee) => fee.svc_fixed_charge_id),
    addOnIds: idsOf(({ item }) => (item.type === 'add_on' ? item.svc_item_id : null)),
  };
}
