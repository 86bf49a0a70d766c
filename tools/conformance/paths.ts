// Paths into JSON: a.b[0].c   a[-1]   a[key=value]   a[k.l=value&m=value2].b   a.length

type Part = { key: string } | { index: number } | { where: [path: string, value: string][] };

/** @throws Error if the text is no path */
export function parsePath(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '.') at++;
    else if (text[at] === '[') {
      const end = text.indexOf(']', at);
      if (end < 0) throw new Error(`unclosed [ in path '${text}'`);
      parts.push(selector(text.slice(at + 1, end), text));
      at = end + 1;
    } else {
      let end = at;
      while (end < text.length && text[end] !== '.' && text[end] !== '[') end++;
      parts.push({ key: text.slice(at, end) });
      at = end;
    }
  }
  return parts;
}

function selector(inner: string, text: string): Part {
  if (/^-?\d+$/.test(inner)) return { index: Number(inner) };
  const where = inner.split('&').map((condition): [string, string] => {
    const equals = condition.indexOf('=');
    if (equals < 0) throw new Error(`bad selector [${inner}] in path '${text}'`);
    return [condition.slice(0, equals), condition.slice(equals + 1)];
  });
  return { where };
}

/** The value at a path; undefined if there is none. */
export function getPath(value: unknown, text: string): unknown {
  let found = value;
  for (const part of parsePath(text)) {
    if (found === undefined || found === null) return undefined;
    found = follow(found, part);
  }
  return found;
}

function follow(value: unknown, part: Part): unknown {
  if ('index' in part) return Array.isArray(value) ? value.at(part.index) : undefined;
  if ('where' in part)
    return Array.isArray(value)
      ? value.find((item: unknown) =>
          part.where.every(([path, expected]) => {
            const actual = getPath(item, path);
            return actual !== undefined && String(actual) === expected;
          }),
        )
      : undefined;
  if (part.key === 'length' && (Array.isArray(value) || typeof value === 'string')) return value.length;
  return Reflect.get(Object(value), part.key);
}
