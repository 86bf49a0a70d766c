import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SignedTokens } from '@tollgate/platform';
import { planLifetimeMs, PlanTokens } from './plan-tokens.js';

const config = { encryptionKey: randomBytes(32), previousEncryptionKey: undefined };
const tokens = new PlanTokens(config);
const owner = { organizationId: 'o', apiKeyId: 'k' };
const call = { method: 'POST', path: '/credit_notes', body: { credit_note: { credit_amount_cents: 100 } } };
const plan = { ...owner, tool: 'plan_credit_note', input: { invoice: 'i' }, call, effect: '{"total":100}' };
const now = 1_700_000_000_000;

describe('the token of a plan', () => {
  it('carries the exact call of the plan, and an id of its own', async () => {
    const [one, other] = [await tokens.sign(plan, now), await tokens.sign(plan, now)];
    const read = await tokens.read(one.token, owner, now);
    expect(read).toMatchObject({ ...plan, expiresAt: now + planLifetimeMs });
    expect(read.id).not.toBe((await tokens.read(other.token, owner, now)).id);
  });

  it.each([
    ['another organization', { organizationId: 'x', apiKeyId: 'k' }],
    ['another key', { organizationId: 'o', apiKeyId: 'x' }],
  ])('is worth nothing for %s', async (_, foreign) => {
    const { token } = await tokens.sign(plan, now);
    await expect(tokens.read(token, foreign, now)).rejects.toMatchObject({ code: 'token_invalid' });
  });

  it('expires', async () => {
    const { token } = await tokens.sign(plan, now);
    await expect(tokens.read(token, owner, now + planLifetimeMs)).rejects.toMatchObject({ code: 'token_expired' });
  });

  it('cannot be made from data: not by changes, other keys or other purposes', async () => {
    const { token } = await tokens.sign(plan, now);
    const [head, body = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const changed = Buffer.from(JSON.stringify({ ...claims, call: { ...call, path: '/invoices' } })).toString(
      'base64url',
    );
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    const foreign = (await new PlanTokens({ ...config, encryptionKey: randomBytes(32) }).sign(plan, now)).token;
    const portal = await new SignedTokens(config, 'customer-portal').sign(
      { subject: 'k', organizationId: 'o', expiresAt: now + planLifetimeMs },
      now,
    );
    for (const bad of [`${head}.${changed}.${signature}`, unsigned, foreign, portal, 'AAAA.BBBB', ''])
      await expect(tokens.read(bad, owner, now)).rejects.toMatchObject({ code: 'token_invalid' });
  });
});
