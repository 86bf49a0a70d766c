import type { FileMetaData } from 'hyparquet';

const deepest = 20;

/**
 * Makes the reader answer whole numbers for columns of decimals, which it would round.
 * @returns their digits behind the point, by name
 */
export function scaled(metadata: FileMetaData): ReadonlyMap<string, number> {
  const scales = new Map<string, number>();
  for (const element of metadata.schema) {
    const isDecimal = element.converted_type === 'DECIMAL' || element.logical_type?.type === 'DECIMAL';
    if (!isDecimal || element.type === undefined) continue;
    scales.set(element.name, element.scale ?? 0);
    // A text would be made of bytes of variable length.
    if (element.type === 'BYTE_ARRAY') throw new Error('a decimal has no fixed length');
    delete element.converted_type;
    delete element.logical_type;
  }
  return scales;
}

/** A value as JSON would have it; numbers that a double cannot hold are text, and bytes are absent. */
export function plainValue(value: unknown, scale?: number, depth = 0): unknown {
  if (value === null || value === undefined || depth > deepest) return undefined;
  if (scale !== undefined) return decimalOf(value, scale);
  if (typeof value === 'bigint')
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
  if (typeof value !== 'object') return value;
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return undefined;
  if (Array.isArray(value)) return value.map((item) => plainValue(item, undefined, depth + 1) ?? null);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
      const plain = plainValue(member, undefined, depth + 1);
      return plain === undefined ? [] : [[name, plain]];
    }),
  );
}

/** A whole number, or its bytes, divided by a power of ten, exactly. */
function decimalOf(value: unknown, scale: number): string | undefined {
  const whole = wholeOf(value);
  if (whole === null) return undefined;
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return whole < 0n ? `-${text}` : text;
}

function wholeOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : null;
  if (!(value instanceof Uint8Array) || value.length === 0 || value.length > 64) return null;
  return BigInt.asIntN(value.length * 8, BigInt(`0x${Buffer.from(value).toString('hex')}`));
}
