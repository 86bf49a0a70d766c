/** What the rest of the system has to know of a service; the service itself is its library. */
interface ServiceDeclaration {
  /** The process that serves it in a cluster, where that is not one of its own name. */
  process?: string;
  /** Whether time makes work due for it (see `protocol/due-work.ts`). */
  dueWork: boolean;
  /** Whether it reads or writes usage. */
  usageStore: boolean;
  /** Whether its processes become more and fewer by their load. */
  autoscaled: boolean;
  /** Variables with secrets that it is given besides those that every service needs. */
  secrets: readonly ('ADMIN_API_KEY' | 'ENCRYPTION_KEY' | 'SMTP_URL')[];
}

/**
 * The services, each said once: what a gateway forwards, topics, schemas, roles and logins, addresses in a cluster, the
 * deployment files and who is asked for due work follow from it. Their order is that in which schemas may refer to each other.
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
  ingestion: { dueWork: true, usageStore: true, autoscaled: true, secrets: [] },
  invoicing: { dueWork: true, usageStore: true, autoscaled: false, secrets: [] },
  wallet: { dueWork: true, usageStore: false, autoscaled: false, secrets: [] },
  payment: { dueWork: true, usageStore: false, autoscaled: false, secrets: [] },
  document: { dueWork: false, usageStore: false, autoscaled: false, secrets: ['SMTP_URL'] },
  'webhook-delivery': { dueWork: false, usageStore: false, autoscaled: false, secrets: ['ENCRYPTION_KEY'] },
} as const satisfies Record<string, ServiceDeclaration>;

export type ServiceName = keyof typeof serviceDeclarations;
export const services = Object.keys(serviceDeclarations) as [ServiceName, ...ServiceName[]];

type SchemaOf<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Head}_${SchemaOf<Tail>}` : Name;
/** The schema of the database that a service owns. */
export type ServiceSchema = SchemaOf<ServiceName>;
export const schemaOf = (service: ServiceName): ServiceSchema => service.replaceAll('-', '_') as ServiceSchema;

/** The process that serves a service in a cluster. */
export function processOf(service: ServiceName): string {
  const declaration: ServiceDeclaration = serviceDeclarations[service];
  return declaration.process ?? service;
}

const upperCase = (name: string) => name.toUpperCase().replaceAll('-', '_');

/** The variable that says where a process answers calls. */
export const urlVariable = (process: string): string => `${upperCase(process)}_URL`;
/** The variable that says where a process answers commands, where its ports are not those that all have. */
export const operationsUrlVariable = (process: string): string => `${upperCase(process)}_OPERATIONS_URL`;
/** The variable with the password of a service's login to the database. */
export const passwordVariable = (process: string): string => `${upperCase(process)}_DATABASE_PASSWORD`;
