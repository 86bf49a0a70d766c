import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  operationIdsOf,
  operationsOfFunctions,
  operationsOfModules,
  operationsOfTypes,
  snakeCase,
} from './operations.ts';

describe('calls of generated clients', () => {
  it('are named by the document', () => {
    const document = {
      paths: {
        '/taxes': { get: { operationId: 'listTaxes' }, post: { operationId: 'createTax' } },
        '/taxes/{code}': { get: { operationId: 'readTax' } },
      },
    };
    assert.deepEqual(operationIdsOf(document), ['listTaxes', 'createTax', 'readTax']);
    assert.equal(snakeCase('listPlanCharges'), 'list_plan_charges');
  });

  it('are found in types, without those of other interfaces', () => {
    const source = `export interface paths {
    get: {
        never: never;
    };
}
export interface operations {
    listTaxes: {
        parameters: {
            query?: never;
        };
    };
    readTax: {
        responses: never;
    };
}
`;
    assert.deepEqual(operationsOfTypes(source), ['listTaxes', 'readTax']);
    assert.deepEqual(operationsOfTypes('export interface paths {}'), []);
  });

  it('are found in functions and in modules', () => {
    const source = 'export const listTaxes = <T>() => 1;\nconst inner = 2;\n  export const no = 3;\n';
    assert.deepEqual(operationsOfFunctions(source), ['listTaxes']);
    const files = ['__init__.py', 'taxes', 'taxes/__init__.py', 'taxes/list_taxes.py'];
    assert.deepEqual(operationsOfModules(files), ['list_taxes']);
  });
});
