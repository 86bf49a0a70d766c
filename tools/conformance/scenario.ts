// The content of a scenario file (FORMAT.md), and the check of its form.
import { isObject, isOperator } from './operators.ts';
import { parsePath } from './paths.ts';

export interface ExpectedWebhook {
  type: string;
  count?: number;
  expect?: Record<string, unknown>;
}

export interface Step {
  at?: string;
  do?: string;
  body?: unknown;
  /** A body that is sent as it is. */
  text?: string;
  headers?: Record<string, string>;
  status?: number;
  expect?: Record<string, unknown>;
  save?: Record<string, string>;
  webhooks?: ExpectedWebhook[];
  /** Whether work caused by earlier changes is done first; true by default. */
  settle?: boolean;
  why?: string;
}

export interface Scenario {
  name: string;
  features?: string[];
  organization?: Record<string, unknown>;
  steps: Step[];
}

const stepKeys = new Set(
  ['at', 'do', 'body', 'status', 'expect', 'save', 'why', 'webhooks', 'settle', 'headers', 'form', 'text'],
);

/** Mistakes in a scenario, found without playing it. */
export function mistakesOf(scenario: Scenario): string[] {
  const mistakes = scenario.name ? [] : ['no name'];
  if (!Array.isArray(scenario.steps) || scenario.steps.length === 0) return [...mistakes, 'no steps'];
  const known = new Set(['webhook_url', 'organization_id']);
  let clock = -Infinity;
  scenario.steps.forEach((step, index) => {
    const where = `step ${index + 1}`;
    for (const key of Object.keys(step)) if (!stepKeys.has(key)) mistakes.push(`${where}: unknown key '${key}'`);
    if (step.at !== undefined) {
      const time = Date.parse(step.at);
      if (Number.isNaN(time) || !/Z$/.test(step.at)) mistakes.push(`${where}: 'at' is not a UTC ISO date-time`);
      if (time < clock) mistakes.push(`${where}: time goes back`);
      clock = time;
    } else if (index === 0) mistakes.push('the first step must set the time with "at"');
    mistakes.push(...mistakesOfCall(step, known).map((text) => `${where}: ${text}`));
  });
  if (!scenario.steps.some(checksSomething)) mistakes.push('expects nothing: a scenario must check something');
  return mistakes;
}

const checksSomething = ({ expect = {}, webhooks = [], status = 0 }: Step): boolean =>
  Object.keys(expect).length > 0 || webhooks.length > 0 || status >= 400;

/** @param known the variables saved so far, to which this adds its own */
function mistakesOfCall(step: Step, known: Set<string>): string[] {
  const mistakes: string[] = [];
  if (step.do !== undefined && !/^(GET|POST|PUT|PATCH|DELETE) \//.test(step.do)) mistakes.push("bad 'do'");
  if (step.do === undefined && step.at === undefined && step.webhooks === undefined) mistakes.push('nothing to do');
  const filled = JSON.stringify([step.do, step.body, step.expect, step.webhooks]);
  for (const [, name = ''] of filled.matchAll(/\{\{([^}"]+)\}\}/g))
    if (!name.startsWith('unix:') && !known.has(name)) mistakes.push(`{{${name}}} is used before it is saved`);
  if (step.expect) mistakes.push(...mistakesOfExpectation(step.expect));
  for (const [name, path] of Object.entries(step.save ?? {})) {
    known.add(name);
    mistakes.push(...mistakesOfPath(path));
  }
  return mistakes;
}

function mistakesOfExpectation(expected: unknown): string[] {
  if (Array.isArray(expected)) return expected.flatMap(mistakesOfExpectation);
  if (!isObject(expected)) return [];
  return Object.entries(expected).flatMap(([key, inner]) => [
    ...(key.startsWith('$') ? (isOperator(key) ? [] : [`unknown operator ${key}`]) : mistakesOfPath(key)),
    ...mistakesOfExpectation(inner),
  ]);
}

function mistakesOfPath(path: string): string[] {
  try {
    parsePath(path);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
