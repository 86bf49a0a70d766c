import type { FastifyRequest } from 'fastify';
import { allRoutes, type Route } from '@tollgate/contracts';

const routes = new Map<string, Route>(allRoutes.map((route) => [`${route.method} /api/v1${route.path}`, route]));

/** The contract of a call; undefined for operators' calls and pages. */
export const calledRoute = ({ method, routeOptions }: FastifyRequest): Route | undefined =>
  routes.get(`${method} ${routeOptions.url ?? ''}`);
