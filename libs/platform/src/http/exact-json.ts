/**
 * Lossless numbers in JSON. A number that a double represents exactly is read as a number. Any other (too many digits,
 * or an exponent in its text) is read as text in the common decimal grammar: `12345678901234567890` becomes
 * `"12345678901234567890"`, `1e-7` becomes `"0.0000001"`. Number fields accept such text and check its range; free-form
 * input, such as event properties, stores it digit by digit.
 */

/** Whether a text may contain such a number at all; most do not. */
const suspicious = /\d[\d.]{15}|\d[eE][-+]?\d|0\.0{6}/;

/** The two JSON tokens that may contain digits. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

const exactDoubleDigits = 15;
const longestExponent = 100;

/** @param json well-formed JSON @returns the same, with text in place of numbers that would lose precision */
export const withExactNumbers = (json: string): string =>
  suspicious.test(json)
    ? json.replace(tokens, (token) => (token.startsWith('"') || isExact(token) ? token : `"${plainNumber(token)}"`))
    : json;

/** Whether the nearest double prints the same value without an exponent. */
function isExact(token: string): boolean {
  const read = String(Number(token));
  if (read === token) return !read.includes('e');
  const significant = token
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '').length;
  return significant <= exactDoubleDigits && /^-?[\d.]+$/.test(read);
}

/** Writes a number without its exponent; one of an absurd size stays as it is, and no field accepts it as a number. */
function plainNumber(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(token) ?? [];
  const shift = Number(exponent);
  if (Math.abs(shift) > longestExponent) return token;
  const digits = `${'0'.repeat(Math.max(-shift, 0))}${whole}${fraction}${'0'.repeat(Math.max(shift - fraction.length, 0))}`;
  const point = Math.max(-shift, 0) + whole.length + shift;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
  const right = digits.slice(point).replace(/0+$/, '');
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

// A prefix that callers cannot store.
const mark = '\u0000whole:';
const marked = /"\\u0000whole:(-?\d+)"/g;

/** Serializes an answer; whole numbers of any size retain all digits. */
export function exactJson(payload: unknown): string {
  try {
    return JSON.stringify(payload);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const text = JSON.stringify(payload, (_, value: unknown) => (typeof value === 'bigint' ? `${mark}${value}` : value));
  return text.replace(marked, '$1');
}
