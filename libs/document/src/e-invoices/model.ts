import type { Decimal } from '@tollgate/rating';

/**
 * An amount in hundredths of the main unit: EN 16931 allows two decimals in every currency. A yen is 100 of them, a
 * tenth of a fils none.
 */
export type Hundredths = bigint;

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

export interface VatTreatment {
  category: VatCategory;
  /** Percent; 0 for all categories but S. */
  rate: Decimal;
  /** Only of E, AE, O, G and K. */
  reason: VatReason | null;
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

/** Days `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

/** BG-25. */
export interface EInvoiceLine {
  /** From 1. */
  id: string;
  name: string;
  description: string | null;
  /** BT-155. */
  itemCode: string;
  /** Negative on lines below zero, since prices never are. */
  quantity: Decimal;
  /** Main units. */
  price: Decimal;
  /** The amount less quantity × price, where a currency without hundredths rounds: a charge, or below 0 an allowance. */
  rounding: Hundredths;
  amount: Hundredths;
  vat: Pick<VatTreatment, 'category' | 'rate'>;
  period: Period | null;
}

/** A deduction of the whole document at one VAT rate (BG-20), or below 0 a charge (BG-21). */
export interface Deduction {
  amount: Hundredths;
  /** UNTDID 5189. */
  reasonCode: string | null;
  reason: string;
  vat: Pick<VatTreatment, 'category' | 'rate'>;
}

/** BG-23. */
export interface VatSubtotal extends VatTreatment {
  base: Hundredths;
  tax: Hundredths;
}

/** BG-22. */
export interface Totals {
  /** BT-106. */
  lines: Hundredths;
  /** BT-107. */
  allowances: Hundredths;
  /** BT-108. */
  charges: Hundredths;
  /** BT-109. */
  withoutVat: Hundredths;
  /** BT-110. */
  vat: Hundredths;
  /** BT-112. */
  withVat: Hundredths;
  /** BT-113. */
  paid: Hundredths;
  /** BT-114. */
  rounding: Hundredths;
  /** BT-115. */
  payable: Hundredths;
}

/** How an amount is paid (UNTDID 4461), with the account of a transfer (BG-17). */
export interface PaymentMeans {
  code: '1' | '30' | '57' | '58' | '97';
  account: BankAccount | null;
}

export interface BankAccount {
  /** IBAN, or an account number. */
  number: string;
  bic: string | null;
  holder: string | null;
}

/** An invoice or credit note in the terms of EN 16931; writers turn it into CII or UBL. */
export interface EInvoice {
  /** Of the invoice or credit note that it shows. */
  subjectId: string;
  number: string;
  /** UNTDID 1001: invoice, prepayment invoice, self-billed invoice, credit note. */
  typeCode: '380' | '386' | '389' | '381';
  isSelfBilled: boolean;
  issueDate: string;
  /** Absent on credit notes. */
  dueDate: string | null;
  currency: string;
  buyerReference: string;
  purchaseOrder: string | null;
  notes: string[];
  /** The number of a credit note's invoice (BG-3). */
  precedingInvoice: string | null;
  deliveryDate: string;
  /** From the first to the last day of its lines (BG-14). */
  period: Period | null;
  seller: TradeParty;
  buyer: TradeParty;
  /** Only of supplies within the Community (BG-15). */
  deliverTo: Pick<TradeParty['address'], 'city' | 'zipcode' | 'country'> | null;
  paymentMeans: PaymentMeans;
  paymentTerms: string;
  lines: EInvoiceLine[];
  deductions: Deduction[];
  vat: VatSubtotal[];
  totals: Totals;
}

export const isCreditNote = ({ typeCode }: Pick<EInvoice, 'typeCode'>): boolean => typeCode === '381';
