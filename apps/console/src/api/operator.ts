import createClient from 'openapi-fetch';
import { base } from '../base.js';
import type { components, paths } from './operator-schema.js';
import { lastingFetch } from './session-end.js';

type Schemas = components['schemas'];
export type OperatorOrganization = Schemas['OperatorOrganization'];
export type OperatorProcess = Schemas['OperatorProcess'];
export type OperatorTestClock = Schemas['OperatorTestClock'];
export type Operator = Schemas['Operator'];
export type ParkedItem = Schemas['ParkedItem'];
export type PausedEndpoint = Schemas['PausedEndpoint'];

/** The calls about the installation, with the session of an operator. */
export const operatorApi = createClient<paths>({
  baseUrl: base,
  headers: { 'X-Tollgate-Console': '1' },
  fetch: lastingFetch,
});
