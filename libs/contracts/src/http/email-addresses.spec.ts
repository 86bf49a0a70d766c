import { describe, expect, it } from '@jest/globals';
import { isEmailForm, sentEmail } from './email-addresses.js';

describe('an e-mail address', () => {
  it.each([
    ['info@müller.example', 'info@xn--mller-kva.example'],
    ['info@MÜLLER.Example', 'info@xn--mller-kva.example'],
    ['jürgen@straße.de', 'jürgen@xn--strae-oqa.de'],
    ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
    ['Pay@Acme.Example', 'Pay@Acme.Example'],
    ["o'neil+x@sub.example.co.uk", "o'neil+x@sub.example.co.uk"],
    ['root@localhost', 'root@localhost'],
  ])('%s is sent as %s', (address, sent) => {
    expect(isEmailForm(address)).toBe(true);
    expect(sentEmail(address)).toBe(sent);
  });

  it.each([
    ['without a domain', 'a@'],
    ['with a blank', 'a b@example.com'],
    ['with two signs', 'a@b@example.com'],
    ['with an empty label', 'a@müller..example'],
    ['with a hyphen at an end', 'a@-müller.example'],
    ['with a sign in the domain', 'a@mül/ler.example'],
    ['with an emoji in the domain', 'a@😀.example'],
    ['with a label that is too long', `a@${'ü'.repeat(60)}.example`],
    ['with a label of ASCII that is too long', `a@${'u'.repeat(64)}.example`],
  ])('%s is none', (_what, address) => {
    expect(isEmailForm(address)).toBe(false);
  });

  it('stays as it is where it cannot be sent', () => {
    expect([sentEmail(''), sentEmail('nobody'), sentEmail('a@mül ler')]).toEqual(['', 'nobody', 'a@mül ler']);
  });
});
