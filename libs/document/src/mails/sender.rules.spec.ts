import { expect, it } from '@jest/globals';
import { senderOf } from './sender.rules.js';

it("sends from an issuer's address only where its domain is its organization's", () => {
  const domains = new Map([['acme.example', 'one']]);
  const email = 'billing@Acme.example';
  expect(senderOf(email, domains, 'one')).toEqual({ replyTo: email, fromAddress: email });
  expect(senderOf(email, domains, 'two')).toEqual({ replyTo: email });
  expect(senderOf('billing@evil.acme.example', domains, 'one')).toEqual({ replyTo: 'billing@evil.acme.example' });
  expect(senderOf(null, domains, 'one')).toEqual({});
});
