import type { Plugin } from 'vite';

/**
 * Fails a build whose files import each other in a circle. The browser would run one of them before what it calls exists,
 * and the page would stay empty.
 */
export const chunkCycles = (): Plugin => ({
  name: 'chunk-cycles',
  generateBundle(_options, bundle) {
    const importsOf = (name: string): readonly string[] => {
      const file = bundle[name];
      return file?.type === 'chunk' ? file.imports : [];
    };
    for (const name of Object.keys(bundle)) {
      const seen = new Set<string>();
      const open = [...importsOf(name)];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (next === name) this.error(`${name} imports itself by way of ${[...seen].join(', ')}`);
        if (seen.has(next)) continue;
        seen.add(next);
        open.push(...importsOf(next));
      }
    }
  },
});
