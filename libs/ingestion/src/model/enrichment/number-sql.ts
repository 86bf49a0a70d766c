const plainDecimal = `'^-?[0-9]+([.][0-9]+)?$'`;

/** SQL for the number of a nullable text; null for a text that is no plain decimal, or too long (metering, section 3.1). */
export function numberOf(text: string): string {
  const part = (index: number) => `length(splitByChar('.', replaceOne(assumeNotNull(${text}), '-', ''))[${index}])`;
  return `if(${text} is not null and match(assumeNotNull(${text}), ${plainDecimal}) and ${part(1)} <= 46 and ${part(2)} <= 30,
             toDecimal256OrNull(assumeNotNull(${text}), 30), null)`;
}
