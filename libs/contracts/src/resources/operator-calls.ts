import { z } from 'zod';
import { Meta, route } from '../http/route.js';
import { ApiKey, ApiKeyCreate, ApiKeyFilters, ApiKeyRotate, ApiKeyUpdate } from './api-keys.js';
import { Integration, IntegrationCreate } from './integrations.js';
import {
  Operator,
  OperatorEntry,
  OperatorEntryCreate,
  OperatorOrganization,
  OperatorOrganizationsQuery,
  OperatorProcess,
  OperatorTestClock,
  SuspensionCreate,
} from './operator-fields.js';
import { AdminOrganization, NewApiKey, OrganizationCreate } from './organizations.js';
import { ParkedItem, ParkedItemWithPayload, ParkedOutcome, ParkedQuery, ParkedRetry } from './parked.js';
import { PausedEndpoint, PausedEndpointsQuery } from './paused-endpoints.js';
import { PricingUnit, PricingUnitCreate } from './pricing-units.js';
import { OperatorsQuery } from './setup.js';

/** With the admin key, or the session of an operator. */
const operator = { service: 'identity', permission: 'session', access: 'operator' } as const;
/** With the admin key alone: what they hand out outlasts each session. */
const adminKey = { ...operator, access: 'admin_key' } as const;

/**
 * The calls about the installation, below `/admin`. They are no part of the published interface, which is that of an
 * organization.
 */
