import { expect, it } from '@jest/globals';
import { documentLanguages } from '@tollgate/contracts';
import { endpointNotice } from './endpoint-notice.js';

const endpoint = {
  name: null,
  webhook_url: 'https://hooks.example.com/secret-path?token=secret',
  pause: { by: 'system' as const, since: '2026-11-26T09:30:00Z', until: '2026-11-26T09:40:00Z', reason: 'no answer' },
};

it.each(documentLanguages)('is whole in %s, and shows no path of a receiver', (locale) => {
  const paused = endpointNotice('webhook_endpoint.paused', endpoint, locale);
  const resumed = endpointNotice('webhook_endpoint.resumed', { ...endpoint, pause: null }, locale);
  for (const notice of [paused, resumed]) {
    expect(notice).toMatchObject({ locale, greeting: expect.stringMatching(/\S/) });
    expect(notice.subject).toContain('hooks.example.com');
    expect(notice.text).toContain('hooks.example.com');
    expect(notice.text.split('\n\n')).toHaveLength(2);
    expect(`${notice.subject}${notice.text}`).not.toMatch(/secret|[{}]/);
  }
  expect(paused.text).toMatch(/2026.*UTC/s);
  expect(paused.subject).not.toBe(resumed.subject);
});

it('is in English for an unknown language, and names an endpoint with a name', () => {
  const { subject, locale } = endpointNotice('webhook_endpoint.paused', { ...endpoint, name: ' Ledger $& ' }, 'xx');
  expect([subject, locale]).toEqual(['Webhooks to Ledger $& (hooks.example.com) are paused', 'en']);
  expect(endpointNotice('webhook_endpoint.paused', endpoint, null).text).toContain(
    'since November 26, 2026 at 9:30 AM UTC',
  );
});
