// The deployment files: their texts, and the fields that are checked.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import yaml from 'js-yaml';
import { repository } from '@tollgate/harness/process';

export interface ComposeService {
  image?: string;
  command: string[];
  environment: Record<string, string>;
  depends_on: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  ports?: (string | number)[];
  volumes?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  read_only?: boolean;
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
}

type Labels = Record<string, string>;

interface Metadata {
  name: string;
  namespace?: string;
  labels?: Labels;
  annotations?: Labels;
}

interface Container {
  command: string[];
  envFrom: { secretRef?: { name: string }; configMapRef?: { name: string } }[];
  volumeMounts: { mountPath: string }[];
  ports: { name: string; containerPort: number }[];
  readinessProbe: { httpGet: { path: string } };
  livenessProbe: { httpGet: { path: string } };
  resources: { requests: { cpu?: string }; limits: { memory?: string } };
  securityContext: { readOnlyRootFilesystem?: boolean };
}

export interface PodTemplate {
  metadata: { labels: Labels; annotations: Labels };
  spec: {
    containers: [Container];
    securityContext: { runAsNonRoot?: boolean };
    volumes: { emptyDir?: { sizeLimit?: string } }[];
  };
}

export interface ServicePort {
  port: number;
  targetPort: string;
}

interface Rule {
  ports: { port: number }[];
}

interface Scaled {
  scaleTargetRef: { name: string };
}

interface Trigger {
  authenticationRef?: { name: string };
  metadata: Record<string, string>;
}

/** The specifications of objects, by their kind. */
interface Specifications {
  Deployment: { replicas?: number; selector: { matchLabels: Labels }; template: PodTemplate };
  Service: { selector: Labels; ports: ServicePort[] };
  PodDisruptionBudget: { selector: { matchLabels: Labels } };
  Job: { template: PodTemplate };
  NetworkPolicy: {
    podSelector: { matchLabels?: Labels; matchExpressions?: { values: string[] }[] };
    policyTypes?: string[];
    ingress?: Rule[];
    egress?: Rule[];
  };
  HorizontalPodAutoscaler: Scaled & { minReplicas: number; maxReplicas: number };
  ScaledObject: Scaled & { minReplicaCount: number; maxReplicaCount: number; triggers: Trigger[] };
}
type Kind = keyof Specifications;
type Specified = { [K in Kind]: { kind: K; metadata: Metadata; spec: Specifications[K] } };

/** An object of Kubernetes. */
export type KubernetesObject =
  | Specified[Kind]
  | { kind: 'ConfigMap'; metadata: Metadata; data: Labels }
  | { kind: 'Secret'; metadata: Metadata; stringData: Labels }
  | { kind: 'Namespace'; metadata: Metadata };
export type ObjectOf<K extends KubernetesObject['kind']> = Extract<KubernetesObject, { kind: K }>;

export interface Kustomization {
  resources?: string[];
  components?: string[];
  patches?: { path?: string }[];
  images: { newTag: string }[];
  configMapGenerator: { literals: string[] }[];
}

/** The text of a file of the repository. */
export const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

/** The documents of a YAML text, whose shape the caller knows. @param name for messages */
export const documents = <T>(text: string, name: string): T[] =>
  yaml.loadAll(text, undefined, { filename: name }).filter(Boolean) as T[];

/** The first document of a YAML file. @throws Error if there is none */
export function documentOf<T>(file: string): T {
  const [first] = documents<T>(read(file), file);
  if (first === undefined) throw new Error(`${file} is empty`);
  return first;
}

/** The objects of a YAML file. */
export const objectsOf = (file: string): KubernetesObject[] => documents<KubernetesObject>(read(file), file);

/** All objects of a kind. */
export const ofKind = <K extends KubernetesObject['kind']>(objects: KubernetesObject[], kind: K): ObjectOf<K>[] =>
  objects.filter((object): object is ObjectOf<K> => object.kind === kind);

/** The object of a kind and a name. @throws Error if there is none */
export function objectOf<K extends KubernetesObject['kind']>(
  objects: KubernetesObject[],
  kind: K,
  name: string,
): ObjectOf<K> {
  const found = ofKind(objects, kind).find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`${kind} ${name} is missing`);
  return found;
}

export const isYaml = (file: string): boolean => /\.ya?ml$/.test(file);

/** The files under a folder, with their paths in the repository. */
export const filesUnder = (folder: string): string[] =>
  readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)));
