import type { FastifyRequest } from 'fastify';
import { addressOf, servedRoutes, type Route } from '@tollgate/contracts';

const routes = new Map<string, Route>(servedRoutes.map((route) => [`${route.method} ${addressOf(route)}`, route]));

/** The contract of a call; undefined for pages. */
export const calledRoute = ({ method, routeOptions }: FastifyRequest): Route | undefined =>
  routes.get(`${method} ${routeOptions.url ?? ''}`);
