/**
 * Splits a list into pieces of at most `maximum` bytes, in order. A larger item becomes a piece of its own.
 * @param sizeOf bytes of one item
 */
export function byBytes<Item>(items: Item[], maximum: number, sizeOf: (item: Item) => number): Item[][] {
  const pieces: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const piece = pieces.at(-1);
    if (!piece || size > room) {
      pieces.push([item]);
      room = maximum - size;
    } else {
      piece.push(item);
      room -= size;
    }
  }
  return pieces;
}
