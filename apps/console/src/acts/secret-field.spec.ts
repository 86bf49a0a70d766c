import { expect, it } from '@jest/globals';
import { secretField, secretName, withoutSecrets } from './secret-field.js';

const label = { id: 'label' };

it('no draft has a secret, and errors of the call are at its field', () => {
  const field = secretField('secret_key', label);
  expect(field).toMatchObject({ kind: 'secret', errorName: 'secret_key', isOptional: false });
  expect(withoutSecrets({ name: 'Main', [secretName('secret_key')]: 'sk' })).toEqual({ name: 'Main' });
});
