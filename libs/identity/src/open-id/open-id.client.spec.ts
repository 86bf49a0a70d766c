import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AddressResolver, Config } from '@tollgate/platform';
import { OpenIdClient } from './open-id.client.js';

const [providerKeys, foreign] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2_048 })) as [
  { publicKey: KeyObject; privateKey: KeyObject },
  { publicKey: KeyObject; privateKey: KeyObject },
];
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const nonce = 'nonce-of-the-sign-in';

let signer = providerKeys.privateKey;
let verified: unknown;
let issuer = '';

function idToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const userInfo = { email: 'ada@example.com', ...(verified === undefined ? {} : { email_verified: verified }) };
  const claims = { iss: issuer, sub: 'ada', aud: 'client', nonce, iat: now, exp: now + 60, ...userInfo };
  const signed = `${part({ alg: 'RS256', kid: 'key' })}.${part(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), signer).toString('base64url')}`;
}

const answers: Record<string, () => object> = {
  '/.well-known/openid-configuration': () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
  }),
  '/keys': () => ({
    keys: [{ ...providerKeys.publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }],
  }),
  '/token': () => ({ access_token: 'access', token_type: 'bearer', id_token: idToken() }),
};
const provider = createServer((request, response) => {
  const answer = answers[request.url ?? ''];
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer?.() ?? {}));
});
const config = new Config({ ALLOW_PRIVATE_WEBHOOKS: 'true', PUBLIC_URL: 'https://billing.example.com' });
const client = new OpenIdClient(config, new AddressResolver(config));

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await client.onApplicationShutdown();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

const claims = () =>
  client.claims({ issuer, clientId: 'client', clientSecret: 'secret' }, 'code=c&state=s', {
    state: 's',
    nonce,
    verifier: 'v'.repeat(43),
  });

it.each([
  [undefined, 'ada@example.com'],
  [true, 'ada@example.com'],
  ['true', 'ada@example.com'],
  [false, null],
  ['false', null],
  ['', null],
  [null, null],
  [0, null],
])('an address with the verification claim %j is %j', async (claim, email) => {
  verified = claim;
  signer = providerKeys.privateKey;
  expect(await claims()).toEqual({ issuer, subject: 'ada', email });
});

it('tokens with a foreign signature are rejected', async () => {
  verified = true;
  signer = foreign.privateKey;
  await expect(claims()).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' });
});
