import { isInEu, rateOn, standardRates, territories, type Territory } from './eu-countries.js';
import { isWellFormed } from './vat-number.js';

/** A tax for an organization with EU VAT. */
export interface EuTax {
  code: string;
  name: string;
  /** Percent, decimal text. */
  rate: string;
}

/** The inputs of a customer's VAT. */
export interface TaxedParty {
  country: string | null;
  zipcode: string | null;
  taxIdentificationNumber: string | null;
}

export const euTaxPrefix = 'svc_eu_';
export const reverseChargeCode = `${euTaxPrefix}reverse_charge`;
export const taxExemptCode = `${euTaxPrefix}tax_exempt`;

export const standardCode = (country: string): string => `${euTaxPrefix}${country.toLowerCase()}_standard`;

const codeOfTerritory = ({ country, name }: Territory): string =>
  `${euTaxPrefix}${country.toLowerCase()}_exception_${name
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')}`;

/** All taxes of the Union, at the rates of a day (catalog, section 13). @param day `YYYY-MM-DD` */
export function euTaxes(day: string): EuTax[] {
  const standard = Object.entries(standardRates).map(([country, rates]) => ({
    code: standardCode(country),
    name: `${country} Standard`,
    rate: rateOn(rates, day),
  }));
  const exceptions = territories.map((territory) => ({
    code: codeOfTerritory(territory),
    name: `${territory.country} ${territory.name} Standard`,
    rate: rateOn(territory.rates, day),
  }));
  return [
    ...[...standard, ...exceptions].flatMap((tax) => (tax.rate === null ? [] : [{ ...tax, rate: tax.rate }])),
    { code: reverseChargeCode, name: 'Reverse Charge', rate: '0' },
    { code: taxExemptCode, name: 'Tax Exempt', rate: '0' },
  ];
}

/** The tax of the territory that a post code lies in, or null. A French territory needs a well-formed VAT number. */
function territoryCode({ country, zipcode, taxIdentificationNumber }: TaxedParty, day: string): string | null {
  const postCode = zipcode?.replace(/\s/g, '') ?? '';
  const territory = territories.find(
    (candidate) =>
      candidate.country === country &&
      candidate.postCodes.test(postCode) &&
      rateOn(candidate.rates, day) !== null &&
      (country !== 'FR' || isWellFormed(taxIdentificationNumber)),
  );
  return territory ? codeOfTerritory(territory) : null;
}

/**
 * The tax by the customer's address alone: of its territory, its country, the issuer's country, or none
 * (invoices, section 4.5).
 */
export function taxByPlace(customer: TaxedParty, issuerCountry: string, day: string): string {
  const territory = territoryCode(customer, day);
  if (territory) return territory;
  if (!customer.country) return standardCode(issuerCountry);
  return isInEu(customer.country) ? standardCode(customer.country) : taxExemptCode;
}

/**
 * The tax of a customer. A well-formed VAT number outside of special territories needs the registry's answer.
 * @returns its code, or null if the registry must answer first
 */
export function euTaxOf(customer: TaxedParty, issuerCountry: string, day: string): string | null {
  const isOpen = territoryCode(customer, day) === null && isWellFormed(customer.taxIdentificationNumber);
  return isOpen ? null : taxByPlace(customer, issuerCountry, day);
}

/** The tax of a customer with a valid VAT number. @param vatCountry the country that the number belongs to */
export function taxOfValidNumber(customer: TaxedParty, vatCountry: string, issuerCountry: string, day: string): string {
  if (vatCountry !== issuerCountry) return reverseChargeCode;
  return territoryCode({ ...customer, country: issuerCountry }, day) ?? standardCode(issuerCountry);
}
