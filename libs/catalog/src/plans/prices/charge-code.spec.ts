import { describe, expect, it } from '@jest/globals';
import { chargeCode } from './charge-code.js';

describe('the generated code of a charge (catalog, section 4)', () => {
  it.each([
    [[], 'storage'],
    [['other', 'storage_2'], 'storage'],
    [['storage'], 'storage_2'],
    [['storage', 'storage_2'], 'storage_3'],
    [['storage', 'storage_7'], 'storage_8'],
    [['storage', 'storage_x', 'storage_2_3', 'mystorage_9'], 'storage_2'],
    [['storage', 'storage_1'], 'storage_2'],
    [['storage', 'storage_0'], 'storage_2'],
  ])('%j', (inUse, code) => expect(chargeCode('storage', inUse)).toBe(code));
});
