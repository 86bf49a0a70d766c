import { byBytes } from '@tollgate/platform';

type ParameterType =
  | 'String'
  | 'Array(String)'
  | 'Int64'
  | 'Array(Int64)'
  | 'UInt64'
  | 'Array(UInt64)'
  | 'Array(UInt32)'
  | 'Array(UInt16)'
  | 'UUID';

/** Bytes of one parameter; a server of ClickHouse refuses a field above 128 KiB. */
const longestParameter = 65_536;

/** Collects the parameters of a query; each value gets a name of its own. */
export class QueryParameters {
  readonly values: Record<string, unknown> = {};
  private readonly placeholders = new Map<string, string>();
  private count = 0;

  /** Adds a value. @returns its placeholder; a long list is the concatenation of several */
  add(value: unknown, type: ParameterType): string {
    const pieces = Array.isArray(value) ? piecesOf(value) : [value];
    const placeholders = pieces.map((piece) => this.addPiece(piece, type));
    return placeholders.length === 1 ? (placeholders[0] as string) : `arrayConcat(${placeholders.join(', ')})`;
  }

  /** Adds a value once, however often it is used. @returns its placeholder */
  addOnce(value: unknown, type: ParameterType): string {
    const content = type + JSON.stringify(value);
    const placeholder = this.placeholders.get(content) ?? this.add(value, type);
    this.placeholders.set(content, placeholder);
    return placeholder;
  }

  /** The parameters that a statement's text names. */
  usedIn(text: string): Record<string, unknown> {
    const names = new Set([...text.matchAll(/\{(p\d+):/g)].map(([, name]) => name as string));
    return Object.fromEntries([...names].map((name) => [name, this.values[name]]));
  }

  private addPiece(value: unknown, type: ParameterType): string {
    const name = `p${this.count++}`;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }
}

/** Splits a list by the bytes of its elements. */
function piecesOf(list: unknown[]): unknown[][] {
  if (list.length === 0) return [list];
  return byBytes(list, longestParameter, (value) => Buffer.byteLength(JSON.stringify(value)) + 1);
}
