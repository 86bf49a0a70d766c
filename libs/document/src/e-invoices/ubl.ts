import { absolute, amountText } from './amounts.js';
import {
  isCreditNote,
  objectTypeCode,
  type EInvoice,
  type EInvoiceLine,
  type Hundredths,
  type Note,
  type TradeParty,
} from './model.js';
import type { Deduction, PaymentMeans, Period, VatSubtotal, VatTreatment } from './model.js';
import { electronicAddressOf, type Profile } from '@tollgate/contracts/e-invoices';
import { specificationOf } from './specifications.js';
import { identified, writeXml, type Content, type Elements } from './xml.js';

const oasis = 'urn:oasis:names:specification:ubl:schema:xsd';

/** Writes UBL 2.1: an `Invoice`, or a `CreditNote`, whose root an invoice with its type would lack (BR-CL-01). */
export function writeUbl(model: EInvoice, profile: Profile): string {
  const root = isCreditNote(model) ? 'CreditNote' : 'Invoice';
  const namespaces = {
    '': `${oasis}:${root}-2`,
    cac: `${oasis}:CommonAggregateComponents-2`,
    cbc: `${oasis}:CommonBasicComponents-2`,
  };
  return writeXml(root, namespaces, {
    ...headOf(model, profile),
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(model.seller, profile) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(model.buyer, profile) },
    'cac:Delivery': deliveryOf(model),
    'cac:PaymentMeans': paymentOf(model.paymentMeans, model.number),
    'cac:PaymentTerms': { 'cbc:Note': model.paymentTerms },
    'cac:AllowanceCharge': model.deductions.map((deduction) => deductionOf(deduction, model.currency)),
    'cac:TaxTotal': [taxOf(model, profile), ...convertedTaxOf(model)],
    'cac:LegalMonetaryTotal': totalsOf(model),
    [`cac:${root}Line`]: model.lines.map((line) => lineOf(line, model)),
  });
}

const money = (amount: Hundredths, currency: string): Elements => ({
  '@currencyID': currency,
  '#': amountText(amount),
});

const scheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };

/** Lines and deductions that are not subject to VAT have no rate (BR-O-05). */
const categoryOf = ({ category, rate }: Pick<VatTreatment, 'category' | 'rate'>): Elements => ({
  'cbc:ID': category,
  'cbc:Percent': category === 'O' ? null : rate.toFixed(),
  ...scheme,
});

const periodOf = (period: Period | null): Content =>
  period && { 'cbc:StartDate': period.from, 'cbc:EndDate': period.to };

/** When VAT is due (BT-8): on the issue date of the invoice (UNTDID 2005). */
const dueOnInvoicing = '3';

/** The syntax has no place for the subject of a note (BT-21). */
const noteOf = ({ subject, text }: Note): string => (subject === null ? text : `#${subject}#${text}`);

function headOf(model: EInvoice, profile: Profile): Elements {
  const { customization, process, typeCode } = specificationOf(model, profile);
  const type = isCreditNote(model) ? { 'cbc:CreditNoteTypeCode': typeCode } : { 'cbc:InvoiceTypeCode': typeCode };
  return {
    'cbc:CustomizationID': customization,
    'cbc:ProfileID': process,
    'cbc:ID': model.number,
    'cbc:IssueDate': model.issueDate,
    'cbc:DueDate': isCreditNote(model) ? null : model.dueDate,
    ...type,
    'cbc:Note': profile.hasOneNote ? model.notes.map(({ text }) => text).join('\n') : model.notes.map(noteOf),
    'cbc:DocumentCurrencyCode': model.currency,
    'cbc:TaxCurrencyCode': model.convertedVat?.currency,
    'cbc:BuyerReference': model.buyerReference,
    'cac:InvoicePeriod': {
      'cbc:StartDate': model.period?.from,
      'cbc:EndDate': model.period?.to,
      'cbc:DescriptionCode': model.isVatDueOnInvoicing ? dueOnInvoicing : null,
    },
    'cac:OrderReference': { 'cbc:ID': model.purchaseOrder },
    'cac:BillingReference': model.precedingInvoices.map(({ number, issueDate }) => ({
      'cac:InvoiceDocumentReference': { 'cbc:ID': number, 'cbc:IssueDate': issueDate },
    })),
  };
}

function partyOf(party: TradeParty, profile: Profile): Elements {
  const { address, contact } = party;
  return {
    'cbc:EndpointID': identified(electronicAddressOf(party, profile)),
    'cac:PartyIdentification': { 'cbc:ID': party.identifier },
    'cac:PostalAddress': {
      'cbc:StreetName': address.line1,
      'cbc:AdditionalStreetName': address.line2,
      'cbc:CityName': address.city,
      'cbc:PostalZone': address.zipcode,
      'cbc:CountrySubentity': address.state,
      'cac:Country': { 'cbc:IdentificationCode': address.country },
    },
    'cac:PartyTaxScheme': [
      party.vatId ? { 'cbc:CompanyID': party.vatId, ...scheme } : null,
      party.taxNumber ? { 'cbc:CompanyID': party.taxNumber, 'cac:TaxScheme': { 'cbc:ID': 'FC' } } : null,
    ],
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': party.name,
      'cbc:CompanyID': identified(party.registration),
    },
    'cac:Contact': {
      'cbc:Name': contact.name,
      'cbc:Telephone': contact.phone,
      'cbc:ElectronicMail': contact.email,
    },
  };
}

