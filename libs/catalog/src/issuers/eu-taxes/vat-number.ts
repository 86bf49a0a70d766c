/** The pattern of a VAT number after its two-letter country prefix; Greece uses `EL`. */
const patterns: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{8}|\d{8}[A-Z]|[A-Z]\d{7}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** A VAT number in the two parts of the registry's interface. */
export interface VatNumber {
  /** Its first two letters, `EL` for Greece. */
  prefix: string;
  /** Its country, ISO 3166-1. */
  country: string;
  number: string;
}

/** Reads a VAT number; ignores blanks, points and dashes. @returns null if it is not well-formed */
export function readVatNumber(text: string | null): VatNumber | null {
  const plain = (text ?? '').toUpperCase().replace(/[\s.-]/g, '');
  const [prefix, number] = [plain.slice(0, 2), plain.slice(2)];
  if (!Object.hasOwn(patterns, prefix) || !patterns[prefix]?.test(number)) return null;
  return { prefix, country: prefix === 'EL' ? 'GR' : prefix, number };
}

export const isWellFormed = (text: string | null): boolean => readVatNumber(text) !== null;
