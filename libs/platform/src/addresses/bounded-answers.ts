import type { Socket } from 'node:net';

/** A peer begins an answer beyond the bound. */
class AnswerTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE';
}

const lengthBytes = 4;

/**
 * Ends a connection whose peer begins an answer beyond a bound, before it takes memory. The client would collect any
 * number of bytes. Each answer of Kafka begins with its length, in four bytes.
 */
export function boundAnswers(socket: Pick<Socket, 'on' | 'destroy'>, mostBytes: number): void {
  let head = Buffer.alloc(0);
  /** Bytes of the present answer that are still to come. */
  let rest = 0;
  socket.on('data', (data: Buffer) => {
    for (let at = 0; at < data.length;) {
      if (rest > 0) {
        const passed = Math.min(rest, data.length - at);
        rest -= passed;
        at += passed;
        continue;
      }
      const part = data.subarray(at, at + lengthBytes - head.length);
      head = Buffer.concat([head, part]);
      at += part.length;
      if (head.length < lengthBytes) return;
      rest = head.readInt32BE();
      head = Buffer.alloc(0);
      if (rest < 0 || rest > mostBytes) {
        socket.destroy(new AnswerTooLarge(`an answer of ${rest} bytes`));
        return;
      }
    }
  });
}
