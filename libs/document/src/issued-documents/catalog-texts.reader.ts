import { readItemTexts, readTranslatedSections, readTranslatedTaxes } from '@tollgate/catalog/reader';
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
  const items = await readItemTexts(transaction, {
    ...itemsOf(fees),
    planIds: [...new Set(periods.map((period) => period.svc_plan_id))],
  });
  return {
    taxes: await readTranslatedTaxes(transaction, [...new Set(taxCodes)]),
    sections: await readTranslatedSections(transaction, [...new Set(sections.map(({ code }) => code))]),
    items,
    plans: new Map(
      periods.flatMap(({ svc_subscription_id: id, svc_plan_id: planId }) => {
        const texts = items.get(planId);
        return texts ? [[id, texts] as const] : [];
      }),
    ),
  };
}

function itemsOf(fees: Fee[]) {
  const idsOf = (pick: (fee: Fee) => string | null) => [...new Set(fees.flatMap((fee) => pick(fee) ?? []))];
  return {
    chargeIds: idsOf((fee) => fee.svc_charge_id),
    fixedChargeIds: idsOf((fee) => fee.svc_fixed_charge_id),
    addOnIds: idsOf(({ item }) => (item.type === 'add_on' ? item.svc_item_id : null)),
  };
}
