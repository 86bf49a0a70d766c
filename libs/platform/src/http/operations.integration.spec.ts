import { describe, expect, it } from '@jest/globals';
import { baseUrl, operationsUrl } from '@tollgate/testing';

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
const command = (authorization: string): RequestInit => ({
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ organization_id: '01a201a0-2adc-7071-b4ef-3bb3d85a01be' }),
});

describe('the port of operations', () => {
  it('has the metrics, the public one does not', async () => {
    const metrics = await fetch(`${operationsUrl()}/metrics`);
    expect([metrics.status, metrics.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(await metrics.text()).toContain('tollgate_http_request_seconds_count');
    expect(await statusOf(`${baseUrl}/metrics`)).toBe(404);
  });

  it('takes commands of services alone, the public one takes none', async () => {
    const path = '/internal/commands/identity/due_work.next';
    const refused = await fetch(`${operationsUrl()}${path}`, command('Bearer guessed'));
    expect([refused.status, await refused.json()]).toMatchObject([401, { status: 401 }]);
    expect(await statusOf(`${baseUrl}${path}`, command('Bearer guessed'))).toBe(404);
    expect(await statusOf(`${operationsUrl()}/internal/else`)).toBe(404);
  });

  it.each(['/health', '/ready'])('answers %s as the public one does', async (path) => {
    for (const url of [operationsUrl(), baseUrl]) expect(await statusOf(`${url}${path}`)).toBe(200);
  });

  it('has none of the public interface', async () => {
    expect(await statusOf(`${operationsUrl()}/api/v1/taxes`)).toBe(404);
  });
});
