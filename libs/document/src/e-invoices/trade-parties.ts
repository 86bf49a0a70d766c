import type { EmbeddedCustomer } from '@tollgate/contracts';
import { commonOf, electronicAddressSetting, filled, issuerParty } from '@tollgate/contracts/e-invoices';
import type { EInvoice, TradeParty, VatSubtotal } from './model.js';
import type { Issuing } from './sources.js';

function customerParty(customer: EmbeddedCustomer, { customerSettings: settings }: Issuing): TradeParty {
  const person = filled([customer.firstname, customer.lastname].flatMap((name) => filled(name) ?? []).join(' '));
  const name = filled(customer.legal_name) ?? filled(customer.name) ?? person ?? customer.external_id;
  return {
    identifier: customer.external_id,
    name,
    ...commonOf(customer),
    // E-mails may be several, separated by commas; the standard takes one.
    contact: {
      name: person ?? name,
      phone: filled(customer.phone),
      email: filled(customer.email?.split(',')[0]),
    },
    electronicAddress: electronicAddressSetting(settings),
  };
}

/** A document that is not subject to VAT has no numbers for it (BR-O-02). */
const withoutVat = (party: TradeParty): TradeParty => ({ ...party, vatId: null, taxNumber: null });

/** Seller and buyer; self-billing swaps issuer and customer (webhooks, section 8.1). */
export function tradeParties(
  customer: EmbeddedCustomer,
  issuing: Issuing,
  { isSelfBilled, vat }: { isSelfBilled: boolean; vat: readonly VatSubtotal[] },
): Pick<EInvoice, 'seller' | 'buyer'> {
  const parties = [issuerParty(issuing.issuer, issuing.issuerSettings), customerParty(customer, issuing)] as const;
  const isSubject = vat.some(({ category }) => category !== 'O');
  const [issuer, other] = isSubject ? parties : ([withoutVat(parties[0]), withoutVat(parties[1])] as const);
  const [seller, buyer] = isSelfBilled ? [other, issuer] : [issuer, other];
  // The standard knows such a number of sellers only (BT-32).
  return { seller, buyer: { ...buyer, taxNumber: null } };
}
