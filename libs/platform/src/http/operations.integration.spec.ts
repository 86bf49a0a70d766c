import { describe, expect, it } from '@jest/globals';
import { baseUrl, operationsUrl } from '@tollgate/testing';

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
const command = (authorization: string): RequestInit => ({
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ organization_id: '01a201a0-2adc-7071-b4ef-3bb3d85a01be' }),
});

describe('the operations port', () => {
  it('serves the metrics, the public port does not', async () => {
    const metrics = await fetch(`${operationsUrl()}/metrics`);
    expect([metrics.status, metrics.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(await metrics.text()).toContain('tollgate_http_request_seconds_count');
    expect(await statusOf(`${baseUrl}/metrics`)).toBe(404);
  });

  it('accepts commands of services only, the public port accepts none', async () => {
    const path = '/internal/commands/identity/due_work.next';
    const refused = await fetch(`${operationsUrl()}${path}`, command('Bearer guessed'));
    expect([refused.status, await refused.json()]).toMatchObject([401, { status: 401 }]);
    expect(await statusOf(`${baseUrl}${path}`, command('Bearer guessed'))).toBe(404);
    expect(await statusOf(`${operationsUrl()}/internal/else`)).toBe(404);
  });

  it.each(['/health', '/ready'])('answers %s like the public port', async (path) => {
    for (const url of [operationsUrl(), baseUrl]) expect(await statusOf(`${url}${path}`)).toBe(200);
  });

  it('serves no public calls', async () => {
    expect(await statusOf(`${operationsUrl()}/api/v1/taxes`)).toBe(404);
  });
});
