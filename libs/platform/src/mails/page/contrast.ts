/** The relative luminance (WCAG 2.2) at which black and white have the same contrast to a colour. */
const middle = 0.179;
/** The contrast that text needs (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5;
/** Steps from a colour to white. */
const steps = 64;

/** Selects black or white letters, whichever are easier to read on a colour. @param colour `#1f4e79` */
export const inkOn = (colour: string): string => (luminanceOf(colour) > middle ? '#000000' : '#ffffff');

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). @param one `#1f4e79` */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * The nearest tint of a colour that stands out from a dark ground; the colour itself, if it does. So an issuer keeps
 * its colour in the dark.
 * @param colour `#1f4e79` @param ground a dark colour, on which white stands out
 */
export function lightEnough(colour: string, ground: string): string {
  for (let step = 0; step < steps; step++) {
    const tint = tintOf(colour, step / steps);
    if (contrastOf(tint, ground) >= leastContrast) return tint;
  }
  return '#ffffff';
}

const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** A mixture with white. @param share of white, from 0 to 1 */
const tintOf = (colour: string, share: number): string =>
  `#${channelsOf(colour)
    .map((channel) => Math.round(channel + (255 - channel) * share))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => linear(channel / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
