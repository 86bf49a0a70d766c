// The rules for an answer to a hostile body.
import type { Door, ErrorForm } from './door.ts';
import type { HostileCall } from './hostile-bodies.ts';
import { deadlineMs, type WireAnswer } from './wire.ts';

/** Texts that only the inside of the service knows. */
const inside = /\bat .+\.(js|ts):\d|node_modules|postgres|clickhouse|ECONN|SyntaxError|TypeError|RangeError/i;

interface Expected {
  door: Door;
  call: HostileCall;
  /** Whether the call has a key. */
  isKnown: boolean;
}

/** The faults of an answer, as lines for people. */
export function faultsOf(answer: WireAnswer, { door, call, isKnown }: Expected): string[] {
  const { status, ms, body } = answer;
  const shown = `${call.kind}: ${status} ${body.toString('latin1').slice(0, 200)}`;
  if (ms >= deadlineMs) return [`${shown}, after ${Math.round(ms)} ms`];
  if (status === 0) return call.isCut ? [] : [`${call.kind}: the connection ends without an answer`];
  if (status >= 500 || status < 200) return [shown];
  if (inside.test(body.toString('latin1'))) return [`${shown} tells of the inside`];
  if (status < 300) return !isKnown || call.isWrong ? [`${shown} is no refusal`] : [];
  if (!isKnown && !door.sign && ![400, 401, 413].includes(status)) return [`${shown} to somebody without a key`];
  return hasForm(answer, door.refuses) ? [] : [`${shown} (${answer.type}) has another form`];
}

/**
 * Whether a refusal has the form of its door. A call that HTTP itself makes impossible is refused before its door is known,
 * in our own form.
 */
function hasForm({ status, type, body }: WireAnswer, form: ErrorForm): boolean {
  if (form === 'empty' && status === 400 && body.length === 0) return true;
  if (type.startsWith('application/x-protobuf')) return form === 'protobuf' && body[0] === 0x12;
  const error = objectOf(body);
  if (error === null) return false;
  const isOwn = type.startsWith('application/json') && error['status'] === status && typeof error['error'] === 'string';
  if (form === 'problem' && type.startsWith('application/problem+json'))
    return error['status'] === status && typeof error['title'] === 'string' && typeof error['detail'] === 'string';
  if (form === 'stripe' && error['error'] !== null && typeof error['error'] === 'object')
    return 'type' in error['error'] && 'message' in error['error'];
  if (form === 'json-rpc' && error['jsonrpc'] === '2.0')
    return error['error'] !== null && typeof error['error'] === 'object';
  return isOwn;
}

function objectOf(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
