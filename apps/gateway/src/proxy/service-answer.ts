import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** What a service answered: its body whole where it is known to be small, else as it comes; null where there is none. */
export interface ServiceAnswer {
  statusCode: number;
  headers: IncomingHttpHeaders;
  body: Buffer | Readable | null;
}

/** Up to so many bytes an answer is passed on in one piece: the machinery of a stream costs more than they do. */
const smallBytes = 64 * 1024;

/** Takes the answer to one call. @throws by its promise what broke the call off before its head, or a small body, was there */
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

  /** By having this a handler tells that it knows the present interface. */
  onRequestStart(): void {}

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    // Before its answer a service may say that it goes on.
    if (statusCode < 200) return;
    this.head = { statusCode, headers };
    if (Number(headers['content-length'] ?? Infinity) <= smallBytes) return;
    this.stream = new Readable({
      read: () => controller.resume(),
      // A caller who has gone needs no more of it; behind its end this does nothing.
      destroy: (error, done) => {
        controller.abort(error ?? new Error('nobody reads the answer'));
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
