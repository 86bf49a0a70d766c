/** One message of a stream of server-sent events. */
export interface StreamMessage {
  id: string;
  data: string;
}

/** Splits the text of a stream into messages; comments and other fields are left out. */
export class MessageParser {
  private rest = '';

  /** @returns the messages that this part completes */
  take(part: string): StreamMessage[] {
    const blocks = (this.rest + part).split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const valueOf = (field: string) =>
        lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2));
      const data = valueOf('data');
      return data.length === 0 ? [] : [{ id: valueOf('id').at(-1) ?? '', data: data.join('\n') }];
    });
  }
}
