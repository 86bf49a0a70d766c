import { expect, it } from '@jest/globals';
import { openPortal, revokeSession, sessionOf } from './portal-sessions.js';

const all = { invoices: 'true', subscriptions: 'true', wallets: 'true', payment_methods: 'true', profile: 'true' };

it('leaves all sections, the language and the way back to the service', () => {
  expect(sessionOf({ ...all, expires_in: '3600', locale: '', return_url: '' })).toEqual({ expires_in: 3600 });
});

it('has the chosen sections, language and way back', () => {
  const typed = { ...all, wallets: '', profile: '', subscriptions: '' };
  expect(
    sessionOf({ ...typed, expires_in: '604800', locale: 'de', return_url: 'https://app.example.com/billing' }),
  ).toEqual({
    expires_in: 604_800,
    sections: ['invoices', 'payment_methods'],
    locale: 'de',
    return_url: 'https://app.example.com/billing',
  });
});

it('sends an empty list of sections, which the service refuses', () => {
  expect(sessionOf({ expires_in: '3600' }).sections).toEqual([]);
  const names = openPortal.fieldsOf?.({} as never).map(({ name, errorName }) => errorName ?? name);
  expect(names?.filter((name) => name === 'sections')).toHaveLength(1);
});

it('revokes active sessions alone', () => {
  const refusalOf = (status: string) => revokeSession.refusalOf?.({ status } as never)?.message ?? null;
  expect(['active', 'expired', 'revoked'].map(refusalOf)).toEqual([
    null,
    'The session has expired.',
    'The session is revoked.',
  ]);
});
