// The parts of deployment files that describe one service.

const required = (variable) => `\${${variable}:?run deploy/make-env.sh}`;

/** Deployment, Service and disruption budget; for an autoscaled service also its bounds. */
export const kubernetesService = ({ name, autoscaled }) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
${autoscaled ? '' : '  replicas: 2\n'}  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: ${name}
    spec:
      containers:
        - name: service
          image: tollgate
          command: ["node", "apps/${name}/dist/main.js"]
          envFrom:
            - configMapRef:
                name: tollgate-config
            - secretRef:
                name: tollgate-${name}
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
    app.kubernetes.io/name: ${name}
  ports:
    - name: http
      port: 3000
      targetPort: http
    - name: operations
      port: 3001
      targetPort: operations
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
${autoscaled ? kubernetesScaling(name) : ''}`;

const kubernetesScaling = (name) => `---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: ${name}
  minReplicas: 2
  maxReplicas: 6
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: 70
`;

/** The Secret of a service with placeholders. */
export const kubernetesSecret = ({ name, login, secrets }) => {
  const values = {
    DATABASE_URL: `postgresql://${login}:change-me@postgres:5432/tollgate`,
    REDIS_URL: 'redis://:change-me@redis:6379',
    INTERNAL_TOKEN: 'change-me # the same for all services',
    CLICKHOUSE_URL: 'http://tollgate:change-me@clickhouse:8123',
    ADMIN_API_KEY: 'change-me',
    SMTP_URL: 'smtps://tollgate:change-me@smtp.example.com # where mails to people leave',
    ENCRYPTION_KEY: 'change-me # openssl rand -base64 32; the same for all that have it',
  };
  return `apiVersion: v1
kind: Secret
metadata:
  name: tollgate-${name}
  namespace: tollgate
type: Opaque
stringData:
${secrets.map((variable) => `  ${variable}: ${values[variable]}\n`).join('')}---
`;
};

/** A service of the Compose file. The gateway has a public port, and starts after the services that it forwards to. */
export const composeService = ({ name, login, passwordVariable, secrets }, others) => {
  const values = {
    DATABASE_URL: `postgresql://${login}:${required(passwordVariable)}@postgres:5432/tollgate`,
    REDIS_URL: `redis://:${required('REDIS_PASSWORD')}@redis:6379`,
    CLICKHOUSE_URL: `http://tollgate:${required('CLICKHOUSE_PASSWORD')}@clickhouse:8123`,
    SMTP_URL: '${SMTP_URL:-}',
  };
  const isGateway = name === 'gateway';
  return `  ${name}:
    <<: *service
    command: ["node", "apps/${name}/dist/main.js"]
    environment:
      <<: *configuration
${secrets.map((variable) => `      ${variable}: ${values[variable] ?? required(variable)}\n`).join('')}${
    isGateway
      ? `    ports:
      - "\${GATEWAY_ADDRESS:-127.0.0.1}:\${GATEWAY_PORT:-3000}:3000"
    depends_on:
${others.map((other) => `      ${other.name}: { condition: service_healthy }\n`).join('')}`
      : ''
  }
`;
};

export const requiredVariable = required;
