// Preloaded (NODE_OPTIONS=--import): at the end of a process, writes which of its modules belong to the tracing SDK.
// They are CommonJS, however they are imported.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { cache } = createRequire(import.meta.url);

process.on('exit', () => {
  // The API itself comes with the metrics.
  const loaded = Object.keys(cache).filter((path) => /@opentelemetry[\\/](?!api[\\/])/.test(path));
  writeFileSync(process.env.LOADED_MODULES ?? 'loaded.json', JSON.stringify(loaded));
});
