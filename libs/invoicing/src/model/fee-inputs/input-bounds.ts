/** The meaning of stored inputs. A change of their meaning is a new format; readers know all earlier ones. */
export const inputsFormat = 1;

/** Single values in the inputs of a fee; more are summed up. */
export const mostValues = 200;
