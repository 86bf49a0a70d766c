import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** The answer to an accepted body in the form of JSON: empty, or with the number of refused records. */
export type PartialSuccess = Record<string, never> | { partialSuccess: Record<string, string> };

/** @param name of the number in the answer: `rejectedSpans` or `rejectedLogRecords` */
export const partialSuccess = (name: string, refused: number, message: string): PartialSuccess =>
  refused === 0 ? {} : { partialSuccess: { [name]: String(refused), errorMessage: message } };

/** The same as Protocol Buffers: `ExportTraceServiceResponse` and `ExportLogsServiceResponse` have the same numbers. */
export function encodePartialSuccess(refused: number, message: string): Buffer {
  const writer = new BinaryWriter();
  if (refused > 0)
    writer
      .tag(1, WireType.LengthDelimited)
      .fork()
      .tag(1, WireType.Varint)
      .int64(refused)
      .tag(2, WireType.LengthDelimited)
      .string(message)
      .join();
  return Buffer.from(writer.finish());
}

/** A refusal as Protocol Buffers: `google.rpc.Status` with its message. The status of HTTP decides about another try. */
export const encodeStatus = (message: string): Buffer =>
  Buffer.from(new BinaryWriter().tag(2, WireType.LengthDelimited).string(message).finish());
