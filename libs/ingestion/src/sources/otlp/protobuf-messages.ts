import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { BadRequest } from '@tollgate/platform';
import { otlpBounds } from './otlp-bounds.js';

type Scalar = 'text' | 'hex' | 'base64' | 'boolean' | 'integer' | 'double' | 'nanoseconds' | 'number';

/** A field of a message: its name in JSON, and its type or message. */
interface Field {
  name: string;
  type: Scalar | (() => MessageType);
  isList?: true;
}

/** The fields of a message that are read, by number; all others are passed over. */
export type MessageType = Readonly<Record<number, Field>>;

const wireTypes: Record<Scalar, WireType> = {
  text: WireType.LengthDelimited,
  hex: WireType.LengthDelimited,
  base64: WireType.LengthDelimited,
  boolean: WireType.Varint,
  integer: WireType.Varint,
  number: WireType.Varint,
  double: WireType.Bit64,
  nanoseconds: WireType.Bit64,
};

const readers: Record<Scalar, (reader: BinaryReader) => unknown> = {
  text: (reader) => reader.string(),
  hex: (reader) => Buffer.from(reader.bytes()).toString('hex'),
  base64: (reader) => Buffer.from(reader.bytes()).toString('base64'),
  boolean: (reader) => reader.bool(),
  integer: (reader) => String(reader.int64()),
  number: (reader) => reader.int32(),
  double: (reader) => reader.double(),
  nanoseconds: (reader) => String(reader.fixed64()),
};

const isGroup = (wire: WireType): boolean => wire === WireType.StartGroup || wire === WireType.EndGroup;

/** Decodes messages within the bounds of a body, which all of them share. */
class Decoder {
  private messages = 0;

  decode(bytes: Uint8Array, type: MessageType, depth: number): Record<string, unknown> {
    this.messages += 1;
    if (this.messages > otlpBounds.messages || depth > otlpBounds.depth)
      throw new BadRequest('the body has too many or too deep messages');
    const reader = new BinaryReader(bytes);
    const members = new Map<string, unknown>();
    while (reader.pos < reader.len) {
      const [number, wire] = reader.tag();
      if (isGroup(wire)) throw new BadRequest('the body has groups, which OTLP does not know');
      const field = type[number];
      if (!field || wire !== wireOf(field)) {
        reader.skip(wire, number);
        continue;
      }
      const value = this.valueOf(reader, field, depth);
      if (!field.isList) members.set(field.name, value);
      else if (members.has(field.name)) (members.get(field.name) as unknown[]).push(value);
      else members.set(field.name, [value]);
    }
    return Object.fromEntries(members);
  }

  private valueOf(reader: BinaryReader, { type }: Field, depth: number): unknown {
    return typeof type === 'function' ? this.decode(reader.bytes(), type(), depth + 1) : readers[type](reader);
  }
}

const wireOf = ({ type }: Field): WireType => (typeof type === 'function' ? WireType.LengthDelimited : wireTypes[type]);

/**
 * Decodes a message of Protocol Buffers to the form that it has in JSON.
 * @throws BadRequest for bytes that are no message, and beyond the bounds
 */
export function decodeMessage(bytes: Uint8Array, type: MessageType): Record<string, unknown> {
  try {
    return new Decoder().decode(bytes, type, 0);
  } catch (error) {
    if (error instanceof BadRequest) throw error;
    throw new BadRequest('the body is not readable as Protocol Buffers');
  }
}