const deliveryOf = ({ deliveryDate, deliverTo }: EInvoice): Elements => ({
  'cbc:ActualDeliveryDate': deliveryDate,
  'cac:DeliveryLocation': deliverTo && {
    'cac:Address': {
      'cbc:CityName': deliverTo.city,
      'cbc:PostalZone': deliverTo.zipcode,
      'cac:Country': { 'cbc:IdentificationCode': deliverTo.country },
    },
  },
});

const paymentOf = ({ code, account }: PaymentMeans, number: string): Elements => ({
  'cbc:PaymentMeansCode': code,
  'cbc:PaymentID': account && number,
  'cac:PayeeFinancialAccount': account && {
    'cbc:ID': account.iban,
    'cbc:Name': account.holder,
    'cac:FinancialInstitutionBranch': { 'cbc:ID': account.bic },
  },
});

/** An allowance; one below 0 is a charge. */
const deductionOf = ({ amount, reason, reasonCode, vat }: Deduction, currency: string): Elements => ({
  'cbc:ChargeIndicator': amount < 0n ? 'true' : 'false',
  'cbc:AllowanceChargeReasonCode': amount < 0n ? null : reasonCode,
  'cbc:AllowanceChargeReason': reason,
  'cbc:Amount': money(absolute(amount), currency),
  'cac:TaxCategory': categoryOf(vat),
});

function taxOf({ vat, totals, currency }: EInvoice, profile: Profile): Elements {
  const subtotalOf = ({ base, tax, reason, ...treatment }: VatSubtotal): Elements => ({
    'cbc:TaxableAmount': money(base, currency),
    'cbc:TaxAmount': money(tax, currency),
    'cac:TaxCategory': {
      'cbc:ID': treatment.category,
      'cbc:Percent': treatment.category === 'O' && !profile.ratesEveryCategory ? null : treatment.rate.toFixed(),
      'cbc:TaxExemptionReasonCode': reason?.code,
      'cbc:TaxExemptionReason': reason?.text,
      ...scheme,
    },
  });
  return { 'cbc:TaxAmount': money(totals.vat, currency), 'cac:TaxSubtotal': vat.map(subtotalOf) };
}

/** A second total without a breakdown (BT-111). */
const convertedTaxOf = ({ convertedVat: converted }: EInvoice): Elements[] =>
  converted === null ? [] : [{ 'cbc:TaxAmount': money(converted.amount, converted.currency) }];

function totalsOf({ totals, currency }: EInvoice): Elements {
  const optional = (amount: Hundredths) => (amount === 0n ? null : money(amount, currency));
  return {
    'cbc:LineExtensionAmount': money(totals.lines, currency),
    'cbc:TaxExclusiveAmount': money(totals.withoutVat, currency),
    'cbc:TaxInclusiveAmount': money(totals.withVat, currency),
    'cbc:AllowanceTotalAmount': optional(totals.allowances),
    'cbc:ChargeTotalAmount': optional(totals.charges),
    'cbc:PrepaidAmount': optional(totals.paid),
    'cbc:PayableRoundingAmount': optional(totals.rounding),
    'cbc:PayableAmount': money(totals.payable, currency),
  };
}

function lineOf(line: EInvoiceLine, model: EInvoice): Elements {
  const quantity = isCreditNote(model) ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity';
  return {
    'cbc:ID': line.id,
    'cbc:Note': line.note,
    [quantity]: { '@unitCode': 'C62', '#': line.quantity.toFixed() },
    'cbc:LineExtensionAmount': money(line.amount, model.currency),
    'cac:InvoicePeriod': periodOf(line.period),
    'cac:DocumentReference': line.objectId && { 'cbc:ID': line.objectId, 'cbc:DocumentTypeCode': objectTypeCode },
    'cac:AllowanceCharge':
      line.rounding === 0n
        ? null
        : {
            'cbc:ChargeIndicator': line.rounding > 0n ? 'true' : 'false',
            'cbc:AllowanceChargeReason': 'Rounding',
            'cbc:Amount': money(absolute(line.rounding), model.currency),
          },
    'cac:Item': {
      'cbc:Description': line.description,
      'cbc:Name': line.name,
      'cac:SellersItemIdentification': { 'cbc:ID': line.itemCode },
      'cac:ClassifiedTaxCategory': categoryOf(line.vat),
      'cac:AdditionalItemProperty': line.attributes.map(({ name, value }) => ({
        'cbc:Name': name,
        'cbc:Value': value,
      })),
    },
    'cac:Price': { 'cbc:PriceAmount': { '@currencyID': model.currency, '#': line.price.toFixed() } },
  };
}
