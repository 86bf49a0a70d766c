import { describe, expect, it } from '@jest/globals';
import { Passwords } from './passwords.js';

describe('a password', () => {
  const passwords = new Passwords();

  it('matches its own hash alone', async () => {
    const stored = await passwords.hash('correct horse battery');
    expect(stored).toMatch(/^\$argon2id\$/);
    expect(await passwords.matches('correct horse battery', stored)).toBe(true);
    expect(await passwords.matches('Correct horse battery', stored)).toBe(false);
  });

  it('has another hash each time', async () => {
    expect(await passwords.hash('correct horse battery')).not.toBe(await passwords.hash('correct horse battery'));
  });

  it('never matches a person without one', async () => {
    expect(await passwords.matches('', null)).toBe(false);
    expect(await passwords.matches('correct horse battery', null)).toBe(false);
  });
});
