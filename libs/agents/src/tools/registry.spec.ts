import { describe, expect, it } from '@jest/globals';
import { readingTools, toolsFor } from './registry.js';

const callsOf = ({ calls }: (typeof readingTools)[number]) => calls.map(({ method, path }) => `${method} ${path}`);
/** A call that computes prices and stores nothing. */
const computing = ['POST /plans/price'];

describe('the list of tools', () => {
  it.each(readingTools.map((tool) => [tool.name, tool] as const))(
    '%s makes no call that changes something',
    (_, tool) => {
      expect(tool.changes).toBeUndefined();
      expect(callsOf(tool).filter((call) => !call.startsWith('GET ') && !computing.includes(call))).toEqual([]);
    },
  );

  it('has one tool alone that changes something, for keys that may', () => {
    expect(toolsFor(false)).toBe(readingTools);
    const changing = toolsFor(true).filter(({ changes }) => changes);
    expect(changing.map(({ name }) => name)).toEqual(['apply']);
    const acts = changing.flatMap(callsOf).filter((call) => !call.startsWith('GET '));
    expect([...new Set(acts)].sort()).toEqual([
      'POST /credit_notes',
      'POST /credit_notes/estimate',
      'POST /invoices/preview',
      'POST /subscriptions',
      'POST /wallet_transactions',
    ]);
  });

  it('has tools of different names, each with a text that ends', () => {
    const tools = toolsFor(true);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const { name, description, title } of tools) {
      expect(name).toMatch(/^[a-z_]{4,20}$/);
      expect(description.length).toBeLessThan(600);
      expect(description).toMatch(/\.$/);
      expect(title).not.toMatch(/\.$/);
    }
  });
});
