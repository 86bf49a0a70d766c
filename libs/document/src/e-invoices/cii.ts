import { absolute, amountText } from './amounts.js';
import type { Deduction, EInvoice, EInvoiceLine, Hundredths, PaymentMeans, Period, TradeParty } from './model.js';
import { objectTypeCode, type VatSubtotal, type VatTreatment } from './model.js';
import { electronicAddressOf, type Profile } from '@tollgate/contracts/e-invoices';
import { specificationOf } from './specifications.js';
import { identified, writeXml, type Content, type Elements } from './xml.js';

const standard = 'urn:un:unece:uncefact:data:standard';
const namespaces = {
  rsm: `${standard}:CrossIndustryInvoice:100`,
  ram: `${standard}:ReusableAggregateBusinessInformationEntity:100`,
  qdt: `${standard}:QualifiedDataType:100`,
  udt: `${standard}:UnqualifiedDataType:100`,
};

/** Writes a Cross Industry Invoice (UN/CEFACT D16B), the syntax of Factur-X. */
export function writeCii(model: EInvoice, profile: Profile): string {
  const { customization, process, typeCode } = specificationOf(model, profile);
  return writeXml('rsm:CrossIndustryInvoice', namespaces, {
    'rsm:ExchangedDocumentContext': {
      'ram:BusinessProcessSpecifiedDocumentContextParameter': { 'ram:ID': process },
      'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': customization },
    },
    'rsm:ExchangedDocument': {
      'ram:ID': model.number,
      'ram:TypeCode': typeCode,
      'ram:IssueDateTime': dayOf(model.issueDate),
      'ram:IncludedNote': model.notes.map(({ subject, text }) => ({
        'ram:Content': text,
        'ram:SubjectCode': subject,
      })),
    },
    'rsm:SupplyChainTradeTransaction': {
      'ram:IncludedSupplyChainTradeLineItem': model.lines.map(lineOf),
      'ram:ApplicableHeaderTradeAgreement': {
        'ram:BuyerReference': model.buyerReference,
        'ram:SellerTradeParty': partyOf(model.seller, profile),
        'ram:BuyerTradeParty': partyOf(model.buyer, profile),
        'ram:BuyerOrderReferencedDocument': { 'ram:IssuerAssignedID': model.purchaseOrder },
      },
      // Its absence would be invalid, also where nothing is delivered.
      'ram:ApplicableHeaderTradeDelivery': deliveryOf(model),
      'ram:ApplicableHeaderTradeSettlement': settlementOf(model, profile),
    },
  });
}

const dayOf = (day: string | null): Content =>
  day && { 'udt:DateTimeString': { '@format': '102', '#': day.replaceAll('-', '') } };

const periodOf = (period: Period | null): Content =>
  period && { 'ram:StartDateTime': dayOf(period.from), 'ram:EndDateTime': dayOf(period.to) };

/** Lines and deductions that are not subject to VAT have no rate (BR-O-05). */
const categoryOf = ({ category, rate }: Pick<VatTreatment, 'category' | 'rate'>): Elements => ({
  'ram:TypeCode': 'VAT',
  'ram:CategoryCode': category,
  'ram:RateApplicablePercent': category === 'O' ? null : rate.toFixed(),
});

/** An allowance or charge; the sign says which. */
const adjustmentOf = (
  { isCharge, amount, reason, reasonCode }: Pick<Deduction, 'amount' | 'reason' | 'reasonCode'> & { isCharge: boolean },
  further: Elements = {},
): Elements => ({
  'ram:ChargeIndicator': { 'udt:Indicator': String(isCharge) },
  'ram:ActualAmount': amountText(absolute(amount)),
  'ram:ReasonCode': isCharge ? null : reasonCode,
  'ram:Reason': reason,
  ...further,
});

const lineOf = (line: EInvoiceLine): Elements => ({
  'ram:AssociatedDocumentLineDocument': {
    'ram:LineID': line.id,
    'ram:IncludedNote': { 'ram:Content': line.note },
  },
  'ram:SpecifiedTradeProduct': {
    'ram:SellerAssignedID': line.itemCode,
    'ram:Name': line.name,
    'ram:Description': line.description,
    'ram:ApplicableProductCharacteristic': line.attributes.map(({ name, value }) => ({
      'ram:Description': name,
      'ram:Value': value,
    })),
  },
  'ram:SpecifiedLineTradeAgreement': { 'ram:NetPriceProductTradePrice': { 'ram:ChargeAmount': line.price.toFixed() } },
  'ram:SpecifiedLineTradeDelivery': { 'ram:BilledQuantity': { '@unitCode': 'C62', '#': line.quantity.toFixed() } },
  'ram:SpecifiedLineTradeSettlement': {
    'ram:ApplicableTradeTax': categoryOf(line.vat),
    'ram:BillingSpecifiedPeriod': periodOf(line.period),
    'ram:SpecifiedTradeAllowanceCharge':
      line.rounding === 0n
        ? null
        : adjustmentOf({ isCharge: line.rounding > 0n, amount: line.rounding, reason: 'Rounding', reasonCode: null }),
    'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': amountText(line.amount) },
    'ram:AdditionalReferencedDocument': line.objectId && {
      'ram:IssuerAssignedID': line.objectId,
      'ram:TypeCode': objectTypeCode,
    },
  },
});

