/** Replaces the parameters (`{name:Type}`) in a statement's text with literals of their types. */
export const withLiterals = (statement: string, parameters: Record<string, unknown>): string =>
  statement.replace(/\{(\w+):([\w()]+)\}/g, (_, name: string, type: string) => {
    if (!Object.hasOwn(parameters, name)) throw new Error(`No parameter ${name}`);
    return `cast(${literal(parameters[name])}, '${type}')`;
  });

function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/[\\'\0]/g, (one) => (one === '\0' ? '\\0' : `\\${one}`))}'`;
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  throw new Error(`No literal for ${String(value)}`);
}
