import { expect, it } from '@jest/globals';
import { ForbiddenException } from '@nestjs/common';
import { toApiError } from './error-filter.js';

const ofPlugin = (statusCode: number) => Object.assign(new Error('of a plugin'), { statusCode });

it.each([
  ['a path out of the folder of files', ofPlugin(403), 404],
  ['a missing file', ofPlugin(404), 404],
  ['a large body', ofPlugin(413), 413],
  ['a failed precondition', ofPlugin(412), 412],
  ['an unsatisfiable range', ofPlugin(416), 416],
  ['such a path, as the framework wraps it', new ForbiddenException(), 404],
])('keeps the status of %s', (_, error, status) => {
  expect(toApiError(error)).toMatchObject({ status, body: { status } });
});

it.each([ofPlugin(500), ofPlugin(200), new Error('unknown'), null])('has no answer to a defect', (error) => {
  expect(toApiError(error)).toBeNull();
});
