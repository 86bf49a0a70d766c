import { beforeAll, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import {
  Sandbox,
  callAs,
  notAllowed,
  password,
  signIn,
  signUp,
  validationFailed,
  type SignedUp,
} from '@tollgate/testing';

let person: SignedUp;
let codeAt: (step: number) => string;
let recovery: string[];

beforeAll(async () => {
  person = await signUp(await Sandbox.create(), ['finance']);
  const start = await callAs(person.token, 'POST', '/users/me/two_factor', { two_factor: { password } });
  const { secret, otpauth_url: url } = start.body['two_factor'] as { secret: string; otpauth_url: string };
  expect(url).toContain(secret);
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
  codeAt = (step) => authenticator.generate({ timestamp: Date.now() + step * 30_000 });
});

it('requires an authenticator once its first code was confirmed', async () => {
  expect(await signIn(person.email)).toMatchObject({ status: 200 });
  const confirm = (code: string) =>
    callAs(person.token, 'PUT', '/users/me/two_factor', { two_factor: { otp_code: code } });
  expect(await confirm('abcdef')).toEqual(validationFailed({ otp_code: ['value_is_invalid'] }));
  const confirmed = await confirm(codeAt(-1));
  recovery = (confirmed.body['two_factor'] as { recovery_codes: string[] }).recovery_codes;
  expect(new Set(recovery).size).toBe(10);
  expect(await confirm(codeAt(0))).toEqual(notAllowed('two_factor_already_enabled'));
  expect(await signIn(person.email)).toEqual(validationFailed({ otp_code: ['value_is_mandatory'] }));
});

it('accepts a code once, and no earlier code after it', async () => {
  const code = codeAt(0);
  const answers = await Promise.all([1, 2, 3].map(() => signIn(person.email, password, { otp_code: code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await signIn(person.email, password, { otp_code: codeAt(-1) })).toEqual(
    validationFailed({ otp_code: ['value_is_invalid'] }),
  );
});

it('accepts each recovery code once', async () => {
  const [code = ''] = recovery;
  expect(await signIn(person.email, password, { recovery_code: code.toUpperCase() })).toMatchObject({ status: 200 });
  expect(await signIn(person.email, password, { recovery_code: code })).toEqual(
    validationFailed({ recovery_code: ['value_is_invalid'] }),
  );
});

it('removes the authenticator only with password and code', async () => {
  const remove = (proof: object) =>
    callAs(person.token, 'POST', '/users/me/two_factor/removal', { two_factor: { password, ...proof } });
  expect(await remove({})).toEqual(validationFailed({ otp_code: ['value_is_mandatory'] }));
  expect(await remove({ recovery_code: recovery[1] })).toMatchObject({
    status: 200,
    body: { user: { two_factor_enabled: false } },
  });
  expect(await signIn(person.email)).toMatchObject({ status: 200 });
});
