import { services, type ServiceName } from '@tollgate/contracts';

/** The addresses of services, without a slash at their end. @param addressOf the address of a service, if it has one */
export const addressesOf = (
  addressOf: (service: ServiceName) => string | undefined,
): Partial<Record<ServiceName, string>> =>
  Object.fromEntries(
    services.flatMap((service) => {
      const url = addressOf(service);
      return url ? [[service, url.replace(/\/$/, '')]] : [];
    }),
  );
