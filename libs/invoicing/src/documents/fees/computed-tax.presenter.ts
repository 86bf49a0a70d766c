import { centsNumber, type Decimal } from '@tollgate/rating';
import type { PricedInvoice } from '../../model/line-items/new-invoice.js';

/** Presents a computed tax, which is not stored and has no id. @param currency of the amount */
export function presentComputedTax(
  { code, rate, amountCents }: { code: string; rate: Decimal; amountCents: bigint },
  taxes: PricedInvoice['taxes'],
  currency: string,
) {
  const tax = taxes.get(code);
  return {
    svc_id: null,
    svc_tax_id: tax?.id ?? null,
    tax_name: tax?.name ?? '',
    tax_code: code,
    tax_rate: rate.toNumber(),
    tax_description: tax?.description ?? null,
    amount_cents: centsNumber(amountCents),
    amount_currency: currency,
    created_at: null,
  };
}
