import type { Identifier, TradeParty, VatCategory, VatReason } from '@tollgate/contracts/e-invoices';
import type { Decimal } from '@tollgate/rating';
import type { Days } from '../content/billing-periods.js';
import type { VatTreatment } from '../content/vat-treatment.js';

export type { Identifier, TradeParty, VatCategory, VatReason, VatTreatment };

/**
 * An amount in hundredths of the main unit: EN 16931 allows two decimals in every currency. A yen is 100 of them, a
 * tenth of a fils none.
 */
export type Hundredths = bigint;

export type Period = Days;

/** BG-32. */
export interface Attribute {
  name: string;
  value: string;
}

/** BG-25. */
export interface EInvoiceLine {
  /** From 1. */
  id: string;
  name: string;
  description: string | null;
  /** BT-127. */
  note: string | null;
  /** Of the subscription (BT-128). */
  objectId: string | null;
  attributes: Attribute[];
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
  iban: string;
  bic: string | null;
  holder: string | null;
}

/** BG-1: a text, and its subject (UNTDID 4451). */
export interface Note {
  subject: string | null;
  text: string;
}

/** BT-25, BT-26. */
export interface PrecedingInvoice {
  number: string;
  /** `YYYY-MM-DD`; null if unknown. */
  issueDate: string | null;
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
  /** The VAT in the currency of the seller's country (BT-6, BT-111); null if that is the document's. */
  convertedVat: { currency: string; amount: Hundredths } | null;
  buyerReference: string;
  purchaseOrder: string | null;
  notes: Note[];
  /** The kind of operations in France (BT-23), where the specification leaves the process open. */
  process: string | null;
  /** Whether VAT is due on invoicing (BT-8). */
  isVatDueOnInvoicing: boolean;
  /** The invoice of a credit note, and progressive invoices that an invoice deducts, the latest first (BG-3). */
  precedingInvoices: PrecedingInvoice[];
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

/** Of the identifier of an invoiced object (UNTDID 1001). */
export const objectTypeCode = '130';
