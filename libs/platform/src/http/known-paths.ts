import type { FastifyInstance } from 'fastify';

/**
 * The methods of each path, to answer calls with an unsupported method. That includes calls that the router would match
 * to another path (`PUT /invoices/preview` does not change an invoice of that name).
 */
export class KnownPaths {
  private readonly methods = new Map<string, Set<string>>();
  private patterns: { pattern: RegExp; parameters: number; methods: Set<string> }[] | undefined;

  /** Collects the routes added from here on, in every scope. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ url, method }) => {
      if (url.includes('*')) return;
      const template = url.replace(/:[^/]+/g, ':');
      const knownMethods = this.methods.get(template) ?? new Set();
      for (const one of [method].flat()) knownMethods.add(one);
      this.methods.set(template, knownMethods);
      this.patterns = undefined;
    });
  }

  /**
   * The methods of a path in alphabetical order; empty for an unknown path. The matching template with the fewest
   * parameters wins, as in the interface's document: `/events/batch` is not an event id.
   * @param url with or without its query
   */
  methodsOf(url: string): string[] {
    const [path = ''] = url.split('?');
    this.patterns ??= [...this.methods]
      .map(([template, methods]) => ({
        pattern: patternOf(template),
        parameters: template.split('/:').length - 1,
        methods,
      }))
      .sort((one, other) => one.parameters - other.parameters);
    return [...(this.patterns.find(({ pattern }) => pattern.test(path))?.methods ?? [])].sort();
  }
}

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
      .join('/')}$`,
  );
