/** Assigns a text to its fixed partition: 0 to `count` - 1. */
export function partitionOf(text: string, count: number): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) >>> 0;
  return hash % count;
}
