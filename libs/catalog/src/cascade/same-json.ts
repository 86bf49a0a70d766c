/** Whether two values that came out of the database are the same, keys in any order; "10" is not "10.0". */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [Object.entries(one), other as Record<string, unknown>];
  return left.length === Object.keys(right).length && left.every(([key, value]) => key in right && sameJson(value, right[key]));
}
