/** The relative luminance (WCAG 2.2) at which black and white have the same contrast to a colour. */
const middle = 0.179;

/** Selects black or white letters, whichever are easier to read on a colour. @param colour `#1f4e79` */
export function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > middle ? '#000000' : '#ffffff';
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
