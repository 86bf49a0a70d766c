import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** A service's answer: its body complete if it is known to be small, else as a stream; null without a body. */
export interface ServiceAnswer {
  statusCode: number;
  headers: IncomingHttpHeaders;
  body: Buffer | Readable | null;
}

/** Answers up to this size are forwarded in one piece: a stream would cost more. */
const smallBytes = 64 * 1024;

/**
 * Receives the answer to one call.
 * @throws by its promise the error that interrupted the call before its head, or a small body, arrived
 */
export class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly answer: Promise<ServiceAnswer>;
  private resolve!: (answer: ServiceAnswer) => void;
  private reject!: (error: Error) => void;
  private head: Omit<ServiceAnswer, 'body'> | undefined;
  private readonly parts: Buffer[] = [];
  private stream: Readable | undefined;

  constructor() {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** This method marks the handler as one of the current interface. */
  onRequestStart(): void {}

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    // An informational status may precede the answer.
    if (statusCode < 200) return;
    this.head = { statusCode, headers };
    if (Number(headers['content-length'] ?? Infinity) <= smallBytes) return;
    this.stream = new Readable({
      read: () => controller.resume(),
      // A disconnected caller needs no more of it; after the end, this has no effect.
      destroy: (error, done) => {
        controller.abort(error ?? new Error('no caller reads the answer'));
        done(error);
      },
    });
    this.resolve({ ...this.head, body: this.stream });
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    if (!this.stream) this.parts.push(part);
    else if (!this.stream.push(part)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.stream) return void this.stream.push(null);
    const [first = null, ...more] = this.parts;
    if (this.head) this.resolve({ ...this.head, body: more.length === 0 ? first : Buffer.concat(this.parts) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.stream) this.stream.destroy(error);
    else this.reject(error);
  }
}
