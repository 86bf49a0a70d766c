/**
 * Numbers in JSON, without loss. A number that a double keeps is read as a number. Any other (more digits than it has,
 * or an exponent that its text would show) is read as the text of the same number, in the one grammar of decimals:
 * `12345678901234567890` becomes `"12345678901234567890"`, `1e-7` becomes `"0.0000001"`. Fields that want numbers take
 * such text and judge its range; what callers fill as they like, such as event properties, keeps it, digit by digit.
 */

/** Whether a text can hold such a number at all; most hold none. */
const suspicious = /\d[\d.]{15}|\d[eE][-+]?\d|0\.0{6}/;

/** The two tokens of JSON that may hold digits. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

const exactDoubleDigits = 15;
const longestExponent = 100;

/** @param json well-formed JSON @returns the same with numbers that would lose something as texts */
export const withExactNumbers = (json: string): string =>
  suspicious.test(json)
    ? json.replace(tokens, (token) => (token.startsWith('"') || isExact(token) ? token : `"${plainNumber(token)}"`))
    : json;

/** Whether the double nearest to a number is written with the same value and without an exponent. */
function isExact(token: string): boolean {
  const read = String(Number(token));
  if (read === token) return !read.includes('e');
  const significant = token
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '').length;
  return significant <= exactDoubleDigits && /^-?[\d.]+$/.test(read);
}

/** A number without its exponent; one of an absurd size is left as it is, and is no number to anybody. */
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

// Unlike any text that a caller can store.
const mark = '\u0000whole:';
const marked = /"\\u0000whole:(-?\d+)"/g;

/** JSON of an answer; whole numbers of any size keep all of their digits. */
export function exactJson(payload: unknown): string {
  try {
    return JSON.stringify(payload);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const text = JSON.stringify(payload, (_, value: unknown) => (typeof value === 'bigint' ? `${mark}${value}` : value));
  return text.replace(marked, '$1');
}
