import type { Route } from '../http/route.js';
import { bodySchema } from './operations.js';
import { Schemas, type Json } from './schemas.js';

/** Names beyond this number are left out: a caller chooses them. */
const mostNames = 20;
/** Characters of a name that an error repeats. */
const mostCharacters = 128;

/** The inputs of a call, with identifiers as `svc_*`. */
export interface CallInputs {
  query: unknown;
  body: unknown;
}

/** The schemas of an object's members by name, or null where a caller may choose the names. */
type Members = Map<string, Json[]> | null;

const isRecord = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Finds what a call sends and its contract does not know. It reads the interface document, so that both agree. A branch
 * of several alternatives makes a name known. Objects whose names a caller chooses, such as `properties` of an event,
 * have no unknown ones.
 */
export class UnknownParameters {
  private readonly schemas = new Schemas('svc', 'strict');
  private readonly bodies = new Map<Route, Json[]>();
  /** By the schemas of a place: a body may have many thousand objects there. */
  private readonly items = new WeakMap<Json[], Json[]>();
  private readonly members = new WeakMap<Json[], Members>();

  /** @returns paths such as `plan.charges.0.propertys`, 20 at most; query parameters by their names */
  of(route: Route, { query, body }: CallInputs): string[] {
    const queryNames = new Set(Object.keys(route.query?.shape ?? {}));
    const found = Object.keys(isRecord(query) ? query : {}).filter((name) => !queryNames.has(name));
    if (isRecord(body)) {
      // A changing call may have its query parameters in its body, beside the wrapper.
      const members = Object.fromEntries(
        Object.entries(body).filter(([name]) => route.method === 'GET' || !queryNames.has(name)),
      );
      this.search(this.bodyOf(route), members, { path: '', found });
    }
    return [...new Set(found)].slice(0, mostNames).map((name) => name.slice(0, mostCharacters));
  }

  private bodyOf(route: Route): Json[] {
    let schemas = this.bodies.get(route);
    if (schemas === undefined) {
      schemas = [route.body ? bodySchema(route, this.schemas) : { type: 'object', properties: {} }];
      this.bodies.set(route, schemas);
    }
    return schemas;
  }

  private search(schemas: Json[], value: unknown, at: { path: string; found: string[] }): void {
    if (Array.isArray(value)) {
      const items = this.itemsOf(schemas);
      if (items.length === 0) return;
      for (const [index, item] of value.entries()) {
        if (at.found.length >= mostNames) return;
        this.search(items, item, { ...at, path: `${at.path}.${index}` });
      }
    } else if (isRecord(value)) {
      const members = this.membersOf(schemas);
      if (members === null) return;
      for (const [name, inner] of Object.entries(value)) {
        if (at.found.length >= mostNames) return;
        const path = at.path === '' ? name : `${at.path}.${name}`;
        const known = members.get(name);
        if (known === undefined) at.found.push(path);
        else if (inner !== null && typeof inner === 'object') this.search(known, inner, { ...at, path });
      }
    }
  }

  /** A schema and all its alternatives, without references. */
  private alternatives(schema: Json): Json[] {
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const target = this.schemas.components[reference.replace('#/components/schemas/', '')];
      return isRecord(target) ? this.alternatives(target) : [];
    }
    const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
    return [schema, ...inner.filter(isRecord).flatMap((one) => this.alternatives(one))];
  }

  private itemsOf(schemas: Json[]): Json[] {
    return remembered(this.items, schemas, () =>
      schemas
        .flatMap((schema) => this.alternatives(schema))
        .flatMap(({ items, prefixItems }) => [
          ...(isRecord(items) ? [items] : []),
          ...(Array.isArray(prefixItems) ? prefixItems.filter(isRecord) : []),
        ]),
    );
  }

  private membersOf(schemas: Json[]): Members {
    return remembered(this.members, schemas, () => {
      const members = new Map<string, Json[]>();
      let isClosed = false;
      for (const { properties, additionalProperties } of schemas.flatMap((schema) => this.alternatives(schema))) {
        if (additionalProperties !== undefined && additionalProperties !== false) return null;
        if (!isRecord(properties)) continue;
        isClosed = true;
        for (const [name, schema] of Object.entries(properties))
          if (isRecord(schema)) members.set(name, [...(members.get(name) ?? []), schema]);
      }
      return isClosed ? members : null;
    });
  }
}

function remembered<T>(known: WeakMap<Json[], T>, schemas: Json[], compute: () => T): T {
  if (!known.has(schemas)) known.set(schemas, compute());
  return known.get(schemas) as T;
}
