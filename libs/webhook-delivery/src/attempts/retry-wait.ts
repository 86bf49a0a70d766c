/**
 * Computes the wait after the n-th failed attempt, in milliseconds (webhooks, section 2, point 8).
 * @param random from 0 up to 1
 */
export const retryWaitMs = (failures: number, random: number): number =>
  (failures ** 4 * (1 + random * 0.15) + 2) * 1000;
