import { expect, it } from '@jest/globals';
import { loginOf, loginPasswords, scramVerifier } from './logins.js';

it('makes the verifier that PostgreSQL would make itself', () => {
  // As PostgreSQL 18 keeps the password "pencil" with the salt of RFC 7677.
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  expect(scramVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
  expect(scramVerifier('pencil')).not.toBe(scramVerifier('pencil'));
});

it('finds the passwords of services in the environment', () => {
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
