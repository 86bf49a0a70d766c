import { baseUrl } from './client.js';

/** A message of server-sent events. */
export interface StreamedMessage<Data> {
  id: string;
  data: Data;
}

/** A reader of a stream of server-sent events, as a client in any language is one. */
export class EventStreamReader<Data> {
  readonly messages: StreamedMessage<Data>[] = [];
  comments = 0;
  isOver = false;
  private rest = '';

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {}

  /** @param path below `/api/v1` */
  static async open<Data>(
    path: string,
    key: string,
    headers: Record<string, string> = {},
  ): Promise<EventStreamReader<Data>> {
    const abort = new AbortController();
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip, br', ...headers },
      signal: abort.signal,
    });
    const reader = new EventStreamReader<Data>(response, abort);
    void reader.follow();
    return reader;
  }

  close(): void {
    this.abort.abort();
  }

  private async follow(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const part of this.response.body ?? []) this.take(decoder.decode(part, { stream: true }));
    } catch {
      // Closed here, or cut by the service.
    }
    this.isOver = true;
  }

  private take(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) this.comments += 1;
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const data = field('data');
      if (data !== undefined) this.messages.push({ id: field('id') ?? '', data: JSON.parse(data) as Data });
    }
  }
}
