import type { FastifyInstance } from 'fastify';

/**
 * Which methods the paths of a router have: for calls of a path that is there, with a method that it does not have, be it
 * that the router finds none or that of another path (`PUT /invoices/preview` is no change of an invoice of that name).
 */
export class KnownPaths {
  private readonly methods = new Map<string, Set<string>>();
  private patterns: { pattern: RegExp; parameters: number; methods: Set<string> }[] | undefined;

  /** Collects the routes that are added from here on, in every scope. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ url, method }) => {
      if (url.includes('*')) return;
      const template = url.replace(/:[^/]+/g, ':');
      const known = this.methods.get(template) ?? new Set();
      for (const one of [method].flat()) known.add(one);
      this.methods.set(template, known);
      this.patterns = undefined;
    });
  }

  /**
   * The methods of a path, in the order of the alphabet; none for a path that is not known. Of several templates that
   * fit, the one with fewest parameters tells, as in the interface's document: `/events/batch` is no event of that name.
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
