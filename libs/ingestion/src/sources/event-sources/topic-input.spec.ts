import { describe, expect, it } from '@jest/globals';
import { readTopic } from './topic-input.js';

const read = (raw: object, allowPrivate = false) =>
  readTopic({ brokers: ['k.example.com:9093'], topic: 'usage', ...raw }, allowPrivate);

describe('the settings of a topic', () => {
  it('have defaults', () => {
    expect(read({})).toEqual({
      topic: {
        brokers: ['k.example.com:9093'],
        topic: 'usage',
        group: null,
        auto_offset_reset: 'earliest',
        format: 'json',
        tls: true,
        authorities: null,
        login: null,
      },
    });
    expect(read({ brokers: ['127.0.0.1:9092'] }, true)).toHaveProperty('topic');
  });

  it('have a login', () => {
    const login = { mechanism: 'scram-sha-512', username: 'u', password: 'p' };
    expect(read({ sasl_mechanism: 'scram-sha-512', username: 'u', password: 'p' })).toMatchObject({ topic: { login } });
  });

  it.each([
    [{ brokers: [] }, 'brokers', 'value_is_mandatory'],
    [{ brokers: Array.from({ length: 11 }, () => 'k.example.com:1') }, 'brokers', 'too_many_brokers'],
    [{ brokers: ['k.example.com'] }, 'brokers', 'url_is_invalid'],
    [{ brokers: ['k.example.com:0'] }, 'brokers', 'url_is_invalid'],
    [{ brokers: ['127.0.0.1:9092'] }, 'brokers', 'url_is_invalid'],
    [{ brokers: ['0x7f.1:9092'] }, 'brokers', 'url_is_invalid'],
    [{ brokers: ['1.2.3.4.5:9092'] }, 'brokers', 'url_is_invalid'],
    [{ brokers: ['[::1]:9092'] }, 'brokers', 'url_is_invalid'],
    [{ brokers: ['kafka:9092'] }, 'brokers', 'url_is_invalid'],
    [{ topic: 'a b' }, 'topic', 'value_is_invalid'],
    [{ group: 'a b' }, 'group', 'value_is_invalid'],
    [{ auto_offset_reset: 'none' }, 'auto_offset_reset', 'value_is_invalid'],
    [{ format: 'avro' }, 'format', 'value_is_invalid'],
    [{ ca_certificates: 'no certificate' }, 'ca_certificates', 'value_is_invalid'],
    [
      { ca_certificates: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
      'ca_certificates',
      'value_is_invalid',
    ],
    [{ sasl_mechanism: 'plain', username: 'u' }, 'password', 'value_is_mandatory'],
    [{ password: 'p' }, 'password', 'value_is_invalid'],
  ])('are refused: %j', (raw, field, code) => {
    expect(read(raw)).toEqual({ errors: { [`kafka.${field}`]: [code] } });
  });
});
