import { describe, expect, it } from '@jest/globals';
import { isDatabaseUnavailable } from './errors.js';

const errorWith = (fields: object, message = 'x') => Object.assign(new Error(message), fields);

describe('an error of a database that does not answer', () => {
  it.each([
    errorWith({ code: 'ECONNREFUSED', syscall: 'connect' }),
    ...['connect', 'read', 'write'].map((syscall) => errorWith({ code: 'ECONNRESET', syscall })),
    errorWith({ code: 'ENOENT', syscall: 'connect' }),
    errorWith({ code: 'EPIPE', syscall: 'write' }),
    errorWith({ code: '57P03' }, 'the database system is starting up'),
    errorWith({ code: '57014' }, 'canceling statement due to statement timeout'),
    errorWith({ code: '25P03' }, 'terminating connection due to idle-in-transaction timeout'),
    errorWith({}, 'timeout exceeded when trying to connect'),
  ])('calls for a retry: $code $syscall $message', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    errorWith({ code: 'ECONNRESET' }, 'socket hang up'),
    errorWith({ code: 'ENOENT', syscall: 'open' }),
    errorWith({ code: '23505' }),
    errorWith({ code: '25P02' }),
    new TypeError('x is not a function'),
    'text',
  ])('is none of these (%#)', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
