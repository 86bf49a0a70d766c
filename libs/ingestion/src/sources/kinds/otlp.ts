import { readOtlp } from '../otlp/read-otlp.js';
import type { SourceKind } from './source-kind.js';

/** Spans and log records of any kind. */
export const otlp: SourceKind = { door: 'otlp', readInputs: readOtlp, presetRules: [] };
