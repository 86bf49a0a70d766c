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

/** A privilege as it is asked for. */
export interface PrivilegeChange {
  code: string;
  /** Undefined where nothing is said of it. */
  name: string | null | undefined;
  valueType: PrivilegeType;
  /** Undefined where nothing is said of them. */
  selectOptions: string[] | undefined;
  /** Of an integer: the metric whose usage it limits, null for none any more; undefined where nothing is said of it. */
  metricCode: string | null | undefined;
}

/** Errors of privileges bear their name (catalog, section 7). */
const prefixed = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, codes]) => [`privilege.${field}`, codes]));

export const privilegeFault = (field: string, code: string) => new ValidationFailed({ [`privilege.${field}`]: [code] });

/** That no privilege is named twice, which is told before anything else (catalog, section 7). @throws ValidationFailed */
export function refuseRepeatedPrivileges(raw: RawInput[]): void {
  const codes = raw.flatMap(({ code }) => (typeof code === 'string' && trimmed(code) !== '' ? [trimmed(code)] : []));
  if (new Set(codes).size < codes.length) throw privilegeFault('code', 'value_is_duplicated');
}

/**
 * Reads the privileges that the body of a feature holds.
 * @param typeOf the type that a privilege has already, by its code: it stays, whatever is asked for
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
 * A `select` names its options, unless it has some already; an integer may name the metric that it limits (docs/entitlements.md);
 * other types have nothing to configure.
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
