import { base } from '../base.js';
import { asOrganization, Refusal } from './client.js';
import { MessageParser, type StreamMessage } from './stream-messages.js';

const retryMs = 3_000;

/** Receives the messages of a stream. */
export interface Follower {
  onOpen(): void;
  onMessage(message: StreamMessage): void;
  /** The stream could not be opened, and is tried again after the `Retry-After` of the answer. */
  onRefusal(refusal: Refusal): void;
}

/**
 * Follows a stream until it is aborted. A stream that ends is opened again, after its last message. A browser's own
 * reader of streams cannot send the headers of a call.
 * @param path below `/api/v1`, with its query
 */
export async function followStream(
  organizationId: string,
  path: string,
  signal: AbortSignal,
  follower: Follower,
): Promise<void> {
  let lastId: string | undefined;
  while (!signal.aborted) {
    let waitMs = retryMs;
    try {
      const response = await fetch(`${base}/api/v1${path}`, {
        headers: {
          'X-Tollgate-Console': '1',
          ...asOrganization(organizationId),
          ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
        },
        signal,
      });
      if (!response.ok || !response.body) {
        waitMs = Math.max(Number(response.headers.get('retry-after') ?? 0) * 1_000, retryMs);
        follower.onRefusal(new Refusal(response.status, codeOf(response.status)));
        if (response.status === 403) return;
      } else {
        follower.onOpen();
        for await (const message of messagesOf(response.body)) {
          lastId = message.id;
          follower.onMessage(message);
        }
      }
    } catch {
      if (signal.aborted) return;
      follower.onRefusal(new Refusal(0, 'offline'));
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

const codeOf = (status: number): string =>
  status === 401 ? 'unauthorized' : status === 429 ? 'too_many_requests' : 'unexpected';

async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  const parser = new MessageParser();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield* parser.take(read.value);
}
