import { describe, expect, it } from '@jest/globals';
import { codeOfName, freeCode } from './wallet-code.js';

describe('the code of a wallet without one (wallets, section 2.2)', () => {
  it.each([
    ['My Premium Wallet', 'my_premium_wallet'],
    ['Crédits été', 'credits_ete'],
    ['a -- b', 'a_--_b'],
    ['__a___b__', 'a_b'],
    ['  (2024) ', '2024'],
    ['日本', 'default'],
    ['', 'default'],
    [null, 'default'],
    [undefined, 'default'],
  ])('follows from the name %p: %p', (name, code) => {
    expect(codeOfName(name)).toBe(code);
  });

  it('gets the time in seconds when an active wallet has it', () => {
    const now = Date.parse('2024-01-01T00:00:00.900Z');
    expect(freeCode('main', new Set(['other']), now)).toBe('main');
    expect(freeCode('main', new Set(['main']), now)).toBe('main_1704067200');
    expect(freeCode('main', new Set(['main', 'main_1704067200']), now)).toBe('main_1704067201');
  });
});
