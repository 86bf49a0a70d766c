import { describe, expect, it } from '@jest/globals';
import { Unavailable } from '../errors/api-errors.js';
import { explainStartError } from './start-errors.js';

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

describe('the reason why a process does not start', () => {
  it.each([
    [
      error('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen', address: '127.0.0.1', port: 3000 }),
      /Port 3000 is in use .* PORT=3001/,
    ],
    [error('listen EACCES', { code: 'EACCES', syscall: 'listen', port: 80 }), /Port 80 is reserved/],
    [error('listen EADDRNOTAVAIL', { code: 'EADDRNOTAVAIL', syscall: 'listen', address: '10.0.0.1' }), /HOST=10.0.0.1/],
    [error('ENOSPC: no space left on device, write', { code: 'ENOSPC' }), /^The disk is full/],
    [
      error('PostgreSQL does not start: could not write to file "base/4/1249": No space left on device'),
      /^The disk is full/,
    ],
    [error('EACCES: permission denied', { code: 'EACCES', syscall: 'mkdir', path: '/data' }), /no right to use \/data/],
    [
      error('EROFS: read-only file system', { code: 'EROFS', syscall: 'open', path: '/data' }),
      /no right to use \/data/,
    ],
    [error('EEXIST: file already exists', { code: 'EEXIST', syscall: 'mkdir', path: '/data' }), /\/data is in the way/],
    [
      error('', { errors: [error('connect', { code: 'ECONNREFUSED', address: '127.0.0.1', port: 5432 })] }),
      /Nothing answers at 127.0.0.1:5432/,
    ],
    [error('relation "identity.organizations" does not exist', { code: '42P01' }), /migrate\.js/],
    [
      error('This server does not host this topic-partition', {
        name: 'KafkaJSProtocolError',
        type: 'UNKNOWN_TOPIC_OR_PARTITION',
      }),
      /Kafka topic is missing.*migrate\.js/,
    ],
    [
      error('gave up', {
        name: 'KafkaJSNumberOfRetriesExceeded',
        cause: error('Connection error: connect ECONNREFUSED', { name: 'KafkaJSConnectionError' }),
      }),
      /^Connection error/,
    ],
    [new Unavailable('the usage store does not answer'), /^the usage store does not answer$/],
    [error('something else'), /^something else$/],
    ['no error at all', /^no error at all$/],
  ])('%# is one sentence', (thrown, sentence) => {
    expect(explainStartError(thrown)).toMatch(sentence);
  });
});
