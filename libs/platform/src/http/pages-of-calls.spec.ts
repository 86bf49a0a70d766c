import fastify from 'fastify';
import { expect, it } from '@jest/globals';
import { leadToPages } from './pages-of-calls.js';

const server = fastify();
leadToPages(server);
server.get('/api/v1/sandbox_checkouts/:svc_id', () => 'call');
server.get('/api/v1/invoices/:svc_id', () => 'call');

const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

it.each([
  ['/api/v1/sandbox_checkouts/a', { accept: html }, '../../../sandbox_checkouts/a'],
  ['/api/v1/sandbox_checkouts/a%2Fb?c=d', { accept: html }, '../../../sandbox_checkouts/a%2Fb'],
  ['/api/v1/sandbox_checkouts/a', { accept: html, authorization: 'Bearer key' }, undefined],
  ['/api/v1/sandbox_checkouts/a', { accept: 'application/json' }, undefined],
  ['/api/v1/sandbox_checkouts/a', {}, undefined],
  ['/api/v1/invoices/a', { accept: html }, undefined],
])('%s with %j leads to %s', async (url, headers, location) => {
  const answer = await server.inject({ method: 'GET', url, headers });
  expect([answer.statusCode, answer.headers.location]).toEqual([location === undefined ? 200 : 303, location]);
});
