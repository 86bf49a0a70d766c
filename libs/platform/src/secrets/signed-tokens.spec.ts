import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { SignedTokens } from './signed-tokens.js';

const config = { encryptionKey: randomBytes(32), previousEncryptionKey: undefined };
const claims = { subject: 'c', organizationId: 'o', expiresAt: 1_700_000_000_000 };
const at = 1_600_000_000_000;

it('reads its own tokens, also after a key change', async () => {
  const token = await new SignedTokens(config, 'portal').sign(claims, at);
  expect(await new SignedTokens(config, 'portal').read(token)).toEqual(claims);
  const rotated = { encryptionKey: randomBytes(32), previousEncryptionKey: config.encryptionKey };
  expect(await new SignedTokens(rotated, 'portal').read(token)).toEqual(claims);
});

it('never signs two equal tokens', async () => {
  const tokens = new SignedTokens(config, 'portal');
  expect(await tokens.sign(claims, at)).not.toBe(await tokens.sign(claims, at));
});

it('refuses a token that was changed, has another purpose or signer, or is malformed', async () => {
  const tokens = new SignedTokens(config, 'portal');
  const token = await tokens.sign(claims, at);
  const [head, , signature] = token.split('.');
  const forged = Buffer.from(JSON.stringify({ sub: 'other', org: 'o', exp: 9e9 })).toString('base64url');
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged}.`;
  const other = await new SignedTokens({ ...config, encryptionKey: randomBytes(32) }, 'portal').sign(claims, at);
  for (const bad of [`${head}.${forged}.${signature}`, unsigned, other, 'x', ''])
    expect(await tokens.read(bad)).toBeNull();
  expect(await new SignedTokens(config, 'other').read(token)).toBeNull();
});
