import { sql, type RawBuilder } from 'kysely';
import { Decimal, unusualExponents } from '@tollgate/rating';

const usualDigits = 2;
/** The longest amount has 15 digits before its point. */
const amount = /^\d{1,15}(?:[.,]\d{1,4})?$/;

/** The decimal that a person typed, with the point or comma of its language; undefined for any other text. */
export function typedAmount(term: string): Decimal | undefined {
  const compact = term.replaceAll(/[\s\u00a0\u202f']/g, '');
  const lastSeparator = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','));
  const whole = compact.slice(0, lastSeparator === -1 ? undefined : lastSeparator);
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(whole);
  const text = isGrouped ? `${whole.replaceAll(/[.,]/g, '')}${compact.slice(whole.length)}` : compact;
  return amount.test(text) ? new Decimal(text.replace(',', '.')) : undefined;
}

/** SQL for rows with an amount that a person typed, in the minor units of each currency; undefined for no amount. */
export function hasAmount(term: string, cents: string, currency: string): RawBuilder<boolean> | undefined {
  const typed = typedAmount(term);
  if (!typed) return undefined;
  const [column, code] = [sql.ref(cents), sql.ref(currency)];
  const unusual = unusualExponents.map(([one]) => one);
  const conditions = [...new Set([usualDigits, ...unusualExponents.map(([, digits]) => digits)])].flatMap((digits) => {
    const minor = typed.times(new Decimal(10).pow(digits));
    if (!minor.isInteger()) return [];
    const codes = unusualExponents.filter(([, own]) => own === digits).map(([one]) => one);
    const ofDigits =
      digits === usualDigits ? sql`${code} <> all(${unusual}::text[])` : sql`${code} = any(${codes}::text[])`;
    return [sql`(${column} = ${minor.toFixed()}::bigint and ${ofDigits})`];
  });
  return conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
