import { expect, it } from '@jest/globals';
import { refusedSignatureBytes } from './refused-signature.js';

const answer = (status: number, response = '') => ({ status, response, error: null });
const nginx = '<html><head><title>400 Request Header Or Cookie Too Large</title></head></html>';
const [long, short] = ['x'.repeat(15_700), 'x'.repeat(800)];

it.each([
  ['Node answers 431', answer(431), 'jwt', long, 15_700],
  ['nginx answers 494', answer(494), 'jwt', long, 15_700],
  ['nginx answers 400', answer(400, nginx), 'jwt', long, 15_700],
  ['a refused body is no header', answer(400, 'no such customer'), 'jwt', long, null],
  ['a short one is not the cause', answer(431), 'jwt', short, null],
  ['hmac is never the cause', answer(431), 'hmac', long, null],
  ['a missing answer proves nothing', { status: null, response: null, error: 'reset' }, 'jwt', long, null],
  ['an accepted one is not refused', answer(200), 'jwt', long, null],
] as const)('%s', (_, outcome, algorithm, signature, bytes) =>
  expect(refusedSignatureBytes(outcome, algorithm, signature)).toBe(bytes),
);
