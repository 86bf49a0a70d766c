import { expect, it } from '@jest/globals';
import { curlOfLog } from './curl.js';

it('is a call that a shell runs, whatever texts the body has', () => {
  const log = {
    http_method: 'post' as const,
    request_path: '/api/v1/customers',
    request_body: { customer: { external_id: "o'neill" } },
  };
  expect(curlOfLog(log, 'https://billing.example')).toBe(
    [
      "curl -X POST 'https://billing.example/api/v1/customers'",
      '-H "Authorization: Bearer $API_KEY"',
      "-H 'Content-Type: application/json'",
      String.raw`-d '{"customer":{"external_id":"o'\''neill"}}'`,
    ].join(' \\\n  '),
  );
});

it('has no body where the call had none', () => {
  const log = { http_method: 'delete' as const, request_path: '/api/v1/taxes/vat', request_body: {} };
  expect(curlOfLog(log, 'https://billing.example')).not.toContain('-d ');
});