function partyOf(party: TradeParty, profile: Profile): Elements {
  const { address, contact } = party;
  return {
    'ram:ID': party.identifier,
    'ram:Name': party.name,
    'ram:SpecifiedLegalOrganization': { 'ram:ID': identified(party.registration) },
    'ram:DefinedTradeContact': {
      'ram:PersonName': contact.name,
      'ram:TelephoneUniversalCommunication': { 'ram:CompleteNumber': contact.phone },
      'ram:EmailURIUniversalCommunication': { 'ram:URIID': contact.email },
    },
    'ram:PostalTradeAddress': {
      'ram:PostcodeCode': address.zipcode,
      'ram:LineOne': address.line1,
      'ram:LineTwo': address.line2,
      'ram:CityName': address.city,
      'ram:CountryID': address.country,
      'ram:CountrySubDivisionName': address.state,
    },
    'ram:URIUniversalCommunication': { 'ram:URIID': identified(electronicAddressOf(party, profile)) },
    'ram:SpecifiedTaxRegistration': [
      party.vatId ? { 'ram:ID': { '@schemeID': 'VA', '#': party.vatId } } : null,
      party.taxNumber ? { 'ram:ID': { '@schemeID': 'FC', '#': party.taxNumber } } : null,
    ],
  };
}

/** UNTDID 2475. */
const dueOnInvoicing = '5';

const deliveryOf = ({ deliverTo, deliveryDate }: EInvoice): Elements => ({
  'ram:ShipToTradeParty': deliverTo && {
    'ram:PostalTradeAddress': {
      'ram:PostcodeCode': deliverTo.zipcode,
      'ram:CityName': deliverTo.city,
      'ram:CountryID': deliverTo.country,
    },
  },
  'ram:ActualDeliverySupplyChainEvent': { 'ram:OccurrenceDateTime': dayOf(deliveryDate) },
});

function paymentOf({ code, account }: PaymentMeans): Elements {
  return {
    'ram:TypeCode': code,
    'ram:PayeePartyCreditorFinancialAccount': account && {
      'ram:IBANID': account.iban,
      'ram:AccountName': account.holder,
    },
    'ram:PayeeSpecifiedCreditorFinancialInstitution': { 'ram:BICID': account?.bic },
  };
}

/** @param dueCode when VAT is due (BT-8), as the syntax has it: with one of the subtotals */
const subtotalOf = (
  { base, tax, reason, category, rate }: VatSubtotal,
  profile: Profile,
  dueCode: string | null,
): Elements => ({
  'ram:CalculatedAmount': amountText(tax),
  'ram:TypeCode': 'VAT',
  'ram:ExemptionReason': reason?.text,
  'ram:BasisAmount': amountText(base),
  'ram:CategoryCode': category,
  'ram:ExemptionReasonCode': reason?.code,
  'ram:DueDateTypeCode': dueCode,
  'ram:RateApplicablePercent': category === 'O' && !profile.ratesEveryCategory ? null : rate.toFixed(),
});

function settlementOf(model: EInvoice, profile: Profile): Elements {
  return {
    'ram:PaymentReference': model.paymentMeans.account && model.number,
    'ram:TaxCurrencyCode': model.convertedVat?.currency,
    'ram:InvoiceCurrencyCode': model.currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': paymentOf(model.paymentMeans),
    'ram:ApplicableTradeTax': model.vat.map((subtotal, place) =>
      subtotalOf(subtotal, profile, model.isVatDueOnInvoicing && place === 0 ? dueOnInvoicing : null),
    ),
    'ram:BillingSpecifiedPeriod': periodOf(model.period),
    'ram:SpecifiedTradeAllowanceCharge': model.deductions.map((deduction) =>
      adjustmentOf(
        { ...deduction, isCharge: deduction.amount < 0n },
        { 'ram:CategoryTradeTax': categoryOf(deduction.vat) },
      ),
    ),
    'ram:SpecifiedTradePaymentTerms': {
      'ram:Description': model.paymentTerms,
      'ram:DueDateDateTime': dayOf(model.dueDate),
    },
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': totalsOf(model),
    'ram:InvoiceReferencedDocument': precedingOf(model),
  };
}

/** The syntax has one such document at most: the latest; a note names all of them. */
function precedingOf({ precedingInvoices: [latest] }: EInvoice): Content {
  if (!latest) return null;
  const day = latest.issueDate?.replaceAll('-', '');
  return {
    'ram:IssuerAssignedID': latest.number,
    'ram:FormattedIssueDateTime': day && { 'qdt:DateTimeString': { '@format': '102', '#': day } },
  };
}

function totalsOf({ totals, currency, convertedVat: converted }: EInvoice): Elements {
  const optional = (amount: Hundredths) => (amount === 0n ? null : amountText(amount));
  return {
    'ram:LineTotalAmount': amountText(totals.lines),
    'ram:ChargeTotalAmount': optional(totals.charges),
    'ram:AllowanceTotalAmount': optional(totals.allowances),
    'ram:TaxBasisTotalAmount': amountText(totals.withoutVat),
    'ram:TaxTotalAmount': [
      { '@currencyID': currency, '#': amountText(totals.vat) },
      ...(converted === null ? [] : [{ '@currencyID': converted.currency, '#': amountText(converted.amount) }]),
    ],
    'ram:RoundingAmount': optional(totals.rounding),
    'ram:GrandTotalAmount': amountText(totals.withVat),
    'ram:TotalPrepaidAmount': optional(totals.paid),
    'ram:DuePayableAmount': amountText(totals.payable),
  };
}
