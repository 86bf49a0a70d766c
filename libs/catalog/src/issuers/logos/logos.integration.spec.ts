import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { baseUrl, Sandbox } from '@tollgate/testing';
import sharp from 'sharp';

const largestBytes = 800 * 1024;
const uriOf = (content: Buffer, type = 'image/png') => `data:${type};base64,${content.toString('base64')}`;
const image = (background: string) => sharp({ create: { width: 90, height: 30, channels: 4, background } });

interface Shown {
  code: string;
  logo_url: string | null;
}

let red: Buffer;
let blue: Buffer;
let sandbox: Sandbox;
beforeAll(async () => {
  red = await image('red').png().toBuffer();
  blue = await image('blue').jpeg().toBuffer();
});
beforeEach(async () => {
  sandbox = await Sandbox.create();
});

const create = (billing_entity: object) => sandbox.call('POST', '/billing_entities', { billing_entity });
const change = (code: string, logo: unknown) =>
  sandbox.call('PUT', `/billing_entities/${code}`, { billing_entity: { logo } });
const shown = async (code: string) =>
  (await sandbox.ok<{ billing_entity: Shown }>('GET', `/billing_entities/${code}`)).billing_entity.logo_url;
/** Fetches the image at a public address from the installation under test. */
const fetchLogo = (address: string) => fetch(`${baseUrl}${new URL(address).pathname}`);

describe('the logo of an issuer', () => {
  it('is served unchanged at its address, without a key', async () => {
    const created = await create({ code: 'b', name: 'Branch', logo: uriOf(red) });
    const address = (created.body as unknown as Shown).logo_url ?? '';
    expect(await shown('b')).toBe(address);
    const answer = await fetchLogo(address);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(red.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(red)).toBe(true);
    const other = await Sandbox.create();
    for (const wrong of [
      address.replace(sandbox.organizationId, other.organizationId),
      address.replace(sandbox.organizationId, 'x'),
      address.slice(0, -1),
    ])
      expect((await fetchLogo(wrong)).status).toBe(404);
  });

  it('is replaced, retained and removed', async () => {
    await create({ code: 'b', name: 'Branch', logo: '' });
    expect(await shown('b')).toBeNull();
    const answer = await change('b', uriOf(red));
    const first = (answer.body as unknown as { billing_entity: Shown }).billing_entity.logo_url ?? '';
    expect((await fetchLogo(first)).status).toBe(200);
    await sandbox.ok('PUT', '/billing_entities/b', { billing_entity: { net_payment_term: 3 } });
    await change('b', uriOf(red));
    expect(await shown('b')).toBe(first);
    await change('b', uriOf(blue, 'image/jpg'));
    const second = (await shown('b')) ?? '';
    expect((await fetchLogo(first)).status).toBe(404);
    expect((await fetchLogo(second)).headers.get('content-type')).toBe('image/jpeg');
    for (const blank of [' ', null]) {
      await change('b', uriOf(red));
      await change('b', blank);
      expect(await shown('b')).toBeNull();
    }
  });

  it('is rejected if it is no image or too large, and the previous one stays', async () => {
    await create({ code: 'b', name: 'Branch', logo: uriOf(red) });
    const before = await shown('b');
    const refused = async (logo: unknown) => {
      const answer = await change('b', logo);
      return [answer.status, (answer.body as { error_details?: object }).error_details];
    };
    const type = [422, { logo: ['invalid_content_type'] }];
    const size = [422, { logo: ['invalid_size'] }];
    for (const wrong of ['x', 5, 'https://example.com/logo.png', 'data:image/png;base64,', uriOf(red, 'image/gif')])
      expect(await refused(wrong)).toEqual(type);
    expect(await refused(uriOf(red.subarray(0, 60)))).toEqual(type);
    expect(await refused(uriOf(red, 'image/jpeg'))).toEqual(type);
    // The reader ignores bytes after the end of an image, so a test image can have any size.
    const sized = (bytes: number) => uriOf(Buffer.concat([red, Buffer.alloc(bytes - red.length)]));
    expect(await refused(sized(largestBytes + 1))).toEqual(size);
    expect(await shown('b')).toBe(before);
    expect(await refused(sized(largestBytes))).toEqual([200, undefined]);
    expect((await create({ code: 'c', name: 'C', logo: 'x' })).body).toMatchObject({
      error_details: { logo: ['invalid_content_type'] },
    });
  });
});
