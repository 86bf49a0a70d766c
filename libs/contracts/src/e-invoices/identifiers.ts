import type { Identifier } from './parties.js';

/** Schemes of electronic addresses (EAS) that Peppol routes to. */
const peppolSchemes = new Set(
  (
    '0002 0007 0009 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0195 0196 0198 0199 ' +
    '0200 0201 0204 0208 0209 0210 0211 0216 0218 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 ' +
    '9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 ' +
    '9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959'
  ).split(' '),
);
/** Schemes outside Peppol: e-mail, and networks of their own. */
const furtherSchemes = new Set(
  '0037 0147 0154 0158 0170 0177 0193 0194 0202 0203 0205 0212 0213 0215 0217 0219 0220 AN AQ AS AU EM'.split(' '),
);

export const isPeppolScheme = (scheme: string): boolean => peppolSchemes.has(scheme);
export const isAddressScheme = (scheme: string): boolean => peppolSchemes.has(scheme) || furtherSchemes.has(scheme);

const digitsOf = (text: string): number[] => [...text].map(Number);
const weighted = (text: string, weights: readonly number[]): number =>
  digitsOf(text).reduce((sum, digit, place) => sum + digit * (weights[place] as number), 0);

/** GS1: from the right, every second digit counts three times. */
const isGln = (id: string): boolean =>
  digitsOf(id)
    .reverse()
    .reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 1 : 3), 0) %
    10 ===
  0;
const isKbo = (id: string): boolean => 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8));
const isNorwegian = (id: string): boolean => weighted(id, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
/** Luhn's check digit. */
const isSwedish = (id: string): boolean =>
  digitsOf(id).reduce((sum, digit, place) => {
    const double = digit * (place % 2 === 0 ? 2 : 1);
    return sum + (double > 9 ? double - 9 : double);
  }, 0) %
    10 ===
  0;
const isAbn = (id: string): boolean => (weighted(id, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;

/** The form of identifiers, and their check digits (PEPPOL-COMMON-R040 to R053). */
const forms: Record<string, { form: RegExp; isRight?: (id: string) => boolean }> = {
  '0007': { form: /^\d{10}$/, isRight: isSwedish },
  '0088': { form: /^\d{13}$/, isRight: isGln },
  '0096': { form: /^\d{10}$/ },
  '0151': { form: /^\d{11}$/, isRight: isAbn },
  '0184': { form: /^(DK)?\d{8}$/ },
  '0192': { form: /^\d{9}$/, isRight: isNorwegian },
  '0198': { form: /^DK\d{8}$/ },
  '0208': { form: /^\d{10}$/, isRight: isKbo },
  EM: { form: /^[^\s@]+@[^\s@]+$/ },
};

/** Whether an identifier has the form and check digits of its scheme, as far as these are known. */
export function isWellFormed({ id, scheme }: Identifier): boolean {
  const rule = scheme === null ? undefined : forms[scheme];
  return rule === undefined || (rule.form.test(id) && (rule.isRight?.(id) ?? true));
}

/** Registers with a scheme of ISO 6523, by country and form of their numbers. */
const registers: readonly { country: string; form: RegExp; scheme: string }[] = [
  { country: 'FR', form: /^\d{9}$/, scheme: '0002' },
  { country: 'FR', form: /^\d{14}$/, scheme: '0009' },
  { country: 'BE', form: /^\d{10}$/, scheme: '0208' },
  { country: 'NL', form: /^\d{8}$/, scheme: '0106' },
  { country: 'DK', form: /^\d{8}$/, scheme: '0184' },
  { country: 'SE', form: /^\d{10}$/, scheme: '0007' },
  { country: 'NO', form: /^\d{9}$/, scheme: '0192' },
];

/** Without blanks and punctuation, in capital letters. */
export const compact = (text: string): string => text.replace(/[\s.\-/]/g, '').toUpperCase();

/** A number of a register of companies, with its scheme if the register has one. */
export function registrationOf(number: string, country: string | null): Identifier {
  const id = compact(number).replace(/^BE/, '');
  const found = registers.find((register) => register.country === country && register.form.test(id));
  const known = found && { id, scheme: found.scheme };
  return known && isWellFormed(known) ? known : { id: number, scheme: null };
}

/** Schemes of electronic addresses that are VAT numbers, by the number's prefix. */
const vatSchemes: Record<string, string> = {
  AD: '9922',
  AL: '9923',
  AT: '9914',
  BA: '9924',
  BE: '9925',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DK: '0184',
  DE: '9930',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FR: '9957',
  GB: '9932',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '0211',
  LI: '9936',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MC: '9940',
  ME: '9941',
  MK: '9942',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  RS: '9948',
  SI: '9949',
  SK: '9950',
  SM: '9951',
  TR: '9952',
};

/** The electronic address that follows from numbers of a register and for VAT. */
export const derivedAddress = (registration: Identifier | null, vatId: string | null): Identifier | null =>
  registration?.scheme && isPeppolScheme(registration.scheme) ? registration : vatId ? addressOfVatId(vatId) : null;

/** Countries whose VAT numbers contain the number of the register, after the prefix. */
const enterprises: Record<string, { scheme: string; digits: number }> = {
  BE: { scheme: '0208', digits: 10 },
  NO: { scheme: '0192', digits: 9 },
  SE: { scheme: '0007', digits: 10 },
};

function addressOfVatId(vatId: string): Identifier | null {
  const country = vatId.slice(0, 2);
  const enterprise = enterprises[country];
  const registered = enterprise && { id: vatId.slice(2, 2 + enterprise.digits), scheme: enterprise.scheme };
  if (registered && isWellFormed(registered)) return registered;
  const scheme = vatSchemes[country];
  return scheme ? { id: vatId, scheme } : null;
}
