import { buyerFaults, nationalProfile, profiles, sellerFaults, type PartyFault } from '@tollgate/contracts/e-invoices';
import type { EInvoice } from './model.js';
import type { ProfileName } from './sources.js';

/** A field of the issuer or customer that a format needs, by its name in the interface. */
export interface MissingField extends PartyFault {
  of: 'issuer' | 'customer';
}

/** Fields without which a document's file would be invalid; empty if nothing is missing. */
export function missingFields(model: EInvoice, profileName: ProfileName): MissingField[] {
  const countries = [model.seller, model.buyer].map(({ address }) => address.country);
  const profile = nationalProfile(profiles[profileName], countries);
  const categories = model.vat.map(({ category }) => category);
  const [seller, buyer] = model.isSelfBilled ? (['customer', 'issuer'] as const) : (['issuer', 'customer'] as const);
  return [
    ...sellerFaults(model.seller, profile, categories).map((fault) => ({ of: seller, ...fault })),
    ...buyerFaults(model.buyer, profile, categories).map((fault) => ({ of: buyer, ...fault })),
  ];
}
