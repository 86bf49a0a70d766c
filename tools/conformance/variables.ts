// Variables of scenarios: {{name}}, and {{unix:ISO}} for Unix seconds.
import { isObject } from './operators.ts';

export type Variables = Record<string, unknown>;

/** Replaces variables at any depth. A text that is only a variable gets the type of its value. @throws Error */
export function fill(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') {
    const [, name] = /^\{\{([^}]+)\}\}$/.exec(value) ?? [];
    return name === undefined ? fillText(value, variables) : lookUp(name, variables);
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, variables));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [fillText(key, variables), fill(inner, variables)]),
    );
  return value;
}

/** Replaces variables inside a text, which stays a text. @throws Error */
export const fillText = (text: string, variables: Variables): string =>
  text.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => String(lookUp(name, variables)));

function lookUp(name: string, variables: Variables): unknown {
  if (name.startsWith('unix:')) return Math.floor(Date.parse(name.slice(5)) / 1000);
  if (!(name in variables)) throw new Error(`variable {{${name}}} was never saved`);
  return variables[name];
}
