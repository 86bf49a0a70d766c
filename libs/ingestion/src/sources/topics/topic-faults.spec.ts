import { expect, it } from '@jest/globals';
import { faultOf } from './topic-faults.js';

const failing = (fields: object, cause?: unknown) => Object.assign(new Error('why'), fields, { cause });
const exceeded = (cause: unknown) => failing({ name: 'KafkaJSNumberOfRetriesExceeded' }, cause);

it.each([
  ['brokers_unreachable', failing({ name: 'KafkaJSConnectionError', code: 'ECONNREFUSED' })],
  ['brokers_unreachable', failing({ code: 'ENOTFOUND' })],
  ['brokers_are_private', exceeded(failing({ name: 'KafkaJSConnectionError', code: 'ADDRESS_REFUSED' }))],
  [
    'certificate_is_refused',
    exceeded(failing({ name: 'KafkaJSConnectionError', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })),
  ],
  ['certificate_is_refused', failing({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })],
  ['login_is_refused', failing({ name: 'KafkaJSSASLAuthenticationError' })],
  ['topic_not_found', failing({ name: 'KafkaJSProtocolError', type: 'UNKNOWN_TOPIC_OR_PARTITION' })],
  ['topic_is_forbidden', exceeded(failing({ name: 'KafkaJSProtocolError', type: 'TOPIC_AUTHORIZATION_FAILED' }))],
  ['answer_is_too_large', failing({ name: 'RangeError', code: 'ERR_BUFFER_TOO_LARGE' })],
  ['compression_is_unknown', failing({ name: 'KafkaJSNotImplemented' })],
  ['unexpected_error', failing({ name: 'TypeError' })],
  ['unexpected_error', 'no error at all'],
])('%s', (fault, error) => {
  expect(faultOf(error)).toBe(fault);
});
