import {
  body,
  bounds,
  PrivilegeInput,
  readBody,
  type FieldErrors,
  type PrivilegeType,
  type RawInput,
  trimmed,
} from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';

/** A requested privilege. */
export interface PrivilegeChange {
  code: string;
  /** Undefined if absent. */
  name: string | null | undefined;
  valueType: PrivilegeType;
  /** Undefined if absent. */
  selectOptions: string[] | undefined;
  /** For an integer: the metric that it limits; null removes the limit, undefined if absent. */
  metricCode: string | null | undefined;
}

/** Prefixes the errors of privileges (catalog, section 7). */
const prefixed = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, codes]) => [`privilege.${field}`, codes]));

export const privilegeFault = (field: string, code: string) => new ValidationFailed({ [`privilege.${field}`]: [code] });

/** Rejects repeated privileges before any other check (catalog, section 7). @throws ValidationFailed */
export function refuseRepeatedPrivileges(raw: RawInput[]): void {
  const codes = raw.flatMap(({ code }) => (typeof code === 'string' && trimmed(code) !== '' ? [trimmed(code)] : []));
  if (new Set(codes).size < codes.length) throw privilegeFault('code', 'value_is_duplicated');
}

/**
 * Reads the privileges in the body of a feature.
 * @param typeOf the stored type of a privilege, by its code: it overrides the requested type
 * @throws ValidationFailed
 */
export function readPrivileges(
  raw: RawInput[],
  typeOf: (code: string) => PrivilegeType | undefined = () => undefined,
): PrivilegeChange[] {
  return raw.map((item) => {
    const typeFor = ({ code, value_type: requestedType }: Partial<PrivilegeInput>) =>
      (code === undefined ? undefined : typeOf(code)) ?? requestedType ?? 'string';
    const isKnown = ({ code }: Partial<PrivilegeInput>) => code !== undefined && typeOf(code) !== undefined;
    const read = readBody(
      body(PrivilegeInput.shape, (input, add) => {
        if (!isConfig(typeFor(input), input.config, isKnown(input))) add('config', 'invalid_format');
      }),
      item,
    );
    if ('errors' in read) throw new ValidationFailed(prefixed(read.errors));
    const { code, name, config } = read.input;
    const selectOptions = config?.['select_options'] as string[] | undefined;
    const metricCode = config?.['billable_metric_code'] as string | null | undefined;
    return { code, name, valueType: typeFor(read.input), selectOptions, metricCode };
  });
}

/**
 * A `select` needs options unless it has stored ones; an integer may name the metric that it limits
 * (docs/concepts/entitlements.md); other types have no configuration.
 */
function isConfig(type: PrivilegeType, config: Record<string, unknown> | undefined, isKnown: boolean): boolean {
  const keys = Object.keys(config ?? {});
  if (keys.length === 0) return type !== 'select' || isKnown;
  if (keys.length > 1) return false;
  if (type === 'integer') return isMetricCode(config?.['billable_metric_code']);
  return type === 'select' && isOptions(config?.['select_options']);
}

const isMetricCode = (code: unknown): boolean =>
  code === null || (typeof code === 'string' && code !== '' && code.length <= bounds.line);

const isOptions = (options: unknown): options is string[] =>
  Array.isArray(options) &&
  options.length > 0 &&
  options.length <= bounds.items &&
  options.every((option) => typeof option === 'string' && option.length <= bounds.line);
