/** Characters of a reference behind its check digits. */
const mostCharacters = 21;

/**
 * Writes the number of an invoice as a structured creditor reference (ISO 11649): `RF18 5390 0754 7034` of
 * `539007547034`. Banks check its digits, so a mistyped one is refused. Signs between letters and digits are left out.
 * @returns without spaces; null for a number with no or too many letters and digits
 */
export function creditorReference(number: string): string | null {
  const plain = number.toUpperCase().replaceAll(/[^A-Z\d]/g, '');
  if (plain === '' || plain.length > mostCharacters) return null;
  return `RF${String(98n - remainderOf(`${plain}RF00`)).padStart(2, '0')}${plain}`;
}

/** Letters count as the numbers from 10 on (ISO 7064, MOD 97-10). */
const remainderOf = (text: string): bigint =>
  BigInt(text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10))) % 97n;
