import { escapeSigns } from '@tollgate/platform';

/** Text that a page contains unchanged: it is already HTML. */
export class Markup {
  constructor(readonly text: string) {}
}

/** A value inside a template: text is escaped, markup is not, and null leaves nothing. */
export type Inserted = string | number | Markup | Markup[] | null;

function inserted(value: Inserted): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(({ text }) => text).join('');
  return escapeSigns(String(value));
}

/** Builds HTML from a template. It escapes the texts inside, so that no stored text becomes markup. */
export function markup(parts: TemplateStringsArray, ...values: Inserted[]): Markup {
  return new Markup(parts.map((part, index) => part + inserted(values[index] ?? null)).join(''));
}
