import { Markup } from './markup.js';

/** A longer code is text, which a narrow screen breaks. */
const longestCode = 28;
const part = String.raw`[\p{L}\p{M}\d.,%]+`;
/** Words and digits, joined by signs that lines could break at. */
const code = String.raw`(?<![\p{L}\p{M}\d.,%])${part}(?:[-–/]${part})+`;
const patterns = new Map<string, RegExp>();

/** Days as a language writes them, and codes. */
function patternOf(language: string): RegExp {
  const known = patterns.get(language);
  if (known) return known;
  const pattern = new RegExp(`${dayPattern(language)}|${code}`, 'gu');
  patterns.set(language, pattern);
  return pattern;
}

/** The order of day, month and year, with the names of the months. */
function dayPattern(language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const days = Array.from({ length: 12 }, (_, month) => format.formatToParts(Date.UTC(2024, month, 1)));
  const names = days.flat().flatMap(({ type, value }) => (type === 'month' ? [value] : []));
  // The first of a French month is an ordinal number.
  const digits = String.raw`\d{1,4}(?:er)?`;
  const month = names.every((name) => /^\d+$/.test(name)) ? digits : `(?:${names.map(literal).join('|')})`;
  const patternFor = ({ type, value }: Intl.DateTimeFormatPart): string => {
    if (type === 'literal') return literal(value);
    return type === 'month' ? month : digits;
  };
  return (days[0] ?? []).map(patternFor).join('');
}

const literal = (text: string): string => text.replaceAll('.', String.raw`\.`);

/**
 * Keeps each day and each short code on one line. Amounts and other numbers have no spaces that lines break at.
 * @param language BCP 47
 */
export function unbroken({ text: html }: Markup, language: string): Markup {
  const pattern = patternOf(language);
  const wrapped = (found: string): string =>
    found.length > longestCode || !/\d/.test(found) ? found : `<span class="whole">${found}</span>`;
  return new Markup(html.replaceAll(/>[^<]+/g, (text) => text.replaceAll(pattern, wrapped)));
}
