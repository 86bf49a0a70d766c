/** The data of server-sent events, as they come. It ends with the stream, also where that is cut. */
export async function* messagesOf<Data>(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Data> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of stream) {
    const blocks = (rest + decoder.decode(part, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const line = block.split('\n').find((each) => each.startsWith('data: '));
      if (line !== undefined) yield JSON.parse(line.slice('data: '.length)) as Data;
    }
  }
}
