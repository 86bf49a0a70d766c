import { formatAddress } from 'localized-address-format';
import type { Formats } from './formats.js';

/** An address as parties have it. */
export interface Address {
  address_line1: string | null;
  address_line2: string | null;
  zipcode: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
}

/** Texts that are present. */
export const listed = (...lines: (string | null | undefined)[]): string[] =>
  lines.flatMap((line) => (line?.trim() ? [line.trim()] : []));

/** Letters of the scripts that an address has in its own country, where that has two forms. */
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Writes an address the way of its country; it never loses a part (webhooks, section 8.1). */
export function addressLines(address: Address, formats: Formats): string[] {
  const country = listed(address.country === null ? null : formats.country(address.country));
  return [...ofCountry(address), ...country];
}

function ofCountry(address: Address): string[] {
  const streets = listed(address.address_line1, address.address_line2);
  const parts = listed(address.city, address.state, address.zipcode);
  const isLocal = eastAsian.test([...streets, ...parts].join(''));
  const lines = formatAddress(placesOf(address, streets, isLocal), isLocal ? 'local' : 'latin');
  const places = lines.filter((line) => !streets.includes(line));
  const missing = parts.filter((part) => !isIn(part, places));
  const [city, zipcode] = [address.city?.trim(), address.zipcode?.trim()];
  const lacksPlace = missing.some((part) => part === city || part === zipcode);
  return lacksPlace ? generalLines(address, streets) : [...lines, ...missing];
}

/** A Japanese city belongs to its prefecture on the same line. */
function placesOf(address: Address, streets: string[], isLocal: boolean) {
  const { country, city, state, zipcode } = address;
  const isJapanese = country === 'JP' && isLocal;
  return {
    postalCountry: country ?? '',
    administrativeArea: isJapanese ? listed(state, city).join('') : (state ?? '').trim(),
    locality: (city ?? '').trim(),
    postalCode: (zipcode ?? '').trim(),
    addressLines: streets,
  };
}

const isIn = (part: string, lines: string[]): boolean =>
  lines.some((line) => line.toLowerCase().includes(part.toLowerCase()));

/** The form of most countries. */
const generalLines = ({ zipcode, city, state }: Address, streets: string[]): string[] => [
  ...streets,
  ...listed(listed(zipcode, city).join(' '), state),
];
