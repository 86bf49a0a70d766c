/** The declaration of a service for the rest of the system; its library is the service itself. */
interface ServiceDeclaration {
  /** The process that runs it in a cluster, if the name differs. */
  process?: string;
  /** Whether it has time-based due work (see `protocol/due-work.ts`). */
  dueWork: boolean;
  /** Whether it reads or writes usage. */
  usageStore: boolean;
  /** Whether its processes scale with their load. */
  autoscaled: boolean;
  /** Secret variables that it receives in addition to the common ones. */
  secrets: readonly ('ADMIN_API_KEY' | 'ENCRYPTION_KEY' | 'SMTP_URL')[];
}

/**
 * Declares each service once. The gateway's routes, topics, schemas, roles and logins, cluster addresses, deployment
 * files and due work queries follow from it. Their order is that in which schemas may refer to each other.
 */
export const serviceDeclarations = {
  identity: {
    process: 'gateway',
    dueWork: false,
    usageStore: true,
    autoscaled: true,
    secrets: ['ADMIN_API_KEY', 'ENCRYPTION_KEY', 'SMTP_URL'],
  },
  catalog: { dueWork: false, usageStore: false, autoscaled: false, secrets: [] },
  subscription: { dueWork: true, usageStore: false, autoscaled: false, secrets: ['ENCRYPTION_KEY'] },
  ingestion: { dueWork: true, usageStore: true, autoscaled: true, secrets: ['ENCRYPTION_KEY'] },
  invoicing: { dueWork: true, usageStore: true, autoscaled: false, secrets: ['ENCRYPTION_KEY'] },
  wallet: { dueWork: true, usageStore: false, autoscaled: false, secrets: [] },
  payment: { dueWork: true, usageStore: false, autoscaled: false, secrets: ['ENCRYPTION_KEY'] },
  document: { dueWork: true, usageStore: false, autoscaled: false, secrets: ['ENCRYPTION_KEY', 'SMTP_URL'] },
  'webhook-delivery': { dueWork: false, usageStore: false, autoscaled: false, secrets: ['ENCRYPTION_KEY'] },
} as const satisfies Record<string, ServiceDeclaration>;

export type ServiceName = keyof typeof serviceDeclarations;
export const services = Object.keys(serviceDeclarations) as [ServiceName, ...ServiceName[]];

type SchemaOf<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Head}_${SchemaOf<Tail>}` : Name;
/** The database schema that a service owns. */
export type ServiceSchema = SchemaOf<ServiceName>;
export const schemaOf = (service: ServiceName): ServiceSchema => service.replaceAll('-', '_') as ServiceSchema;

/** The process that runs a service in a cluster. */
export function processOf(service: ServiceName): string {
  const declaration: ServiceDeclaration = serviceDeclarations[service];
  return declaration.process ?? service;
}

const upperCase = (name: string) => name.toUpperCase().replaceAll('-', '_');

/** The variable with the address where a process answers calls. */
export const urlVariable = (process: string): string => `${upperCase(process)}_URL`;
/** The variable with the address where a process answers commands, if its ports differ from the default. */
export const operationsUrlVariable = (process: string): string => `${upperCase(process)}_OPERATIONS_URL`;
/** The variable with the password of a service's database login. */
export const passwordVariable = (process: string): string => `${upperCase(process)}_DATABASE_PASSWORD`;
