import { eventErrorTypes, type EventErrorType } from '@tollgate/contracts';
import type { MetricView } from '@tollgate/catalog/reader';
import { readsField, readsNumber } from '../../model/enrichment/event-errors.rules.js';
import type { QueryParameters } from '../../model/usage-queries/query-parameters.js';

/** The metrics of an organization, and codes that a deleted one had. */
export interface KnownCodes {
  live: MetricView[];
  deletedCodes: string[];
}

/** The SQL condition of each kind, on the table `event`. */
export function conditionsOf(
  { live, deletedCodes }: KnownCodes,
  parameters: QueryParameters,
): Record<EventErrorType, string> {
  const codes = (all: string[]) => parameters.add(all, 'Array(String)');
  const codesOf = (matches: (metric: MetricView) => boolean) => codes(live.filter(matches).map(({ code }) => code));
  return {
    invalid_code: `not has(${codes([...live.map(({ code }) => code), ...deletedCodes])}, code)`,
    missing_aggregation_property: `(has(${codesOf(readsField)}, code) and value_text is null) or (has(${codesOf(readsNumber)}, code) and value is null)`,
    invalid_filter_values: invalidFilterValues(live, parameters),
  };
}

function invalidFilterValues(metrics: MetricView[], parameters: QueryParameters): string {
  const conditions = metrics.flatMap(({ code, filters }) =>
    filters.map(({ key, values }) => {
      const name = parameters.add(key, 'String');
      const allowed = parameters.add(values, 'Array(String)');
      return `(code = ${parameters.add(code, 'String')} and mapContains(event.texts, ${name}) and not has(${allowed}, event.texts[${name}]))`;
    }),
  );
  return conditions.join(' or ') || 'false';
}

/** SQL of the errors of an event, as a list. */
export function errorsSql(metrics: KnownCodes, parameters: QueryParameters): string {
  const conditions = conditionsOf(metrics, parameters);
  return `arrayConcat(${eventErrorTypes.map((error) => `if(${conditions[error]}, ['${error}'], [])`).join(', ')})`;
}

/** The SQL condition of events that have one error; without it, of those that have any. */
export function errorCondition(
  metrics: KnownCodes,
  error: EventErrorType | undefined,
  parameters: QueryParameters,
): string {
  const conditions = conditionsOf(metrics, parameters);
  if (error) return conditions[error];
  return Object.values(conditions)
    .map((condition) => `(${condition})`)
    .join(' or ');
}
