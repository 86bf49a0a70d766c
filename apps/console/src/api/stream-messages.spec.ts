import { describe, expect, it } from '@jest/globals';
import { MessageParser } from './stream-messages.js';

describe('the text of a stream', () => {
  it('is split into messages, wherever its parts end', () => {
    const text = 'retry: 3000\n\nevent: events\nid: 1\ndata: {"a":1}\n\n: still here\n\nid: 2\ndata: x\ndata: y\n\n';
    for (let size = 1; size <= text.length; size += 1) {
      const parser = new MessageParser();
      const messages = [];
      for (let from = 0; from < text.length; from += size) messages.push(...parser.take(text.slice(from, from + size)));
      expect(messages).toEqual([
        { id: '1', data: '{"a":1}' },
        { id: '2', data: 'x\ny' },
      ]);
    }
  });
});
