import { describe, expect, it } from '@jest/globals';
import { readBody } from '../http/read-body.js';
import { normalizeEventTypes, WebhookEndpointCreate, WebhookEndpointUpdate } from './webhook-endpoints.js';

const url = 'https://a.example.com';
const errorsOf = (result: ReturnType<typeof readBody>) => ('errors' in result ? result.errors : {});

describe('event types of a webhook endpoint', () => {
  it('are trimmed, in lower case, without blanks and duplicates', () => {
    expect(normalizeEventTypes([' Customer.Created ', null, 'invoice.drafted ', ' Invoice.DRAFTED', '  ', ''])).toEqual(
      ['customer.created', 'invoice.drafted'],
    );
  });

  it('become no filter when only a star remains, and stay an empty list when empty', () => {
    expect(normalizeEventTypes([' * ', '', '*'])).toBeNull();
    expect(normalizeEventTypes([])).toEqual([]);
    expect(normalizeEventTypes([null, ' '])).toEqual([]);
  });

  it.each([
    ['a text', 'customer.created'],
    ['an object', { type: 'customer.created' }],
    ['a flag', true],
  ])('must be a list, not %s', (_, value) => {
    expect(errorsOf(readBody(WebhookEndpointCreate, { webhook_url: url, event_types: value }))).toEqual({
      event_types: ['must_be_array'],
    });
  });

  it('are refused in one message with every unknown type', () => {
    const result = readBody(WebhookEndpointUpdate, { event_types: ['*', 'customer.created', ' Wrong.Type', 7] });
    expect(errorsOf(result)).toEqual({ event_types: ['contains invalid types: ["*", "wrong.type", "7"]'] });
  });

  it('accept the refund failure under its filter name only, and not the type that is never sent', () => {
    const read = (name: string) => errorsOf(readBody(WebhookEndpointUpdate, { event_types: [name] }));
    expect(read('credit_note.provider_refund_failure')).toEqual({});
    expect(read('credit_note.refund_failure')).toHaveProperty('event_types');
    expect(read('invoice.add_on_added')).toHaveProperty('event_types');
  });

  it('distinguish null from absent', () => {
    expect(readBody(WebhookEndpointUpdate, { event_types: null })).toEqual({ input: { event_types: null } });
    expect(readBody(WebhookEndpointUpdate, { name: 'n' })).toEqual({ input: { name: 'n' } });
  });
});

describe('the address of a webhook endpoint', () => {
  it.each([undefined, null, '', '  ', {}])('is mandatory on create: %p', (value) => {
    expect(errorsOf(readBody(WebhookEndpointCreate, { webhook_url: value }))).toEqual({
      webhook_url: ['value_is_mandatory', 'url_is_invalid'],
    });
  });

  it.each(['https://user:pw@example.com/', 'https://user@example.com/'])('has no name and password: %p', (value) => {
    expect(errorsOf(readBody(WebhookEndpointCreate, { webhook_url: value }))).toEqual({
      webhook_url: ['url_is_invalid'],
    });
  });

  it.each([null, '', ' '])('cannot be emptied: %p', (value) => {
    expect(errorsOf(readBody(WebhookEndpointUpdate, { webhook_url: value }))).toEqual({
      webhook_url: ['value_is_mandatory', 'url_is_invalid'],
    });
  });

  it.each([
    'foobar',
    'ftp://example.com',
    'http://',
    'http:///path',
    'https://?a=b',
    'http://a b.com',
    'http://a.com/x y',
    ' http://a.com',
    'javascript:alert(1)',
    '//a.com',
    'http://a.com:99999',
  ])('must be an absolute http address: %s', (value) => {
    expect(errorsOf(readBody(WebhookEndpointCreate, { webhook_url: value }))).toEqual({
      webhook_url: ['url_is_invalid'],
    });
  });

  it.each(['http://a.com', 'HTTPS://A.com/x?y=z#q', 'http://127.0.0.1:9/x', 'http://[::1]:80/', 'http://localhost'])(
    'may be %s',
    (value) => {
      expect(readBody(WebhookEndpointCreate, { webhook_url: value })).toEqual({ input: { webhook_url: value } });
    },
  );
});

it('is reported with all other errors of the endpoint', () => {
  expect(errorsOf(readBody(WebhookEndpointCreate, { signature_algo: 'md5', event_types: 'x' }))).toEqual({
    webhook_url: ['value_is_mandatory', 'url_is_invalid'],
    signature_algo: ['value_is_invalid'],
    event_types: ['must_be_array'],
  });
});

it.each(['https://user:word@a.example.com/', 'https://user@a.example.com/', 'http://:word@a.example.com/'])(
  'an address with user and password is not accepted: %s',
  (address) => {
    const fields = { webhook_url: address };
    const refused = { webhook_url: ['url_is_invalid'] };
    expect(errorsOf(readBody(WebhookEndpointCreate, fields))).toEqual(refused);
    expect(errorsOf(readBody(WebhookEndpointUpdate, fields))).toEqual(refused);
  },
);
