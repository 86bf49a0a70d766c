import type { FastifyInstance } from 'fastify';

/** Which methods the paths of a router have: for calls of a path that is there, with a method that it does not have. */
export class KnownPaths {
  private readonly methods = new Map<string, Set<string>>();
  private patterns: [RegExp, Set<string>][] | undefined;

  /** Gathers the routes that are added from here on, in every scope. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ url, method }) => {
      if (url.includes('*')) return;
      const known = this.methods.get(url) ?? new Set();
      for (const one of [method].flat()) known.add(one);
      this.methods.set(url, known);
      this.patterns = undefined;
    });
  }

  /** The methods of a path, in the order of the alphabet; none for a path that is not known. @param url with or without its query */
  methodsOf(url: string): string[] {
    const [path = ''] = url.split('?');
    this.patterns ??= [...this.methods].map(([template, methods]) => [patternOf(template), methods]);
    const found = this.patterns.filter(([pattern]) => pattern.test(path)).flatMap(([, methods]) => [...methods]);
    return [...new Set(found)].sort();
  }
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))).join('/')}$`);
