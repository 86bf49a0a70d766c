import { expect, it } from '@jest/globals';
import { loginOf, loginPasswords, scramVerifier } from './logins.js';

it('creates the same verifier as PostgreSQL', () => {
  // PostgreSQL 18's verifier for the password "pencil" with the salt of RFC 7677.
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  expect(scramVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
  expect(scramVerifier('pencil')).not.toBe(scramVerifier('pencil'));
});

it('reads the passwords of services from the environment', () => {
  expect(
    loginPasswords({
      GATEWAY_DATABASE_PASSWORD: 'a',
      WEBHOOK_DELIVERY_DATABASE_PASSWORD: 'b',
      OTHER_DATABASE_PASSWORD: 'c',
    }),
  ).toEqual({
    identity: 'a',
    'webhook-delivery': 'b',
  });
  expect(loginOf('webhook-delivery')).toBe('tollgate_webhook_delivery_login');
});
