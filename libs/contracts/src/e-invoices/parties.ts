/**
 * VAT categories (UNTDID 5305): standard rate, zero rate, exempt, reverse charge, not subject, export, supply within the
 * Community.
 */
export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'O' | 'G' | 'K';

/** Why no VAT is charged: a code of the VATEX list, a text, or both. */
export interface VatReason {
  code: string | null;
  text: string;
}

/** An identifier with the scheme that issues it: ISO 6523 for registrations, EAS for electronic addresses. */
export interface Identifier {
  id: string;
  scheme: string | null;
}

/** A seller or buyer (BG-4, BG-7). */
export interface TradeParty {
  /** Assigned by the issuer (BT-29, BT-46). */
  identifier: string;
  name: string;
  /** BT-30, BT-47. */
  registration: Identifier | null;
  /** With its country's prefix (BT-31, BT-48). */
  vatId: string | null;
  /** The seller's number without such a prefix (BT-32). */
  taxNumber: string | null;
  address: {
    line1: string | null;
    line2: string | null;
    city: string | null;
    zipcode: string | null;
    state: string | null;
    /** ISO 3166; null is never valid. */
    country: string | null;
  };
  /** BG-6, BG-9. */
  contact: { name: string | null; phone: string | null; email: string | null };
  /** BT-34, BT-49: as set, and the one that follows from its numbers; a profile may take its e-mail. */
  electronicAddress: Identifier | null;
  derivedAddress: Identifier | null;
}
