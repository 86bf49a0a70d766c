// The rules of EN 16931 about sums, computed from a file alone: the product checks its model before it writes.
import { Decimal, sumOf } from '@tollgate/rating';
import { XmlDocument } from 'libxml2-wasm';

type Syntax = 'cii' | 'ubl';

const namespaces: Record<Syntax, Record<string, string>> = {
  cii: {
    ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
    udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  },
  ubl: {
    cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  },
};

type Figure =
  | 'line'
  | 'allowance'
  | 'charge'
  | 'taxed'
  | 'tax'
  | 'rate'
  | 'lines'
  | 'allowances'
  | 'charges'
  | 'withoutVat'
  | 'vat'
  | 'withVat'
  | 'paid'
  | 'rounding'
  | 'payable';

const settlement = '//ram:ApplicableHeaderTradeSettlement';
const summation = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const adjustment = (isCharge: boolean): string =>
  `${settlement}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator='${isCharge}']/ram:ActualAmount`;

const paths: Record<Syntax, Record<Figure, string>> = {
  cii: {
    line: '//ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
    allowance: adjustment(false),
    charge: adjustment(true),
    taxed: `${settlement}/ram:ApplicableTradeTax/ram:BasisAmount`,
    tax: `${settlement}/ram:ApplicableTradeTax/ram:CalculatedAmount`,
    rate: `${settlement}/ram:ApplicableTradeTax/ram:RateApplicablePercent`,
    lines: `${summation}/ram:LineTotalAmount`,
    allowances: `${summation}/ram:AllowanceTotalAmount`,
    charges: `${summation}/ram:ChargeTotalAmount`,
    withoutVat: `${summation}/ram:TaxBasisTotalAmount`,
    // A second total is in the currency of the seller's country.
    vat: `${summation}/ram:TaxTotalAmount[@currencyID=${settlement}/ram:InvoiceCurrencyCode]`,
    withVat: `${summation}/ram:GrandTotalAmount`,
    paid: `${summation}/ram:TotalPrepaidAmount`,
    rounding: `${summation}/ram:RoundingAmount`,
    payable: `${summation}/ram:DuePayableAmount`,
  },
  ubl: {
    line: '/*/cac:InvoiceLine/cbc:LineExtensionAmount | /*/cac:CreditNoteLine/cbc:LineExtensionAmount',
    allowance: "/*/cac:AllowanceCharge[cbc:ChargeIndicator='false']/cbc:Amount",
    charge: "/*/cac:AllowanceCharge[cbc:ChargeIndicator='true']/cbc:Amount",
    taxed: '/*/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount',
    tax: '/*/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount',
    rate: '/*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent',
    lines: '/*/cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    allowances: '/*/cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount',
    charges: '/*/cac:LegalMonetaryTotal/cbc:ChargeTotalAmount',
    withoutVat: '/*/cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount',
    vat: '/*/cac:TaxTotal/cbc:TaxAmount[@currencyID=/*/cbc:DocumentCurrencyCode]',
    withVat: '/*/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount',
    paid: '/*/cac:LegalMonetaryTotal/cbc:PrepaidAmount',
    rounding: '/*/cac:LegalMonetaryTotal/cbc:PayableRoundingAmount',
    payable: '/*/cac:LegalMonetaryTotal/cbc:PayableAmount',
  },
};

/** The figures of a file. @returns those of one name, in order */
function readFigures(xml: string, syntax: Syntax): (figure: Figure) => Decimal[] {
  const document = XmlDocument.fromString(xml);
  const known = new Map<Figure, Decimal[]>();
  for (const [figure, path] of Object.entries(paths[syntax]) as [Figure, string][])
    known.set(
      figure,
      document.find(path, namespaces[syntax]).map((node) => new Decimal(node.content)),
    );
  document.dispose();
  return (figure) => known.get(figure) ?? [];
}

/** The sums of a file that contradict its figures, with the rules of EN 16931; none in a right file. */
export function sumFaultsOf(xml: string, syntax: Syntax): string[] {
  const figures = readFigures(xml, syntax);
  const total = (figure: Figure) => sumOf(figures(figure));
  const rules: [rule: string, is: Decimal, shouldBe: Decimal][] = [
    ['BR-CO-10', total('lines'), total('line')],
    ['BR-CO-11', total('allowances'), total('allowance')],
    ['BR-CO-12', total('charges'), total('charge')],
    ['BR-CO-13', total('withoutVat'), total('lines').minus(total('allowances')).plus(total('charges'))],
    ['BR-CO-14', total('vat'), total('tax')],
    ['BR-CO-15', total('withVat'), total('withoutVat').plus(total('vat'))],
    ['BR-CO-16', total('payable'), total('withVat').minus(total('paid')).plus(total('rounding'))],
    ['bases', total('taxed'), total('withoutVat')],
  ];
  return [
    ...rules
      .filter(([, is, shouldBe]) => !is.eq(shouldBe))
      .map(([rule, is, shouldBe]) => `${rule}: ${is.toFixed()} is not ${shouldBe.toFixed()}`),
    ...taxFaults(figures),
    ...decimalFaults(xml),
  ];
}

/** A tax differs from its rate by less than one main unit (BR-CO-17). Only VAT that is not subject has no rate. */
function taxFaults(figures: (figure: Figure) => Decimal[]): string[] {
  const rates = figures('rate');
  const isOfRates = rates.length === figures('tax').length;
  return figures('tax').flatMap((tax, place) => {
    const rate = isOfRates ? (rates[place] ?? new Decimal(0)) : new Decimal(0);
    const shouldBe = (figures('taxed')[place] ?? new Decimal(0)).times(rate).div(100);
    return tax.minus(shouldBe).abs().lt(1) ? [] : [`BR-CO-17: ${tax.toFixed()} is not ${shouldBe.toFixed(2)}`];
  });
}

/** Amounts have two decimals at most; prices have more (BR-DEC). */
function decimalFaults(xml: string): string[] {
  const amounts = xml.matchAll(/<(\w+:(?!Price|Charge)\w*Amount)\b[^>]*>[^<]*\.\d{3,}<\/\1>/g);
  return [...amounts].map(([element]) => `BR-DEC: ${element}`);
}