export const operatorCalls = {
  listOrganizations: route({
    ...operator,
    method: 'GET',
    path: '/admin/organizations',
    summary: 'List the organizations of the installation',
    query: OperatorOrganizationsQuery,
    answer: { organizations: z.array(OperatorOrganization), meta: Meta },
  }),
  createOrganization: route({
    ...operator,
    method: 'POST',
    path: '/admin/organizations',
    summary: 'Create an organization with a first API key',
    wrapper: 'organization',
    body: OrganizationCreate,
    answer: { organization: AdminOrganization, api_key: NewApiKey },
  }),
  readOrganization: route({
    ...operator,
    method: 'GET',
    path: '/admin/organizations/:organization_id',
    summary: 'Read an organization of the installation',
    answer: { organization: OperatorOrganization },
  }),
  suspend: route({
    ...operator,
    method: 'POST',
    path: '/admin/organizations/:organization_id/suspension',
    summary: 'Suspend an organization: its calls are refused',
    wrapper: 'suspension',
    body: SuspensionCreate,
    answer: { organization: OperatorOrganization },
  }),
  reinstate: route({
    ...operator,
    method: 'DELETE',
    path: '/admin/organizations/:organization_id/suspension',
    summary: 'Reinstate an organization',
    answer: { organization: OperatorOrganization },
  }),
  enter: route({
    ...operator,
    method: 'POST',
    path: '/admin/organizations/:organization_id/entries',
    summary: 'Enter an organization for an hour',
    wrapper: 'entry',
    body: OperatorEntryCreate,
    answer: { entry: OperatorEntry },
  }),
  createPricingUnit: route({
    ...operator,
    method: 'POST',
    path: '/admin/organizations/:organization_id/pricing_units',
    summary: 'Create a pricing unit for charges',
    wrapper: 'pricing_unit',
    body: PricingUnitCreate,
    validates: 'after loading',
    answer: { pricing_unit: PricingUnit },
  }),
  createIntegration: route({
    ...operator,
    method: 'POST',
    path: '/admin/organizations/:organization_id/integrations',
    summary: 'Register an external system that customers can be linked to',
    wrapper: 'integration',
    body: IntegrationCreate,
    validates: 'after loading',
    answer: { integration: Integration },
  }),
  listApiKeys: route({
    ...adminKey,
    method: 'GET',
    path: '/admin/organizations/:organization_id/api_keys',
    summary: 'List the API keys of an organization',
    query: ApiKeyFilters,
    answer: { api_keys: z.array(ApiKey), meta: Meta },
  }),
  createApiKey: route({
    ...adminKey,
    method: 'POST',
    path: '/admin/organizations/:organization_id/api_keys',
    summary: 'Create an API key of an organization',
    wrapper: 'api_key',
    body: ApiKeyCreate,
    answer: { api_key: ApiKey },
  }),
  updateApiKey: route({
    ...adminKey,
    method: 'PUT',
    path: '/admin/organizations/:organization_id/api_keys/:svc_id',
    summary: 'Update an API key of an organization',
    wrapper: 'api_key',
    body: ApiKeyUpdate,
    answer: { api_key: ApiKey },
  }),
  rotateApiKey: route({
    ...adminKey,
    method: 'POST',
    path: '/admin/organizations/:organization_id/api_keys/:svc_id/rotate',
    summary: 'Rotate an API key of an organization',
    wrapper: 'api_key',
    body: ApiKeyRotate,
    bodyOptional: true,
    answer: { api_key: ApiKey },
  }),
  removeApiKey: route({
    ...adminKey,
    method: 'DELETE',
    path: '/admin/organizations/:organization_id/api_keys/:svc_id',
    summary: 'Revoke an API key of an organization',
    answer: { api_key: ApiKey },
  }),
  listParked: route({
    ...operator,
    method: 'GET',
    path: '/admin/parked',
    summary: 'List parked items, the oldest first',
    query: ParkedQuery,
    answer: { parked: z.array(ParkedItem), meta: Meta },
  }),
  readParked: route({
    ...operator,
    method: 'GET',
    path: '/admin/parked/:svc_id',
    summary: 'Read a parked item with its content',
    answer: { parked: ParkedItemWithPayload },
  }),
  retryAllParked: route({
    ...operator,
    method: 'POST',
    path: '/admin/parked/retry',
    summary: 'Process the filtered parked items again',
    wrapper: 'parked',
    body: ParkedRetry,
    answer: { parked: z.object({ done: z.int(), failed: z.int(), remaining: z.int() }) },
  }),
  retryParked: route({
    ...operator,
    method: 'POST',
    path: '/admin/parked/:svc_id/retry',
    summary: 'Process a parked item again',
    answer: { parked: ParkedOutcome },
  }),
  discardParked: route({
    ...operator,
    method: 'DELETE',
    path: '/admin/parked/:svc_id',
    summary: 'Discard a parked item for good',
    answer: { parked: ParkedItem.extend({ outcome: ParkedOutcome.shape.outcome }) },
  }),
  listPausedEndpoints: route({
    ...operator,
    method: 'GET',
    path: '/admin/paused_webhook_endpoints',
    summary: 'List webhook endpoints that are paused because their receivers hang',
    query: PausedEndpointsQuery,
    answer: { webhook_endpoints: z.array(PausedEndpoint), meta: Meta },
  }),
  resumeEndpoint: route({
    ...operator,
    method: 'POST',
    path: '/admin/paused_webhook_endpoints/:svc_id/resume',
    summary: 'Retry a paused webhook endpoint now',
    answer: { webhook_endpoint: z.object({ svc_id: z.string(), outcome: z.enum(['resumed', 'not_paused']) }) },
  }),
  listOperators: route({
    ...operator,
    method: 'GET',
    path: '/admin/operators',
    summary: 'List the operators of the installation',
    query: OperatorsQuery,
    answer: { operators: z.array(Operator), meta: Meta },
  }),
  appointOperator: route({
    ...operator,
    method: 'PUT',
    path: '/admin/operators/:email',
    summary: 'Appoint a person as operator',
    answer: { operator: Operator },
  }),
  dismissOperator: route({
    ...operator,
    method: 'DELETE',
    path: '/admin/operators/:email',
    summary: 'Dismiss an operator',
    answer: { operator: Operator },
  }),
  listProcesses: route({
    ...operator,
    method: 'GET',
    path: '/admin/processes',
    summary: 'List the processes of the installation with their state and lag',
    answer: { processes: z.array(OperatorProcess) },
  }),
  listTestClocks: route({
    ...operator,
    method: 'GET',
    path: '/admin/test_clocks',
    summary: 'List test clocks, the advancing ones first',
    query: OperatorsQuery,
    answer: { test_clocks: z.array(OperatorTestClock), meta: Meta },
  }),
  createSetupLink: route({
    ...adminKey,
    method: 'POST',
    path: '/admin/setup_link',
    summary: 'Renew the link that creates the first person',
    answer: { setup_link: z.object({ url: z.string(), expires_at: z.string() }) },
  }),
};
