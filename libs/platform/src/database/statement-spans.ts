import type { LogEvent } from 'kysely';
import { recordSpan } from '../observability/tracing/tracing.js';
import type { SchemaName } from './tenancy.js';

const longestText = 4_096;

/** Records a statement in the active trace: its text, with placeholders instead of values. */
export function recordStatement(schema: SchemaName, event: LogEvent): void {
  const text = event.query.sql.trim();
  const attributes = {
    'db.system.name': 'postgresql',
    'db.namespace': schema,
    'db.query.text': text.slice(0, longestText),
  };
  const begunAt = Date.now() - event.queryDurationMillis;
  recordSpan(
    `${operationOf(text)} ${schema}`,
    { kind: 'client', attributes },
    begunAt,
    event.level === 'error' ? event.error : undefined,
  );
}

/** The first word of a statement; for a common table expression, that is `with`. */
const operationOf = (text: string): string => /^\w+/.exec(text)?.[0].toLowerCase() ?? 'statement';
